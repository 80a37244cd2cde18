/** Parcels as they are read: list, counts, drawer, what must go today. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import type { ParcelStage } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { q, row } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { dayOf } from "#kit/range.ts";
import { addDays, addressText, calendarOf } from "../../base-data/index.ts";
import { sealFault } from "./parcel-acts.ts";
import type { ParcelDoors } from "./parcel-doors.ts";
import { expectedOf, goingOfSuppliers, itemsOf, LANE_HOURS, lanesOf, printsOf, type Expected, type ItemRow } from "./parcel-items.sql.ts";
import { loseFault } from "./parcel-lost.ts";
import { caughtBy, leaves } from "./parcel.rules.ts";
import { shownParcels } from "./parcel.shown.ts";
import { NO_PARCEL, parcelCounts, parcelList, storedParcel, type ParcelRow, type StoredParcel } from "./parcel.sql.ts";

type Api = typeof supplierParcelApi;
export type Detail = Output<Api["supplier_parcel_get"]>;
type Due = Output<Api["supplier_parcel_due_query"]>;

/** Acts of a stage, in the order of their buttons. */
const ACTS: Readonly<Partial<Record<ParcelStage, readonly string[]>>> = {
  packing: ["seal", "item_add", "item_scan", "item_remove", "cancel"],
  sealed: ["send", "unseal", "cancel"],
  in_transit: ["sign", "lose"],
  problem: ["sign", "lose"],
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
}
const besideOf = (ctx: Pick<Ctx, "db">, id: number): Promise<Beside | undefined> =>
  row<Beside>(
    ctx.db,
    q`
    select t.proof_files, t.lost_reason, t.cancel_reason, e.receiver, e.tracks, case when c.id is not null then json_build_object('phone', c.phone, 'mobile', c.mobile, 'address', c.address) end as contact
    from supplier_parcels t join expresses e on e.id = t.express_id left join supplier_contacts c on c.id = t.contact_id where t.id = ${id}`,
  );

/** Who is given to the supplier for what the parcel still catches; a batch's parcel expects its lines. */
async function expectedIn(ctx: Ctx, p: ParcelRow): Promise<Expected[]> {
  if (p.type !== 2 || p.stage !== "packing") return [];
  const today = dayOf(ctx.now);
  const lines = p.batch_id === null ? undefined : await batchPeople(ctx, p.batch_id);
  const until =
    [p.catches, p.planned_send_on, today]
      .flatMap((d) => d ?? [])
      .toSorted()
      .at(-1) ?? today;
  return expectedOf(ctx.db, { supplier_id: p.supplier_id, until, today, ...(lines && { applicant_ids: lines }) });
}
async function batchPeople(ctx: Ctx, batchId: number): Promise<number[]> {
  const lines = await row<{ ids: number[] }>(
    ctx.db,
    q`select array(select applicant_id from submissions where batch_id = ${batchId} and line_status in ('packed', 'sent', 'submitted')) as ids`,
  );
  return lines?.ids ?? [];
}

export async function parcelDetail(key: { id?: number | undefined; parcel_no?: string | undefined }, ctx: Ctx): Promise<Detail> {
  const stored = found(await storedParcel(ctx, key), NO_PARCEL);
  const [[shown], items, prints, beside] = [
    await shownParcels(ctx, [stored]),
    await itemsOf(ctx.db, stored.id),
    await printsOf(ctx.db, stored.id),
    await besideOf(ctx, stored.id),
  ];
  const p = found(shown, NO_PARCEL);
  const { receiver = null, contact = null, proof_files = [], lost_reason = null, cancel_reason = null, tracks = [] } = beside ?? {};
  const party = receiver ?? contact;
  return {
    ...p,
    proof_files,
    lost_reason,
    cancel_reason,
    tracks,
    address_text: party?.address ? addressText(party.address) : null,
    phone_text: party ? [party.mobile, party.phone].filter(Boolean).join(" / ") || null : null,
    items,
    expected: await expectedIn(ctx, p),
    prints,
    acts: await actsOf(ctx, stored, items),
  };
}

const AHEAD_DAYS = 14;
/** Whoever misses his day when his papers wait for the next working day. */
async function dueOn(ctx: Ctx, asked: string | undefined): Promise<Due> {
  const calendar = await calendarOf(ctx.db);
  const cutOff = await ctx.config("parcel_cut_off");
  const today = dayOf(ctx.now);
  const date = asked ?? leaves(calendar, ctx.now, cutOff);
  const all = await expectedOf(ctx.db, { until: addDays(date, AHEAD_DAYS), today });
  const bySupplier = Map.groupBy(all, (x) => x.supplier_id);
  const ids = [...bySupplier.keys()];
  const lanes = await lanesOf(ctx.db, ids, ctx.now);
  const going = Map.groupBy(await goingOfSuppliers(ctx.db, ids), (g) => g.supplier_id);
  const next = new Date(`${calendar.addWorkingDays(date, 1)}T${cutOff}:00+08:00`);
  const suppliers = [...bySupplier].flatMap(([supplier_id, list]) => {
    const lane = { hours: lanes.get(supplier_id) ?? LANE_HOURS, cut_off: null };
    // The next parcel reaches this day at the earliest; whoever is planned before it goes today.
    const firsts = (going.get(supplier_id) ?? []).flatMap((g) => caughtBy(calendar, next, lane, [g]) ?? []).toSorted();
    const people = list.filter((x) => firsts[0] === undefined || x.planned_date < firsts[0]);
    const originals = people.flatMap((x) => x.originals);
    if (people.length === 0) return [];
    const here = originals.filter((m) => m.is_here).length;
    return [
      {
        supplier_id,
        supplier_name: list[0]?.supplier_name ?? "",
        people,
        here,
        missing: originals.length - here,
        parcel_nos: [...new Set(originals.flatMap((m) => m.parcel_no ?? []))],
      },
    ];
  });
  return { date, suppliers };
}

export const parcelReads = (doors: ParcelDoors) =>
  ({
    supplier_parcel_query: async (input, ctx) => {
      const page = await pageOf<StoredParcel>(ctx.db, input, await parcelList(input, ctx, doors));
      return { ...page, list: await shownParcels(ctx, page.list) };
    },
    supplier_parcel_stat_get: (_input, ctx) => parcelCounts(ctx),
    supplier_parcel_get: (input, ctx) => parcelDetail(input, ctx),
    supplier_parcel_due_query: ({ date }, ctx) => dueOn(ctx, date),
  }) satisfies Handlers<Api>;
