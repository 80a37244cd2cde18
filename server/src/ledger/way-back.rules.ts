/** By which ways money of an order goes back: the last paid first, and inside one payment as it was taken. Without the database. */
import type { PaymentPart } from "./order-money.rules.ts";
import type { PayMethod } from "./ledger.rules.ts";

/** One part of a payment of the order: what came by it, and what went back by it since. */
export interface PaidPart extends PaymentPart {
  /** Of the order's payment row. */
  payment_id: number;
  source: "order" | "order_diff";
  /** Of the order, or of the difference. */
  source_id: number;
  paid_at: Date;
  returned: number;
  /** Channel or bank account it came to. */
  company_account_id?: number | null;
  trade_no?: string | null;
}
/** What leaves by one way, and of which payment it is. */
export interface WayBack {
  payment_id: number;
  /** What came, for which `returned` grows. */
  paid_by: PayMethod;
  /** How it goes; `bank` by a payout. */
  way: "gift" | "credit" | "principal" | "channel" | "bank";
  amount: number;
  company_account_id: number | null;
  trade_no: string | null;
}
export interface QuotedWays {
  ways: WayBack[];
  /** What no payment is left for. */
  beyond: number;
}
const ORDER: readonly PayMethod[] = ["gift", "credit", "principal", "wechat", "alipay", "channel", "remittance"];
/** As long as a channel takes money back. */
export const CHANNEL_DAYS = 365;
const DAY_MS = 86_400_000;

const firstLast = (a: PaidPart, b: PaidPart): number =>
  (a.source === b.source ? 0 : a.source === "order_diff" ? -1 : 1) ||
  b.paid_at.getTime() - a.paid_at.getTime() ||
  b.source_id - a.source_id ||
  ORDER.indexOf(a.method) - ORDER.indexOf(b.method) ||
  a.payment_id - b.payment_id;

function wayOf(p: PaidPart, at: Date): WayBack["way"] {
  if (p.method === "gift" || p.method === "credit" || p.method === "principal") return p.method;
  if (p.method === "remittance") return "bank";
  return at.getTime() - p.paid_at.getTime() <= CHANNEL_DAYS * DAY_MS ? "channel" : "bank";
}

/** `owed`: what the peer owes on credit now; what goes beyond it becomes principal. */
export function wayBack(amount: number, payments: readonly PaidPart[], owed: number, at: Date): QuotedWays {
  const ways: WayBack[] = [];
  let left = amount;
  let credit = owed;
  for (const p of [...payments].sort(firstLast)) {
    const take = Math.min(left, p.amount - p.returned);
    if (take <= 0) continue;
    left -= take;
    const way = wayOf(p, at);
    const { payment_id, method: paid_by } = p;
    const back = { payment_id, paid_by, company_account_id: p.company_account_id ?? null, trade_no: p.trade_no ?? null };
    const repaid = way === "credit" ? Math.min(take, credit) : take;
    if (way === "credit") credit -= repaid;
    if (repaid > 0) ways.push({ ...back, way, amount: repaid });
    if (repaid < take) ways.push({ ...back, way: "principal", amount: take - repaid });
  }
  return { ways, beyond: left };
}
