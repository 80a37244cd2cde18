/** The accounts of one demo peer over time: what it pays out of them, what it tops up and repays, and what it gets back. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { DemoLedger, PayMethod } from "../../ledger/index.ts";
import type { Bulk } from "./bulk.ts";
import type { Random } from "./random.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Of a month, on which what was owed at the end of the month before is repaid. */
const REPAY_DAY = 10;
/** Principal is topped up by steps. */
const STEP = 500_000;

export interface WalletOf {
  id: number;
  settle_mode: "prepaid" | "credit" | "cash";
  /** With the temporary one. */
  limit: number;
  /** Its bills are not paid from then on; null: it pays in time. */
  stops_paying: Date | null;
  /** From then on nothing more is charged to its credit. */
  credit_stops: Date | null;
}
interface Part {
  method: PayMethod;
  amount: number;
}
/** Books what goes back, as much as is owed against its credit; answers how much went where. */
export type GiveBack = (owed: number, at: Date) => { principal: number; credit: number };
export interface Books {
  random: Random;
  bulk: Bulk;
  ledger: DemoLedger;
  /** The page that stands for every proof, and whoever sees the money come in. */
  proof: string;
  clerk: number | null;
  now: Date;
}

export class Wallet {
  private readonly of: WalletOf;
  private readonly b: Books;
  private principal = 0;
  private owed = 0;
  /** Owed at the end of last month, and the month that is counted. */
  private billed = 0;
  private month = "";
  private last = new Date(0);
  /** What comes back to it later. */
  private back: { at: Date; give: GiveBack }[] = [];
  constructor(of: WalletOf, books: Books) {
    this.of = of;
    this.b = books;
  }
  /** Brings it to an instant: refunds have come, the bill of last month is paid. */
  advance(at: Date): void {
    this.settle(at);
    const day = shanghaiDate(at);
    if (day.slice(0, 7) !== this.month) Object.assign(this, { month: day.slice(0, 7), billed: this.owed });
    const due = Math.min(this.billed, this.owed);
    if (due === 0 || Number(day.slice(8)) < REPAY_DAY || (this.of.stops_paying && at >= this.of.stops_paying)) return;
    this.repay(due, at);
  }

  /** Out of its accounts as the ledger would take it, at once; null: it pays as customers do. */
  pay(amount: number, at: Date): { parts: Part[]; at: Date } | null {
    this.advance(at);
    if (this.of.settle_mode === "prepaid" && this.principal < amount) this.topUp(amount, at);
    const principal = Math.min(this.principal, amount);
    const credit = amount - principal;
    if (credit > 0 && !this.mayCharge(credit, at)) return null;
    this.principal -= principal;
    this.owed += credit;
    const parts: Part[] = [
      { method: "principal", amount: principal },
      { method: "credit", amount: credit },
    ];
    return { parts: parts.filter((p) => p.amount > 0), at: this.tick(at) };
  }

  /** Money of an order that goes back to it at that time. */
  returns(at: Date, give: GiveBack): void {
    this.back.push({ at, give });
  }
  /** What came back until then, against what is owed at each moment. */
  settle(until: Date): void {
    const come = this.back.filter((x) => x.at <= until).sort((a, b) => a.at.getTime() - b.at.getTime());
    this.back = this.back.filter((x) => x.at > until);
    for (const { at, give } of come) {
      this.last = new Date(Math.max(at.getTime(), this.last.getTime()));
      const { principal, credit } = give(this.owed, this.last);
      this.principal += principal;
      this.owed -= credit;
    }
  }

  private mayCharge(amount: number, at: Date): boolean {
    const { settle_mode, limit, stops_paying, credit_stops } = this.of;
    if (settle_mode !== "credit" || amount > limit || (credit_stops && at >= credit_stops)) return false;
    if (this.owed + amount <= limit) return true;
    if (stops_paying && at >= stops_paying) return false;
    this.repay(this.owed, at);
    return true;
  }

  private topUp(amount: number, at: Date): void {
    const wanted = amount + this.b.random.int(2, 6) * STEP;
    this.moneyIn("top_up", Math.ceil((wanted - this.principal) / STEP) * STEP, at);
  }
  private repay(amount: number, at: Date): void {
    this.moneyIn("repay", amount, at);
    this.owed -= amount;
    this.billed = Math.max(0, this.billed - amount);
  }

  private moneyIn(purpose: "top_up" | "repay", amount: number, around: Date): void {
    const { random: r, bulk, ledger, proof, clerk } = this.b;
    const at = this.tick(around);
    const id = bulk.id("peer_top_ups");
    const way = purpose === "repay" ? "bank" : r.pick(["bank", "bank", "alipay", "wechat"] as const);
    const money = { peer_id: this.of.id, amount, way, source_noun: "peer_top_up", source_id: id };
    const act = { at, by: clerk };
    const journal_id = purpose === "repay" ? ledger.repaid(money, amount, act) : ledger.toppedUp(money, act);
    if (purpose === "top_up") this.principal += amount;
    bulk.add("peer_top_ups", {
      id,
      peer_id: this.of.id,
      amount,
      purpose,
      method: way,
      trade_no: `${way === "bank" ? "HK" : "ZF"}${shanghaiDate(at).replaceAll("-", "")}${String(id).padStart(6, "0")}`,
      paid_at: at.toISOString(),
      proof_files: [proof],
      note: "",
      journal_id,
      created_by: clerk,
      created_at: at.toISOString(),
    });
  }

  /** A little later than what happened last. */
  private tick(at: Date): Date {
    const next = Math.max(at.getTime(), this.last.getTime()) + this.b.random.int(1, 4) * MINUTE;
    this.last = new Date(Math.min(next, this.b.now.getTime()));
    return this.last;
  }
}

/** Whose bills are unpaid since so many days, by the days a bill may wait. */
export const unpaidSince = (now: Date, overdue: number, creditDays: number): { stops: Date; due: string } => ({
  stops: new Date(now.getTime() - (overdue + creditDays + REPAY_DAY) * DAY),
  due: shanghaiDate(new Date(now.getTime() - overdue * DAY)),
});
