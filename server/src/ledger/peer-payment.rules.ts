/** Out of which of its accounts a peer pays: gift money by grants, then principal, then credit. Without the database. */
import { creditFault } from "@visadesk/contract/peer/peer/credit.rules.ts";
import { sumOf, type PaidLine, type PaymentPart, type TakenGift } from "./order-money.rules.ts";

/** The ways that are a peer's own accounts. */
export const ACCOUNT_WAYS = ["gift", "principal", "credit"] as const;
export type AccountPart = PaymentPart & { method: (typeof ACCOUNT_WAYS)[number] };
export const isAccountPart = (p: PaymentPart): p is AccountPart => ACCOUNT_WAYS.some((w) => w === p.method);

/** What is left of a grant, and how much of an order it may pay. */
export interface Lot {
  id: number;
  remaining: number;
  max_order_pct: number;
}
/** What a peer can pay with at an instant besides. */
export interface Means {
  principal: number;
  credit_limit: number;
  credit_available: number;
  credit_blocked: string | null;
}
export interface PaymentQuote {
  parts: AccountPart[];
  gifts: TakenGift[];
  shortage: number;
  /** What is missing, in words; null: it is enough. */
  fault: string | null;
}

/** Never for fees of missions, and within each grant's share of what the order pays beside them. */
function giftsFor(lots: readonly Lot[], lines: readonly PaidLine[], amount: number): TakenGift[] {
  const base = sumOf(lines.filter((l) => l.kind !== "embassy").map((l) => l.payable));
  const taken: TakenGift[] = [];
  let sum = 0;
  for (const { id, remaining, max_order_pct } of lots) {
    const take = Math.min(remaining, Math.floor((base * max_order_pct) / 100) - sum, amount - sum);
    if (take <= 0) continue;
    taken.push({ lot_id: id, amount: take });
    sum += take;
  }
  return taken;
}

/** How `amount` of these fee lines is paid; grants come in the order of their use. */
export function quoteParts(m: Means, lots: readonly Lot[], lines: readonly PaidLine[], amount: number): PaymentQuote {
  const gifts = giftsFor(lots, lines, amount);
  const gift = sumOf(gifts.map((g) => g.amount));
  const principal = Math.min(m.principal, amount - gift);
  const open = amount - gift - principal;
  const free = m.credit_blocked === null ? Math.max(0, m.credit_available) : 0;
  const credit = Math.min(free, open);
  const of = { gift, principal, credit };
  return {
    parts: ACCOUNT_WAYS.filter((w) => of[w] > 0).map((method) => ({ method, amount: of[method] })),
    gifts,
    shortage: open - credit,
    fault: open > credit ? missing(m, open - credit) : null,
  };
}

const yuan = (cents: number): string => (cents / 100).toFixed(2);
function missing(m: Means, shortage: number): string {
  if (m.credit_blocked !== null) return `${m.credit_blocked}，暂停授信下单，余额还差 ¥${yuan(shortage)}`;
  return (m.credit_limit > 0 ? creditFault(0, shortage) : null) ?? `余额不足，还差 ¥${yuan(shortage)}`;
}
