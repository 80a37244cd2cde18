/** Doors: the ranking of all suppliers for a product, and the best of them. */
import { feeCents } from "@visadesk/contract/base-data/official-fee.rules.ts";
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

export interface Span {
  from: string;
  to: string;
  /** Whose own place does not count. */
  but?: number | null;
}
interface Ranker {
  rank(ask: Pick<MatchAsk, "date" | "band" | "tier">): Candidate[];
  /** Counts a place that is suggested and not taken yet. */
  suggest(supplierProductId: number, date: string): void;
}

/** The ranking of a product for the days of a span: what it rests on is read once, costs as they are in force now. */
export async function rankerOf(db: Db, skuId: number, span: Span | null, now: Date): Promise<Ranker> {
  const list = await matchRows(db, skuId, now);
  if (list.length === 0) return { rank: () => [], suggest: () => undefined };
  const working = await calendarOf(db);
  const limited = list.filter((m) => m.daily_quota !== null).map((m) => m.supplier_product_id);
  const used = span ? await heldBetween(db, limited, { ...span, to: working.addWorkingDays(span.to, NEXT_FREE_DAYS) }) : (): number => 0;
  const suggested = new Map<string, number>();
  const counted = (id: number, date: string): number => used(id, date) + (suggested.get(`${id} ${date}`) ?? 0);
  const days = { mission: working.missionDays((await missionOf(db, skuId)) ?? null), working, used: counted };
  return {
    rank: (ask) => candidates(list, { ...ask, today: shanghaiDate(now) }, days),
    suggest: (id, date) => void suggested.set(`${id} ${date}`, (suggested.get(`${id} ${date}`) ?? 0) + 1),
  };
}

/** Everybody who was ever matched with the product, those that may do it first. */
export async function rankingOf(db: Db, { sku_id, applicant_id, ...ask }: MatchAsk, now: Date): Promise<Candidate[]> {
  const span = ask.date === null ? null : { from: ask.date, to: ask.date, but: applicant_id ?? null };
  return (await rankerOf(db, sku_id, span, now)).rank(ask);
}

/** The best supplier for a product. */
export const match = async (db: Db, ask: MatchAsk, now: Date): Promise<Candidate | null> => bestOf(await rankingOf(db, ask, now));

/** What product and price review show of a match; amounts in cents of CNY at the rate frozen with the cost. */
export type UsableMatch = Pick<Candidate, "supplier_product_id" | "supplier_id" | "supplier_name" | "priority" | "lead_min" | "lead_max"> &
  Cost;

/** Null without a rate. */
function inCents({ adult, child, currency, rate }: Cost): Pick<Cost, "adult" | "child"> | null {
  const cny = feeCents(adult, currency, rate);
  return cny === null ? null : { adult: cny, child: child === null ? null : feeCents(child, currency, rate) };
}

/** Those that could do it at an instant, best first. */
export const usableMatches = async (db: Db, skuId: number, at: Date): Promise<UsableMatch[]> =>
  (await rankingOf(db, { sku_id: skuId, date: null, band: "adult", tier: null }, at)).flatMap(({ excluded, cost, ...m }) => {
    const amounts = excluded === null && cost ? inCents(cost) : null;
    return cost && amounts ? [{ ...m, ...cost, ...amounts }] : [];
  });
