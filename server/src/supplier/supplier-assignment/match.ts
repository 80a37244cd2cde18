/** Doors: the ranking of all suppliers for a product, and the best of them. */
import { NEXT_FREE_DAYS } from "@visadesk/contract/supplier/supplier.words.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Db } from "#kit/db/db.ts";
import { calendarOf } from "../../base-data/index.ts";
import { bestOf } from "./assignment.rules.ts";
import { candidates, type Band, type Candidate, type Cost } from "./candidate.rules.ts";
import { heldBetween, matchRows, missionOf } from "./match.sql.ts";

export interface MatchAsk {
  sku_id: number;
  /** The day it is to be handed in; null: whether it can be done at all. */
  date: string | null;
  band: Band;
  tier: string | null;
  /** Whose own place does not count against him. */
  applicant_id?: number | null;
}

/** Everybody who was ever matched with the product, those that may do it first; costs as they are in force now. */
export async function rankingOf(db: Db, { sku_id, date, band, tier, applicant_id }: MatchAsk, now: Date): Promise<Candidate[]> {
  const list = await matchRows(db, sku_id, now);
  if (list.length === 0) return [];
  const calendar = await calendarOf(db);
  const limited = list.filter((m) => m.daily_quota !== null).map((m) => m.supplier_product_id);
  const from = date ?? shanghaiDate(now);
  const used = await heldBetween(db, date === null ? [] : limited, {
    from,
    to: calendar.addWorkingDays(from, NEXT_FREE_DAYS),
    but: applicant_id ?? null,
  });
  const days = { mission: calendar.missionDays((await missionOf(db, sku_id)) ?? null), working: calendar, used };
  return candidates(list, { date, today: shanghaiDate(now), band, tier }, days);
}

/** The best supplier for a product. */
export const match = async (db: Db, ask: MatchAsk, now: Date): Promise<Candidate | null> => bestOf(await rankingOf(db, ask, now));

/** What product and price review show of a match. */
export type UsableMatch = Pick<Candidate, "supplier_product_id" | "supplier_id" | "supplier_name" | "priority" | "lead_min" | "lead_max"> &
  Cost;

/** Those that could do it at an instant, best first. */
export const usableMatches = async (db: Db, skuId: number, at: Date): Promise<UsableMatch[]> =>
  (await rankingOf(db, { sku_id: skuId, date: null, band: "adult", tier: null }, at)).flatMap(({ excluded, cost, ...m }) =>
    excluded === null && cost ? [{ ...m, ...cost }] : [],
  );
