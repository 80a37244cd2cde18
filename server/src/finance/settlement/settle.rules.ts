/** What is decided about settlements without the database: cycles, what both sides settle on, what that books, which lines a payment pays. */
import type { SettleKind, LineVerdict } from "@visadesk/contract/finance/settle.words.ts";
import type { SETTLE_CYCLES } from "@visadesk/contract/supplier/supplier.words.ts";
import type { AccountCode, Line, Posting } from "../../ledger/index.ts";

export interface Cycle {
  start: string;
  end: string;
}
type CycleKind = keyof typeof SETTLE_CYCLES;
const DAY_MS = 86_400_000;
export const addDays = (day: string, n: number): string => new Date(Date.parse(day) + n * DAY_MS).toISOString().slice(0, 10);
const lastOfMonth = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10);

/** The cycle a day lies in; a supplier settled by order has a cycle of that day. */
export function cycleOf(kind: CycleKind, day: string): Cycle {
  const month = day.slice(0, 8);
  if (kind === "month") return { start: `${month}01`, end: lastOfMonth(day) };
  if (kind === "half_month")
    return Number(day.slice(8)) <= 15 ? { start: `${month}01`, end: `${month}15` } : { start: `${month}16`, end: lastOfMonth(day) };
  if (kind === "week") {
    const start = addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
    return { start, end: addDays(start, 6) };
  }
  return { start: day, end: day };
}
/** Cycles from that of a day to the last one that is over. */
export function cyclesOver(kind: CycleKind, from: string, today: string): Cycle[] {
  const list: Cycle[] = [];
  for (let c = cycleOf(kind, from); c.end < today; c = cycleOf(kind, addDays(c.end, 1))) list.push(c);
  return list;
}
/** The end of a cycle and the days agreed, moved to a working day. */
export function dueOn(end: string, creditDays: number, isWorkingDay: (day: string) => boolean): string {
  let day = addDays(end, creditDays);
  while (!isWorkingDay(day)) day = addDays(day, 1);
  return day;
}

/** What both sides settle on by a verdict; null: the line leaves for a later cycle. */
export function agreedBy(verdict: LineVerdict, ours: number, theirs: number | null): number | null {
  if (verdict === "appeal") return null;
  if (verdict === "ours") return ours;
  if (verdict === "half") return Math.round((ours + (theirs ?? 0)) / 2);
  return theirs ?? 0;
}

export interface AgreedLine {
  id: number;
  account_code: PayableCode;
  order_id: number | null;
  applicant_id: number | null;
  /** What the books have of it. */
  booked: number;
  agreed: number;
  verdict: LineVerdict | null;
  borne_by: number | null;
}
export type PayableCode = Extract<AccountCode, "payable_supplier" | "payable_insurer" | "payable_carrier">;
export const PAYABLES = ["payable_supplier", "payable_insurer", "payable_carrier"] as const satisfies readonly PayableCode[];
export const payableOf = (kind: Exclude<SettleKind, "peer">): PayableCode =>
  kind === "insurer" ? "payable_insurer" : kind === "carrier" ? "payable_carrier" : "payable_supplier";

/** The account a line stands on, by whose paper it is. */
export type LineAccount = PayableCode | "peer_credit";
export const accountOf = (kind: SettleKind): LineAccount => (kind === "peer" ? "peer_credit" : payableOf(kind));
export const isPayable = (code: LineAccount): code is PayableCode => code !== "peer_credit";

/** Differences between the books and what was settled on: cost of ours, or of whoever bears it. */
export function differencePosting(
  s: { id: number; kind: SettleKind; supplier_id: number },
  lines: readonly AgreedLine[],
  seq: number,
): Posting {
  const isCarrier = s.kind === "carrier";
  return {
    kind: isCarrier ? "parcel_bill" : "supplier_adjust",
    source_noun: "settlement",
    source_id: s.id,
    seq,
    lines: lines.flatMap(({ account_code, order_id, applicant_id, booked, agreed, verdict, borne_by }): Line[] => {
      const keys = { order_id, applicant_id };
      const amount = agreed - booked;
      const bearer: Line["account"] =
        verdict === "supplier" && borne_by !== null
          ? { code: "payable_supplier", owner_id: borne_by }
          : { code: "cost", kind: isCarrier ? "express" : "supplier_adjust" };
      return [
        { account: bearer, amount, ...keys },
        { account: { code: account_code, owner_id: s.supplier_id }, amount: -amount, ...keys },
      ];
    }),
  };
}

export interface OpenLine {
  id: number;
  /** Agreed less settled. */
  open: number;
}
/** Which lines an amount pays: what lessens the settlement first, then in their order until it is used up. */
export function allot(lines: readonly OpenLine[], amount: number): [id: number, amount: number][] {
  const lessening = lines.filter((l) => l.open < 0);
  let left = amount - lessening.reduce((n, l) => n + l.open, 0);
  const paid: [number, number][] = lessening.map((l) => [l.id, l.open]);
  for (const { id, open } of lines) {
    if (left <= 0) break;
    if (open <= 0) continue;
    const part = Math.min(open, left);
    paid.push([id, part]);
    left -= part;
  }
  return paid;
}
