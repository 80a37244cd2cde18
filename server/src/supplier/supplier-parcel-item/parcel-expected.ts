/** Who should be in a parcel, and who must be sent today. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { piecesOf } from "@visadesk/contract/supplier/pieces.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, type Sql } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { addDays, calendarOf } from "../../base-data/index.ts";
import { cutOffsOf, expectedOf, goingOfSuppliers, LANE_HOURS, lanesOf, type Expected, type ItemRow } from "./parcel-items.sql.ts";
import { caughtBy, leaves } from "../supplier-parcel/parcel.rules.ts";
import type { ParcelRow } from "../supplier-parcel/parcel.sql.ts";

type Due = Output<typeof supplierParcelApi.supplier_parcel_due_query>;
type Caller = Pick<Ctx, "db" | "now" | "config">;

/** Who is given to the supplier for what the parcel still catches; a batch's parcel expects its lines. */
export async function expectedIn(ctx: Caller, p: ParcelRow): Promise<Expected[]> {
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
async function batchPeople(ctx: Caller, batchId: number): Promise<number[]> {
  const lines = await row<{ ids: number[] }>(
    ctx.db,
    q`select array(select applicant_id from submissions where batch_id = ${batchId} and line_status in ('packed', 'sent', 'submitted')) as ids`,
  );
  return lines?.ids ?? [];
}

/** Expected, lying here and neither on the list nor on another one. */
export const leftBehind = (expected: readonly Expected[], items: readonly ItemRow[]): Expected[] =>
  expected.filter(
    (e) => !items.some((i) => i.applicant_id === e.applicant_id) && e.originals.some((o) => o.is_here && o.parcel_no === null),
  );

interface DueAsk {
  date?: string | undefined;
  supplier_id?: readonly number[] | undefined;
  /** Condition over `applicants a`. */
  who?: Sql | null;
}
const AHEAD_DAYS = 14;
/** Whoever misses his day when his papers wait for the next working day. */
export async function dueOn(ctx: Caller, asked: DueAsk): Promise<Due> {
  const calendar = await calendarOf(ctx.db);
  const cutOff = await ctx.config("parcel_cut_off");
  const today = dayOf(ctx.now);
  const date = asked.date ?? leaves(calendar, ctx.now, cutOff);
  const all = await expectedOf(ctx.db, { until: addDays(date, AHEAD_DAYS), today, supplier_ids: asked.supplier_id, who: asked.who });
  const bySupplier = Map.groupBy(all, (x) => x.supplier_id);
  const ids = [...bySupplier.keys()];
  const lanes = await lanesOf(ctx.db, ids, ctx.now);
  const cutOffs = await cutOffsOf(ctx.db, ids);
  const going = Map.groupBy(await goingOfSuppliers(ctx.db, ids), (g) => g.supplier_id);
  const next = new Date(`${calendar.addWorkingDays(date, 1)}T${cutOff}:00+08:00`);
  const suppliers = [...bySupplier].flatMap(([supplier_id, list]) => {
    const lane = { hours: lanes.get(supplier_id) ?? LANE_HOURS, cut_off: cutOffs.get(supplier_id) ?? null };
    // The next parcel reaches this day at the earliest; whoever is planned before it goes today.
    const firsts = (going.get(supplier_id) ?? []).flatMap((g) => caughtBy(calendar, next, lane, [g]) ?? []).toSorted();
    const people = list.filter((x) => firsts[0] === undefined || x.planned_date < firsts[0]);
    const originals = people.flatMap((x) => x.originals);
    if (people.length === 0) return [];
    const here = piecesOf(originals.filter((m) => m.is_here));
    return [
      {
        supplier_id,
        supplier_name: list[0]?.supplier_name ?? "",
        people,
        here,
        missing: piecesOf(originals) - here,
        parcel_nos: [...new Set(originals.flatMap((m) => m.parcel_no ?? []))],
      },
    ];
  });
  return { date, suppliers };
}
/** How many people that are. */
export const dueCount = async (ctx: Caller): Promise<number> => (await dueOn(ctx, {})).suppliers.reduce((n, s) => n + s.people.length, 0);
