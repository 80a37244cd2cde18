/** Money that goes back to customers: what is left of each fee, by which ways it goes, and what is booked. Every door is repeatable. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { HttpError, refuse } from "#kit/http/refuse.ts";
import { dayOf } from "#kit/range.ts";
import { postJournal } from "./ledger.ts";
import { eventKey, type AccountCode, type Posting } from "./ledger.rules.ts";
import { heldBy } from "./order-money.ts";
import { sumOf, type Held, type PaymentPart, type TakenGift } from "./order-money.rules.ts";
import { lockPeer, peerAccountsOf } from "./peer-accounts.ts";
import {
  claimPosting,
  latePosting,
  refundPaidPosting,
  refundPosting,
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

/** The journal of a refund's event that was posted already: what it is made of moves on, what it is worth may not. */
async function before(db: Db, event: Omit<Posting, "lines">, worth: number): Promise<number | null> {
  const known = await row<{ id: number; due: number }>(
    db,
    q`select j.id, coalesce(sum(l.amount) filter (where a.code = 'refund_due'), 0)::int8 as due
      from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts a on a.id = l.account_id
      where j.idempotency_key = ${eventKey(event)} group by j.id`,
  );
  if (!known) return null;
  if (Math.abs(known.due) !== worth) throw new HttpError(409, TEXTS.key_reused);
  return known.id;
}

/** A refund that was passed; beyond what is left of a fee it is our own cost. The caller holds the order. */
export async function postRefund(
  ctx: Ctx,
  r: Refund & { lines: readonly RefundFee[]; beyond: "claim" | "compensation" },
): Promise<number | null> {
  const back = backOf(r);
  const first = await before(ctx.db, { kind: "refund_approved", ...back }, sumOf(r.lines.map((l) => l.amount)));
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

/** What the policy keeps of a person's fees, once his refund has left. */
export async function postRetained(ctx: Ctx, r: Refund): Promise<number | null> {
  const known = await row<{ id: number }>(
    ctx.db,
    q`select id from journals where idempotency_key = ${eventKey({ kind: "revenue_retained", ...backOf(r) })}`,
  );
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
/** One way of a refund whose money left. Accounts of a peer are judged under their lock: what it owes no more becomes principal. */
export async function postRefundPaid(ctx: Ctx, part: RefundPart): Promise<number | null> {
  const back = backOf(part);
  const first = await before(ctx.db, { kind: "refund_paid", ...back, seq: part.seq }, part.amount);
  if (first !== null) return first;
  if (part.method === "credit")
    return postJournal(ctx, refundPaidPosting(back, { ...part, owed: (await lockPeer(ctx, part.peer_id ?? 0)).credit_used }));
  if (part.method === "gift") return postJournal(ctx, refundPaidPosting(back, { ...part, gifts: await restored(ctx, part) }));
  return postJournal(ctx, refundPaidPosting(back, part));
}

/** As long as a grant that ended meanwhile may be used again. */
const REOPENED_DAYS = 30;
/** The grants of which the order was paid, the last used first; one that ended meanwhile opens again for a while. */
async function restored(ctx: Ctx, part: RefundPart): Promise<TakenGift[]> {
  await lockPeer(ctx, part.peer_id ?? 0);
  const taken = await rows<{ lot_id: number; amount: number }>(
    ctx.db,
    q`select l.gift_lot_id as lot_id, sum(l.amount)::int8 as amount from journal_lines l join ledger_accounts a on a.id = l.account_id
      where l.order_id = ${part.order_id} and a.code = 'peer_gift' and a.owner_id = ${part.peer_id} and l.gift_lot_id is not null
      group by l.gift_lot_id having sum(l.amount) > 0 order by max(l.id) desc`,
  );
  const gifts: TakenGift[] = [];
  let left = part.amount;
  for (const { lot_id, amount } of taken) {
    const back = Math.min(left, amount);
    if (back > 0) gifts.push({ lot_id, amount: back });
    left -= back;
  }
  if (left > 0) refuse("over_refundable", "超过该订单用赠送金支付的金额");
  await ctx.db
    .updateTable("gift_lots")
    .set({ expires_on: dayOf(ctx.now, REOPENED_DAYS) })
    .where(
      "id",
      "in",
      gifts.map((g) => g.lot_id),
    )
    .where("expires_on", "<", shanghaiDate(ctx.now))
    .execute();
  return gifts;
}
