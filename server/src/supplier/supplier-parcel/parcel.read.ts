/** Parcels as they are read: list, counts, drawer, what must go today. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import type { ParcelStage } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { q, row } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { assertNear } from "#kit/planned.ts";
import { addressText } from "../../base-data/index.ts";
import { sealFault } from "./parcel-acts.ts";
import type { ParcelDoors } from "./parcel-doors.ts";
import { dueCount, dueOn, expectedIn } from "../supplier-parcel-item/parcel-expected.ts";
import { itemsOf, printsOf, type ItemRow } from "../supplier-parcel-item/parcel-items.sql.ts";
import { sourceList } from "../supplier-original/supplier-original.sql.ts";
import { loseFault } from "./parcel-lost.ts";
import { readBySlack } from "./parcel-slack.ts";
import { shownParcels } from "./parcel.shown.ts";
import { dueKeyword, NO_PARCEL, parcelCounts, parcelList, storedParcel, type StoredParcel } from "./parcel.sql.ts";

type Api = typeof supplierParcelApi;
type Source = Output<Api["supplier_parcel_source_query"]>["list"][number];
export type Detail = Output<Api["supplier_parcel_get"]>;

/** Acts of a stage, in the order of their buttons. */
const ACTS: Readonly<Partial<Record<ParcelStage, readonly string[]>>> = {
  packing: ["seal", "item_add", "item_scan", "item_remove", "cancel"],
  sealed: ["send", "unseal", "cancel"],
  in_transit: ["sign", "track", "lose"],
  problem: ["sign", "track", "lose"],
  signed: ["count"],
  exception: ["resolve"],
  lost: ["find"],
};
async function actsOf(ctx: Ctx, p: StoredParcel, items: readonly ItemRow[]): Promise<Detail["acts"]> {
  const faults: Readonly<Record<string, string | null>> = {
    seal: sealFault(items),
    send: sealFault(items),
    lose: p.sent_at ? await loseFault(ctx, p) : null,
  };
  return (ACTS[p.stage] ?? []).map((act) => ({ act, ok: !faults[act], missing: faults[act] ?? null }));
}

interface Beside {
  proof_files: string[];
  lost_reason: string | null;
  cancel_reason: string | null;
  receiver: { phone?: string; mobile?: string | null; address?: Parameters<typeof addressText>[0] | null } | null;
  contact: Beside["receiver"];
  tracks: Detail["tracks"];
  signed_by: string | null;
}
const besideOf = (ctx: Pick<Ctx, "db">, id: number): Promise<Beside | undefined> =>
  row<Beside>(
    ctx.db,
    q`
    select t.proof_files, t.lost_reason, t.cancel_reason, e.receiver, e.tracks, e.signed_by, case when c.id is not null then json_build_object('phone', c.phone, 'mobile', c.mobile, 'address', c.address) end as contact
    from supplier_parcels t join expresses e on e.id = t.express_id left join supplier_contacts c on c.id = t.contact_id where t.id = ${id}`,
  );

export async function parcelDetail(key: { id?: number | undefined; parcel_no?: string | undefined }, ctx: Ctx): Promise<Detail> {
  const stored = found(await storedParcel(ctx, key), NO_PARCEL);
  const [[shown], items, prints, beside] = [
    await shownParcels(ctx, [stored]),
    await itemsOf(ctx.db, stored.id),
    await printsOf(ctx.db, stored.id),
    await besideOf(ctx, stored.id),
  ];
  const p = found(shown, NO_PARCEL);
  const {
    receiver = null,
    contact = null,
    proof_files = [],
    lost_reason = null,
    cancel_reason = null,
    tracks = [],
    signed_by = null,
  } = beside ?? {};
  const party = receiver ?? contact;
  return {
    ...p,
    proof_files,
    lost_reason,
    cancel_reason,
    tracks,
    signed_by,
    address_text: party?.address ? addressText(party.address) : null,
    phone_text: party ? [party.mobile, party.phone].filter(Boolean).join(" / ") || null : null,
    items,
    expected: await expectedIn(ctx, p),
    prints,
    acts: await actsOf(ctx, stored, items),
  };
}

export const parcelReads = (doors: ParcelDoors) =>
  ({
    supplier_parcel_query: async (input, ctx) => {
      const def = await parcelList(input, ctx, doors);
      const page = await pageOf<StoredParcel>(ctx.db, input, input.sort === undefined ? { ...def, read: readBySlack(ctx) } : def);
      return { ...page, list: await shownParcels(ctx, page.list) };
    },
    // What must go today is told in people: those that the tab shows.
    supplier_parcel_stat_get: async (_input, ctx) => ({ ...(await parcelCounts(ctx)), due: await dueCount(ctx) }),
    supplier_parcel_get: (input, ctx) => parcelDetail(input, ctx),
    supplier_parcel_source_query: (input, ctx) =>
      pageOf<Source>(ctx.db, input, sourceList(input.supplier_id, doors.peopleMatch(input.keyword ?? ""))),
    supplier_parcel_due_query: ({ keyword, ...asked }, ctx) => {
      assertNear(ctx, "date", "日期", asked.date);
      return dueOn(ctx, { ...asked, who: dueKeyword(keyword, doors) });
    },
  }) satisfies Handlers<Api>;
