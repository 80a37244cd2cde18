/** What is decided about peers' statements without the database: what a line is, what money settles, how a debt is parted. */
import type { JournalKind } from "@visadesk/contract/finance/ledger.words.ts";
import type { LineSource } from "@visadesk/contract/finance/settle.words.ts";
import type { Line, Posting } from "../../ledger/index.ts";

/** A line of credit as its statement calls it; one that takes another back is called by what it undoes. */
export function sourceOf({ kind, amount, reversed }: { kind: JournalKind; amount: number; reversed: JournalKind | null }): LineSource {
  if (reversed === null && amount > 0) return "charge";
  // A charge that was taken back is money given back, and so is the refund that was taken back.
  if (reversed !== null) return reversed === "refund_paid" || amount < 0 ? "refund" : "repay";
  return kind === "refund_paid" ? "refund" : "repay";
}

/** A line that lessened the debt, and what of it settles nothing; below 0: it was taken back after it had settled something. */
export interface Credit {
  line_id: number;
  journal_id: number;
  free: number;
}
export interface OpenStatement {
  id: number;
  remaining: number;
}
export interface Allocation {
  settlement_id: number;
  line_id: number;
  journal_id: number;
  amount: number;
}
/** The oldest money settles the statement that is due first; both come in that order. */
export function fifo(credits: readonly Credit[], open: readonly OpenStatement[]): Allocation[] {
  const made: Allocation[] = [];
  const left = open.map((s) => ({ ...s }));
  for (const { line_id, journal_id, free } of credits) {
    let rest = free;
    for (const s of left) {
      if (rest <= 0) break;
      const amount = Math.min(rest, s.remaining);
      if (amount <= 0) continue;
      made.push({ settlement_id: s.id, line_id, journal_id, amount });
      s.remaining -= amount;
      rest -= amount;
    }
  }
  return made;
}

export interface Billed {
  due_on: string;
  remaining: number;
  /** Agreed upon: it can be late. */
  is_agreed: boolean;
}
/** A debt parted as its statements part it: money that settles nothing yet goes against what is due first. */
export function splitDebt(owed: number, statements: readonly Billed[], free: number) {
  let credit = free;
  const open = statements
    .toSorted((a, b) => a.due_on.localeCompare(b.due_on))
    .map((s) => {
      const part = Math.min(credit, s.remaining);
      credit -= part;
      return { ...s, remaining: s.remaining - part };
    });
  const billed = Math.min(
    owed,
    open.reduce((n, s) => n + s.remaining, 0),
  );
  const due = open.filter((s) => s.is_agreed && s.remaining > 0).map(({ due_on, remaining }) => ({ due_on, amount: remaining }));
  return { billed, unbilled: owed - billed, due };
}

const DAY_MS = 86_400_000;
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

export interface AgreedDifference {
  order_id: number | null;
  /** Agreed less what the books have. */
  amount: number;
}
/** Differences both agreed upon: our cost where we give, our income where we take. */
export const differencePosting = (s: { id: number; peer_id: number }, lines: readonly AgreedDifference[], seq: number): Posting => ({
  kind: "adjust",
  source_noun: "settlement",
  source_id: s.id,
  seq,
  change_type: "50",
  lines: lines.flatMap(({ order_id, amount }): Line[] => [
    { account: { code: "peer_credit", owner_id: s.peer_id }, amount, order_id },
    {
      account: amount > 0 ? { code: "other_income", kind: "adjust" } : { code: "expense", kind: "compensation" },
      amount: -amount,
      order_id,
    },
  ]),
});
