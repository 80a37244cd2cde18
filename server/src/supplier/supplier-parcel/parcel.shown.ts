/** Parcels as their readers see them: beside the stored row the submission that each still catches. */
import type { Ctx } from "#kit/call/context.ts";
import { calendarOf } from "../../base-data/index.ts";
import { goingOf, LANE_HOURS, lanesOf } from "../supplier-parcel-item/parcel-items.sql.ts";
import { catching, type Catching } from "./parcel.rules.ts";
import type { ParcelRow, StoredParcel } from "./parcel.sql.ts";

const NO_CLOCK: Catching = { cut_off_at: "", catches: null, else_catches: null, is_tight: false, slack: null };
type Caller = Pick<Ctx, "db" | "now" | "config">;
/** Not on its way yet. */
const waits = (p: StoredParcel): boolean => p.type === 2 && (p.stage === "packing" || p.stage === "sealed");

export type Waiting = Pick<StoredParcel, "id" | "supplier_id" | "planned_send_on" | "contact_cut_off">;
/** The clock of each parcel that has not left, by its id. */
export async function clocksOf(ctx: Caller, waiting: readonly Waiting[]): Promise<ReadonlyMap<number, Catching>> {
  if (waiting.length === 0) return new Map();
  const [calendar, going, lanes, cutOff] = [
    await calendarOf(ctx.db),
    await goingOf(
      ctx.db,
      waiting.map((p) => p.id),
    ),
    await lanesOf(ctx.db, [...new Set(waiting.map((p) => p.supplier_id))], ctx.now),
    await ctx.config("parcel_cut_off"),
  ];
  const byParcel = Map.groupBy(going, (g) => g.parcel_id);
  return new Map(
    waiting.map((p) => [
      p.id,
      catching(calendar, ctx.now, {
        cutOff,
        planned: p.planned_send_on,
        lane: { hours: lanes.get(p.supplier_id) ?? LANE_HOURS, cut_off: p.contact_cut_off },
        going: byParcel.get(p.id) ?? [],
      }),
    ]),
  );
}

export async function shownParcels(ctx: Caller, list: readonly StoredParcel[]): Promise<ParcelRow[]> {
  const clocks = await clocksOf(ctx, list.filter(waits));
  return list.map((p) => {
    const { cut_off_at, slack: _slack, ...days } = clocks.get(p.id) ?? NO_CLOCK;
    return { ...p, ...days, cut_off_at: cut_off_at || null };
  });
}
