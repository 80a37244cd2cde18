/** Rates of a day: what a unit of a currency costs in CNY as the books reckon it. */
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";

const HOME = "CNY";
const MICRO = 1_000_000;
export interface FxRate {
  /** Null: our own currency. */
  id: number | null;
  /** CNY per unit, in millionths. */
  rate_micro: number;
}
/** The rate of that very day; undefined while nobody typed it. */
export async function fxRateOn(db: Db, currency: string, day: string): Promise<FxRate | undefined> {
  if (currency === HOME) return { id: null, rate_micro: MICRO };
  return row<FxRate & { id: number }>(
    db,
    q`select id, rate_micro from fx_rates where currency = ${currency} and day = ${day}::date for key share`,
  );
}
