/** Endpoints of parcels to and from suppliers. */
import { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve, serveHolding } from "#kit/call/serve.ts";
import { add, expect, itemAdd, itemRemove, update } from "./parcel-add.ts";
import { cancel, seal, send, unseal } from "./parcel-acts.ts";
import { count, resolve, sign, signBatch } from "./parcel-count.ts";
import type { ParcelDoors } from "./parcel-doors.ts";
import { heldByParcel } from "./parcel-files.sql.ts";
import { find, lose, track } from "./parcel-lost.ts";
import { print } from "./parcel-print.ts";
import { parcelReads } from "./parcel.read.ts";
import { itemScan } from "../supplier-parcel-item/parcel-scan.ts";

type Act<I, A> = (input: I, ctx: Ctx, doors: ParcelDoors) => Promise<A>;

export function parcelServer(doors: ParcelDoors) {
  const by =
    <I, A>(act: Act<I, A>) =>
    (input: I, ctx: Ctx): Promise<A> =>
      act(input, ctx, doors);
  return {
    ...serve(supplierParcelApi, parcelReads(doors)),
    ...serveHolding(supplierParcelActApi, heldByParcel, {
      supplier_parcel_add: by(add),
      supplier_parcel_update: by(update),
      supplier_parcel_expect: by(expect),
      supplier_parcel_item_add: by(itemAdd),
      supplier_parcel_item_scan: by(itemScan),
      supplier_parcel_item_remove: by(itemRemove),
      supplier_parcel_seal: by(seal),
      supplier_parcel_unseal: unseal,
      supplier_parcel_send: by(send),
      supplier_parcel_sign: by(sign),
      supplier_parcel_track: by(track),
      supplier_parcel_count: by(count),
      supplier_parcel_resolve: by(resolve),
      supplier_parcel_lose: by(lose),
      supplier_parcel_find: by(find),
      supplier_parcel_cancel: by(cancel),
      supplier_parcel_print: by(print),
      supplier_parcel_sign_batch: by(signBatch),
    }),
  };
}
