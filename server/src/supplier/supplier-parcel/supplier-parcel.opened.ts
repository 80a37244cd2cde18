import { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import type { Opened } from "#kit/call/opened.ts";
import { parcelScope } from "./parcel-state.sql.ts";

export const parcelOpened = {
  supplier_parcel: {
    may: supplierParcelApi.supplier_parcel_get.may,
    from: "supplier_parcels t",
    id: "t.id",
    where: (ctx) => parcelScope(ctx),
  },
} satisfies Record<string, Opened>;
