/** What other areas ask of 最近可约日期: the row that speaks for a place and a kind of visa. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Db } from "#kit/db/db.ts";
import { freshnessOf, freshUntil, type Freshness } from "./appointment.rules.ts";
import { earliestRows, type EarliestRow } from "./appointment.sql.ts";
import { calendarOf } from "../calendar/calendar.ts";

export interface Earliest extends EarliestRow {
  freshness: Freshness;
  fresh_until: string;
}

/** Every enabled row of these places, each place's own kinds of visa before the row for all. */
export async function appointmentsAt(db: Db, placeIds: readonly number[], now: Date): Promise<Earliest[]> {
  if (placeIds.length === 0) return [];
  const found = await earliestRows(db, placeIds);
  const calendar = await calendarOf(db);
  const today = shanghaiDate(now);
  return found.map((a) => ({ ...a, freshness: freshnessOf(calendar, a, today), fresh_until: freshUntil(calendar, a) }));
}

/** The row that speaks for a place and a kind of visa, of those of several places. */
export const speaksFor = (all: readonly Earliest[], placeId: number, visaType: number): Earliest | null => {
  const own = all.filter((a) => a.place_id === placeId);
  return own.find((a) => a.visa_type === visaType) ?? own.find((a) => a.visa_type === null) ?? null;
};

/**
 * The nearest bookable date of a place for a kind of visa, or null when nobody keeps it. `freshness` says whether it
 * may be told to a customer: only `fresh`.
 */
export async function appointmentEarliest(db: Db, placeId: number, visaType: number, now: Date): Promise<Earliest | null> {
  return speaksFor(await appointmentsAt(db, [placeId], now), placeId, visaType);
}
