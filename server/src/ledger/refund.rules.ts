/** What goes back to customers posts: a refund, a claim, what is kept, and each way by which it leaves. Without the database. */
import type { ChangeType } from "@visadesk/contract/finance/ledger.words.ts";
import {
  depositAccount,
  payerAccount,
  type AccountCode,
  type AccountRef,
  type Line,
  type PayMethod,
  type Posting,
} from "./ledger.rules.ts";
import { revenuePosting, sumOf, type Held, type PaymentPart, type TakenGift } from "./order-money.rules.ts";

/** Money that goes back to a customer; the source is what decided it. */
export interface PayBack {
  source_noun: string;
  source_id: number;
  order_id: number;
  /** Null: of several people, or of the whole order. */
  applicant_id: number | null;
  /** By which it is told apart what is still due. */
  refund_id?: number;
}
export interface RefundFee {
  kind: string;
  amount: number;
  /** Absent: the person the whole is for. */
  applicant_id?: number | null;
}
const keysOf = ({ order_id, applicant_id, refund_id }: PayBack) => ({
  order_id,
  applicant_id,
  ...(refund_id !== undefined && { refund_id }),
});
const sourceOnly = ({ source_noun, source_id }: PayBack) => ({ source_noun, source_id });

/** A refund per fee: first what waits, then what was earned already, the rest at our own cost. */
export function refundPosting(
  r: PayBack,
  fees: readonly RefundFee[],
  held: (code: AccountCode, applicantId: number | null) => Held,
  beyond: "claim" | "compensation",
): Posting {
  const used = new Map<string, number>();
  const lines = fees.flatMap(({ kind, amount, applicant_id = r.applicant_id }) => {
    const keys = { ...keysOf(r), applicant_id };
    let left = amount;
    const from = (account: AccountRef, upTo: number) => {
      // Two lines of one fee share what is held for it.
      const place = `${account.code} ${kind} ${applicant_id}`;
      const part = Math.max(0, Math.min(left, upTo - (used.get(place) ?? 0)));
      used.set(place, (used.get(place) ?? 0) + part);
      left -= part;
      return { account, amount: part, ...keys, fee_kind: kind };
    };
    const deposit = depositAccount(kind);
    return [
      from(deposit, held(deposit.code, applicant_id).get(kind) ?? 0),
      from({ code: "revenue", kind }, held("revenue", applicant_id).get(kind) ?? 0),
      from({ code: beyond === "claim" ? "cost" : "expense", kind: beyond }, Infinity),
    ];
  });
  const due = { account: { code: "refund_due" as const }, amount: -sumOf(fees.map((f) => f.amount)), ...keysOf(r) };
  return { kind: "refund_approved", ...sourceOnly(r), lines: [...lines, due] };
}

/** Names the journal of what is kept: each person of a refund has one, and the whole-order lines (0). */
export const retainedEvent = (r: PayBack) => ({ kind: "revenue_retained" as const, ...sourceOnly(r), seq: r.applicant_id ?? 0 });
/** What the policy keeps of a person's fees once his refund has left: earned. */
export const retainedPosting = (r: PayBack, deferred: Held): Posting => ({
  ...retainedEvent(r),
  lines: revenuePosting({ order_id: r.order_id, applicant_id: r.applicant_id, kinds: [...deferred.keys()] }, deferred, 0).lines,
});

/** What an insurer or a supplier gives back of a claim. */
export interface Recovery {
  code: "payable_insurer" | "payable_supplier";
  supplier_id: number;
  amount: number;
}
/** What a passed claim of a protected refusal costs us; the fees themselves stay earned. */
export const claimPosting = (r: PayBack, amount: number, recovery?: Recovery): Posting => ({
  kind: "claim_approved",
  ...sourceOnly(r),
  lines: [
    { account: { code: "cost", kind: "claim" }, amount, ...keysOf(r) },
    { account: { code: "refund_due" }, amount: -amount, ...keysOf(r) },
    ...(recovery
      ? [
          { account: { code: recovery.code, owner_id: recovery.supplier_id }, amount: recovery.amount, ...keysOf(r) },
          { account: { code: "cost" as const, kind: "claim" }, amount: -recovery.amount, ...keysOf(r) },
        ]
      : []),
  ],
});

/** Money of a channel that came for a dead order, or a second time: it is due back at once. */
export const latePosting = (r: PayBack, parts: readonly PaymentPart[]): Posting => ({
  kind: "late_payment",
  ...sourceOnly(r),
  lines: [
    ...parts.map((x) => ({ account: payerAccount(x.method, null), amount: x.amount, order_id: r.order_id })),
    { account: { code: "refund_due" }, amount: -sumOf(parts.map((x) => x.amount)), ...keysOf(r) },
  ],
});

/** So many tries of one way have numbers of their own. */
const TRIES = 1_000;
/** A way of a refund in the books: its place, and the how manieth try of it. */
export const wayNumber = (seq: number, attempt: number): number => seq * TRIES + attempt;

/** What a refund is for, which names its lines on a peer's statement. */
export type RefundKind = "order" | "late" | "applicant" | "claim" | "part" | "diff" | "surcharge";
const REFUND_CHANGES = {
  order: "4",
  late: "4",
  applicant: "7",
  claim: "7",
  part: "16",
  diff: "8",
  surcharge: "22",
} as const satisfies Record<RefundKind, ChangeType>;
/** One way by which money leaves. */
export interface WayPaid {
  method: PayMethod;
  amount: number;
  peer_id: number | null;
  refund_kind?: RefundKind;
  /** Tells the ways of one refund apart. */
  seq?: number;
  /** Of a bank: from which of our accounts, and what it asked for it. */
  company_account_id?: number;
  bank_fee?: number;
  /** Of gift money: the grants it returns to. */
  gifts?: readonly TakenGift[];
  /** Of credit: what is owed at this moment; beyond it the money becomes principal. */
  owed?: number;
}
function wayLines(w: WayPaid, order_id: number): Line[] {
  const account = payerAccount(w.method, w.peer_id, w.company_account_id);
  if (w.method === "gift" && w.gifts) return w.gifts.map((g) => ({ account, amount: -g.amount, order_id, gift_lot_id: g.lot_id }));
  if (w.method !== "credit") return [{ account, amount: -w.amount - (w.bank_fee ?? 0), order_id }];
  const repaid = Math.min(w.amount, w.owed ?? w.amount);
  return [
    { account, amount: -repaid, order_id },
    { account: payerAccount("principal", w.peer_id), amount: repaid - w.amount, order_id },
  ];
}
/** The money left by the way it came. */
export const refundPaidPosting = (r: PayBack, way: WayPaid): Posting => ({
  kind: "refund_paid",
  ...sourceOnly(r),
  ...(way.seq !== undefined && { seq: way.seq }),
  ...(way.refund_kind && { change_type: REFUND_CHANGES[way.refund_kind] }),
  lines: [
    { account: { code: "refund_due" }, amount: way.amount, ...keysOf(r) },
    ...(way.bank_fee ? [{ account: { code: "expense" as const, kind: "bank_fee" }, amount: way.bank_fee, order_id: r.order_id }] : []),
    ...wayLines(way, r.order_id),
  ],
});
