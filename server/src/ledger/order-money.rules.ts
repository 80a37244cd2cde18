/** What each money event of an order posts: its journal's kind, source and lines, from what the ledger holds already. */
import { refuse } from "#kit/http/refuse.ts";
import { depositAccount, payerAccount, supplierSplit, type JournalKind, type PayMethod, type Posting } from "./ledger.rules.ts";

export interface PaidLine {
  applicant_id: number | null;
  kind: string;
  payable: number;
}
export interface PaymentPart {
  method: PayMethod;
  amount: number;
}
export interface OrderPayment {
  order_id: number;
  peer_id: number | null;
  /** `order` for the first payment, `order_diff` for a difference. */
  source: "order" | "order_diff";
  source_id: number;
  parts: readonly PaymentPart[];
  fee_lines: readonly PaidLine[];
}
/** One person of an order; null for what the whole order pays together. */
export interface Bearer {
  order_id: number;
  applicant_id: number | null;
}
export interface Revenue extends Bearer {
  kinds: readonly string[];
}
/** What the supplier of one person is owed as things stand. */
export interface Owed {
  order_id: number;
  applicant_id: number;
  supplier_id: number;
  price: number;
  /** Mission fee inside the price. */
  embassy_part: number;
}
/** Lines of a person's costs that no reversal has mirrored. */
export interface BookedCost {
  code: string;
  owner_id: number;
  kind: string;
  amount: number;
}
/** What an account holds for somebody, by fee kind. */
export type Held = ReadonlyMap<string, number>;

export const sumOf = (list: Iterable<number>): number => [...list].reduce((a, b) => a + b, 0);
const yuan = (cents: number): string => (cents / 100).toFixed(2);

/** A difference is booked by what it is paid for. */
const DIFF_JOURNALS: Readonly<Record<string, JournalKind>> = { reappointment: "reappoint_paid", invoice_surcharge: "surcharge_paid" };
const kindOf = ({ source, fee_lines: [first] }: OrderPayment): JournalKind =>
  source === "order" ? "order_paid" : (DIFF_JOURNALS[first?.kind ?? ""] ?? "diff_paid");

/** Of which grants gift money is taken; none yet: the posting is asked for, not written. */
export interface TakenGift {
  lot_id: number;
  amount: number;
}

/** Money that came in for fee lines: what the customer gave against what waits per applicant and fee. */
export function paymentPosting(p: OrderPayment, gifts: readonly TakenGift[] = []): Posting {
  const paid = sumOf(p.parts.map((x) => x.amount));
  const due = sumOf(p.fee_lines.map((x) => x.payable));
  if (paid !== due) refuse("amount_mismatch", `支付金额与应付不一致，差额 ¥${yuan(Math.abs(paid - due))}`);
  return {
    kind: kindOf(p),
    source_noun: p.source,
    source_id: p.source_id,
    lines: [
      ...p.parts.flatMap((x) => {
        const account = payerAccount(x.method, p.peer_id);
        return x.method === "gift" && gifts.length > 0
          ? gifts.map((g) => ({ account, amount: g.amount, order_id: p.order_id, gift_lot_id: g.lot_id }))
          : [{ account, amount: x.amount, order_id: p.order_id }];
      }),
      ...p.fee_lines.map((x) => ({
        account: depositAccount(x.kind),
        amount: -x.payable,
        order_id: p.order_id,
        applicant_id: x.applicant_id,
        fee_kind: x.kind,
      })),
    ],
  };
}

/** Whose event it is. */
export const sourceOf = ({ order_id, applicant_id }: Bearer): { source_noun: "order" | "applicant"; source_id: number } =>
  applicant_id === null ? { source_noun: "order", source_id: order_id } : { source_noun: "applicant", source_id: applicant_id };

/** What is deferred for these fee kinds becomes revenue. */
export function revenuePosting({ kinds, ...keys }: Revenue, deferred: Held, seq: number): Posting {
  const lines = [...deferred]
    .filter(([kind, amount]) => amount > 0 && kinds.includes(kind))
    .flatMap(([kind, amount]) => [
      { account: { code: "order_deferred" as const }, amount, ...keys, fee_kind: kind },
      { account: { code: "revenue" as const, kind }, amount: -amount, ...keys, fee_kind: kind },
    ]);
  return { kind: "revenue", ...sourceOf(keys), seq, lines };
}

const official = (c: Pick<Owed, "price" | "embassy_part">): number => Math.min(c.embassy_part, c.price);

/**
 * What brings the books to what is owed: a first cost, the difference of another price; where another supplier is owed, the
 * mission's part is another, or nothing is owed, what stands is reversed and posted anew.
 */
export function costStep(booked: readonly BookedCost[], c: Owed): { reverse: boolean; cost: boolean; difference: number } {
  const owed = new Map<number, number>();
  for (const l of booked) if (l.code === "payable_supplier") owed.set(l.owner_id, (owed.get(l.owner_id) ?? 0) - l.amount);
  const parts = sumOf(booked.filter((l) => l.code === "embassy_trust" || l.kind === "embassy_variance").map((l) => l.amount));
  const difference = c.price - (owed.get(c.supplier_id) ?? 0);
  const others = [...owed].some(([id, amount]) => id !== c.supplier_id && amount !== 0);
  if (booked.length === 0) return { reverse: false, cost: c.price > 0, difference: 0 };
  if (!others && parts === official(c) && c.price > 0) return { reverse: false, cost: false, difference };
  return { reverse: true, cost: c.price > 0, difference: 0 };
}

/** What a supplier earns; the mission's part comes out of what is held in trust. */
export function costPosting(c: Owed, trust: Held, seq: number): Posting {
  const split = supplierSplit(c.price, c.embassy_part, sumOf(trust.values()));
  const keys = { order_id: c.order_id, applicant_id: c.applicant_id };
  return {
    kind: "supplier_cost",
    ...sourceOf(keys),
    seq,
    lines: [
      { account: { code: "embassy_trust" }, amount: split.trust, ...keys, fee_kind: "embassy" },
      { account: { code: "cost", kind: "embassy_variance" }, amount: split.variance, ...keys },
      { account: { code: "cost", kind: "supplier" }, amount: split.supplier, ...keys },
      { account: { code: "payable_supplier", owner_id: c.supplier_id }, amount: -c.price, ...keys },
    ],
  };
}

/** The difference of another settle price. */
export function adjustmentPosting(c: Owed, difference: number, reason: string, seq: number): Posting {
  const keys = { order_id: c.order_id, applicant_id: c.applicant_id };
  return {
    kind: "supplier_cost_adjust",
    ...sourceOf(keys),
    seq,
    reason,
    lines: [
      { account: { code: "cost", kind: "supplier" }, amount: difference, ...keys },
      { account: { code: "payable_supplier", owner_id: c.supplier_id }, amount: -difference, ...keys },
    ],
  };
}
