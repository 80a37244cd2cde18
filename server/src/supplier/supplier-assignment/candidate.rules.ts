/** Who may do it for one person on one day, best first, and why each of the others may not. Pure over fetched rows; days are those of Shanghai. */
import { feeCents } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { stateLabels } from "@visadesk/contract/kit/flow.ts";
import { supplierFlow } from "@visadesk/contract/supplier/supplier.flow.ts";
import { NEXT_FREE_DAYS, type BANDS, type SupplierKind } from "@visadesk/contract/supplier/supplier.words.ts";
import type { StateOf } from "@visadesk/contract/kit/flow.ts";
import { addDays, weekdayOf, type MissionDays, type WorkCalendar } from "../../base-data/index.ts";
import { paperState, type Paper } from "../supplier-document/supplier-document.rules.ts";

export type Band = keyof typeof BANDS;
/** A cost as it is in force, in its own currency. */
export interface Cost {
  price_id: number;
  adult: number;
  child: number | null;
  urgent: Readonly<Record<string, number>>;
  embassy_included: boolean;
  centre_included: boolean;
  embassy_fee: number;
  currency: string;
  /** Of one unit in CNY, as frozen with the price; null for CNY and where none was known. */
  rate: string | null;
}
export interface MatchRow {
  supplier_product_id: number;
  supplier_id: number;
  supplier_name: string;
  supplier_kind: SupplierKind;
  supplier_status: StateOf<typeof supplierFlow>;
  status: number;
  priority: number;
  daily_quota: number | null;
  submit_weekdays: readonly number[];
  lead_min: number;
  lead_max: number;
  valid_from: string | null;
  valid_to: string | null;
  settle_trigger: "submitted" | "issued" | "completed";
  on_refusal: "full" | "service_half" | "embassy_only" | "none";
  papers: readonly Paper[];
  cost: Cost | null;
}
/** Null date: whether it could be done at all, as of `today`; submit days and quotas are not asked then. */
export interface Ask {
  date: string | null;
  today: string;
  band: Band;
  tier: string | null;
}
export interface Days {
  mission: MissionDays;
  working: Pick<WorkCalendar, "addWorkingDays">;
  /** People a match holds on a day. */
  used(supplierProductId: number, date: string): number;
}
/** By what a candidate lost: figures count it. */
export type Cause =
  | "disabled"
  | "supplier"
  | "term"
  | "papers"
  | "price"
  | "day"
  | "quota"
  | "priority"
  | "cost"
  | "share"
  | "order"
  | "chosen";
export interface Lost {
  cause: Cause;
  reason: string;
}
/** What one person costs, in the currency of the price and in CNY. */
export interface Amount {
  amount: number;
  cny_amount: number;
  embassy_part: number;
}
export interface Candidate extends MatchRow {
  amount: Amount | null;
  used: number;
  /** Null for those that may do it. */
  excluded: Lost | null;
  next_free: string | null;
}

const SHIFTED = ["", "周一", "周二", "周三", "周四", "周五", "周六", "周日"];
const monthDay = (date: string): string => `${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`;
export const fullText = (date: string, used: number, quota: number): string => `${monthDay(date)}名额已满（${used}/${quota}）`;
export const weekdaysText = (days: readonly number[]): string =>
  [...days]
    .sort((a, b) => a - b)
    .map((d) => SHIFTED[d])
    .join("、");

/** Null where the price is in a currency without a rate. */
export function amountOf(cost: Cost, band: Band, tier: string | null): Amount | null {
  const amount = (band === "child" ? (cost.child ?? cost.adult) : cost.adult) + (tier === null ? 0 : (cost.urgent[tier] ?? 0));
  const cny = (minor: number): number | null => feeCents(minor, cost.currency, cost.rate);
  const [cny_amount, embassy_part] = [cny(amount), cost.embassy_included ? cny(cost.embassy_fee) : 0];
  return cny_amount === null || embassy_part === null ? null : { amount, cny_amount, embassy_part };
}

const STATES = stateLabels(supplierFlow);

