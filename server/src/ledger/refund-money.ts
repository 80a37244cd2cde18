/** Money that goes back to customers: what is left of each fee, by which ways it goes, and what is booked. Every door is repeatable. */
import { yuan } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { refuse } from "#kit/http/refuse.ts";
import { restoreGift } from "./gift-end.ts";
import { postedOf, postJournal } from "./ledger.ts";
import { eventKey, type AccountCode } from "./ledger.rules.ts";
import { heldBy } from "./order-money.ts";
import { sumOf, type Held, type PaymentPart } from "./order-money.rules.ts";
import { lockPeer, peerAccountsOf } from "./peer-accounts.ts";
import {
  claimPosting,
  latePosting,
  refundPaidPosting,
  refundPosting,
  retainedEvent,
  retainedPosting,
  type PayBack,
  type Recovery,
  type RefundFee,
  type WayPaid,
} from "./refund.rules.ts";
import { wayBack, type PaidPart, type QuotedWays } from "./way-back.rules.ts";

export interface RefundLine {
  order_id: number;
  applicant_id: number | null;
  kind: string;
  amount: number;
}
/** Of a fee as it stands in the books. */
export interface QuotedLine extends RefundLine {
  deferred: number;
  revenue: number;
  trust: number;
}
/** What is left of each fee, and the way back of their sum; `peer_id` null: a direct customer. */
export async function refundQuote(
  db: Db,
  lines: readonly RefundLine[],
  payments: readonly PaidPart[],
  at: { peer_id: number | null; now: Date },
): Promise<QuotedWays & { lines: QuotedLine[] }> {
  const quoted: QuotedLine[] = [];
  for (const l of lines) {
    const of = async (code: AccountCode): Promise<number> => (await heldBy(db, code, l)).get(l.kind) ?? 0;
    quoted.push({ ...l, deferred: await of("order_deferred"), revenue: await of("revenue"), trust: await of("embassy_trust") });
  }
  const owed = at.peer_id === null ? 0 : ((await peerAccountsOf(db, [at.peer_id])).get(at.peer_id)?.credit_used ?? 0);
  return { lines: quoted, ...wayBack(sumOf(lines.map((l) => l.amount)), payments, owed, at.now) };
}

export interface Refund {
  refund_id: number;
  order_id: number;
  /** Null: of several people, or of the whole order. */
  applicant_id: number | null;
}
const backOf = ({ refund_id, order_id, applicant_id }: Refund): PayBack => ({
  source_noun: "refund",
  source_id: refund_id,
  refund_id,
  order_id,
  applicant_id,
});

/** A refund that was passed; beyond what is left of a fee it is our own cost. The caller holds the order. */
export async function postRefund(
  ctx: Ctx,
  r: Refund & { lines: readonly RefundFee[]; beyond: "claim" | "compensation" },
): Promise<number | null> {
  const back = backOf(r);
  const first = await postedOf(ctx, { kind: "refund_approved", ...back }, "refund_due", sumOf(r.lines.map((l) => l.amount)));
  if (first !== null) return first;
  const held = new Map<string, Held>();
  for (const person of new Set(r.lines.map((l) => (l.applicant_id === undefined ? r.applicant_id : l.applicant_id))))
    for (const code of ["order_deferred", "embassy_trust", "revenue"] as const)
      held.set(`${code} ${person}`, await heldBy(ctx.db, code, { order_id: r.order_id, applicant_id: person }));
  return postJournal(
    ctx,
    refundPosting(back, r.lines, (code, person) => held.get(`${code} ${person}`) ?? new Map(), r.beyond),
  );
}

/** What the policy keeps of a person's fees (null: of the whole-order lines), once his refund has left. */
export async function postRetained(ctx: Ctx, r: Refund): Promise<number | null> {
  const known = await row<{ id: number }>(ctx.db, q`select id from journals where idempotency_key = ${eventKey(retainedEvent(backOf(r)))}`);
  return known?.id ?? postJournal(ctx, retainedPosting(backOf(r), await heldBy(ctx.db, "order_deferred", r)));
}

/** A claim of a protected refusal that was passed, in the place of `postRefund`. */
export const postClaim = (ctx: Ctx, c: Refund & { amount: number; recovery?: Recovery }): Promise<number | null> =>
  postJournal(ctx, claimPosting(backOf(c), c.amount, c.recovery));

/** Money of a channel or a bank for a dead order, or a second time. */
export function postLatePayment(ctx: Ctx, r: Refund, parts: readonly PaymentPart[]): Promise<number | null> {
  if (parts.some((p) => p.method === "gift" || p.method === "principal" || p.method === "credit"))
    refuse("guard_failed", "账户支付不会迟到，请检查支付方式");
  return postJournal(ctx, latePosting(backOf(r), parts));
}

export interface RefundPart extends Refund, Omit<WayPaid, "gifts" | "owed"> {
  seq: number;
}
/** Holds what decided the refund until the transaction ends; no more leaves of it than is due. */
async function holdDue(ctx: Ctx, { refund_id, amount }: Pick<RefundPart, "refund_id" | "amount">): Promise<void> {
  await rows(
    ctx.db,
    q`select id from journals where source_noun = 'refund' and source_id = ${refund_id} and kind in ('refund_approved', 'claim_approved', 'late_payment')
      order by id for no key update`,
  );
  const due = await row<{ n: number }>(
    ctx.db,
    q`select coalesce(-sum(l.amount), 0)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id
      where l.refund_id = ${refund_id} and a.code = 'refund_due'`,
  );
  if (amount > (due?.n ?? 0)) refuse("over_refundable", `退款金额超过应退金额 ¥${yuan(due?.n ?? 0)}`);
}

/** One way of a refund whose money left. Accounts of a peer are judged under their lock: what it owes no more becomes principal. */
export async function postRefundPaid(ctx: Ctx, part: RefundPart): Promise<number | null> {
  const back = backOf(part);
  const first = await postedOf(ctx, { kind: "refund_paid", ...back, seq: part.seq }, "refund_due", part.amount);
  if (first !== null) return first;
  await holdDue(ctx, part);
  if (part.method === "credit")
    return postJournal(ctx, refundPaidPosting(back, { ...part, owed: (await lockPeer(ctx, part.peer_id ?? 0)).credit_used }));
  if (part.method === "gift")
    return postJournal(
      ctx,
      refundPaidPosting(back, {
        ...part,
        gifts: await restoreGift(ctx, { peer_id: part.peer_id ?? 0, order_id: part.order_id, amount: part.amount }),
      }),
    );
  return postJournal(ctx, refundPaidPosting(back, part));
}