/** What keeps a match from the work on a day, but for the day itself. */
function standing(m: MatchRow, day: string): Lost | null {
  if (m.status !== 1) return { cause: "disabled", reason: "匹配已停用" };
  if (m.supplier_status !== "active") return { cause: "supplier", reason: `供应商${STATES[m.supplier_status]}` };
  return termFault(m, day);
}

/** Whether its terms and its papers last until a day. */
export function termFault(m: MatchRow, day: string): Lost | null {
  if (m.valid_from !== null && day < m.valid_from) return { cause: "term", reason: `合作${monthDay(m.valid_from)}开始` };
  if (m.valid_to !== null && day > m.valid_to) return { cause: "term", reason: `合作${monthDay(m.valid_to)}已结束` };
  const { stopped } = paperState(m.supplier_kind, m.papers, day);
  return stopped === null ? null : { cause: "papers", reason: stopped };
}

/** What keeps it from that day: the mission's days, its own, or the people it holds already. */
export function dayFault(m: MatchRow, date: string, days: Days): Lost | null {
  const closed = days.mission.closedBecause(date);
  if (closed !== null) return { cause: "day", reason: `${monthDay(date)}不能送签（${closed}）` };
  if (!m.submit_weekdays.includes(weekdayOf(date))) return { cause: "day", reason: `只在${weekdaysText(m.submit_weekdays)}送签` };
  const used = m.daily_quota === null ? 0 : days.used(m.supplier_product_id, date);
  return m.daily_quota !== null && used >= m.daily_quota ? { cause: "quota", reason: fullText(date, used, m.daily_quota) } : null;
}

/** The next day with room within so many working days. */
function nextFree(m: MatchRow, date: string, days: Days): string | null {
  const last = days.working.addWorkingDays(date, NEXT_FREE_DAYS);
  for (let day = addDays(date, 1); day <= last; day = addDays(day, 1))
    if (standing(m, day) === null && dayFault(m, day, days) === null) return day;
  return null;
}

function candidate(m: MatchRow, ask: Ask, days: Days): Candidate {
  const { date, today, band, tier } = ask;
  const amount = m.cost && amountOf(m.cost, band, tier);
  const used = date === null ? 0 : days.used(m.supplier_product_id, date);
  const lacks: Lost | null = amount ? null : { cause: "price", reason: m.cost ? "缺少汇率" : "没有生效的结算价" };
  const lasting = standing(m, date ?? today) ?? lacks;
  const excluded = lasting ?? (date === null ? null : dayFault(m, date, days));
  return { ...m, amount, used, excluded, next_free: excluded && !lasting && date !== null ? nextFree(m, date, days) : null };
}

const shareOf = (c: Candidate): number => (c.daily_quota === null ? 0 : c.used / c.daily_quota);
const costOf = (c: Candidate): number => (c.cost && feeCents(c.cost.adult, c.cost.currency, c.cost.rate)) ?? Number.MAX_SAFE_INTEGER;
/** By priority, adult cost, used share of quota, id. */
const order = (a: Candidate, b: Candidate): number =>
  a.priority - b.priority || costOf(a) - costOf(b) || shareOf(a) - shareOf(b) || a.supplier_product_id - b.supplier_product_id;

/** The whole ranking: those that may do it first, best first. */
export const candidates = (list: readonly MatchRow[], ask: Ask, days: Days): Candidate[] =>
  list.map((m) => candidate(m, ask, days)).toSorted((a, b) => Number(a.excluded !== null) - Number(b.excluded !== null) || order(a, b));

/** Why somebody that might have done it was not taken. */
export function lostTo(c: Candidate, chosen: Candidate): Lost {
  const name = chosen.supplier_name;
  if (c.priority > chosen.priority) return { cause: "priority", reason: `优先级低于「${name}」` };
  if (c.priority < chosen.priority) return { cause: "chosen", reason: `人工选择了「${name}」` };
  if (costOf(c) !== costOf(chosen)) return { cause: "cost", reason: `结算价高于「${name}」` };
  return shareOf(c) > shareOf(chosen)
    ? { cause: "share", reason: `名额占用高于「${name}」` }
    : { cause: "order", reason: `排在「${name}」之后` };
}
