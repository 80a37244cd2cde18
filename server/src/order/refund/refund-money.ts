/** What a passed refund does to its order: fees and ways are set aside, people rest, the books say what is due; and all of it back. */
import type { Ctx } from "#kit/call/context.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { canMove } from "@visadesk/contract/kit/flow.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { openField } from "#kit/seal/seal.ts";
import { calendarOf } from "../../base-data/index.ts";
import { postClaim, postRefund, postRetained, postRevenue, refundQuote, type RefundKind } from "../../ledger/index.ts";
import { PREMIUM_KINDS } from "../applicant/result.rules.ts";
import { claimBack, recoveryOf } from "../claim/refuse-claim.sql.ts";
import { moveApplicant, reload } from "../flow/change.ts";
import type { ApplicantStatus, Person } from "../flow/facts.ts";
import { payStatusOf } from "../flow/order.rules.ts";
import { orderPorts } from "../flow/ports.ts";
import type { RefundToPay } from "../flow/refund-ports.ts";
import type { Work } from "../flow/work.ts";
import { sealedRefund } from "./refund.noun.ts";
import { linesOf, paidParts, partsOf, peopleOf, type StoredLine, type StoredPart, type StoredRefund } from "./refund.sql.ts";

/** Working days until the cashier has paid it. */
export const DUE_DAYS = 3;
const KINDS: Readonly<Record<StoredRefund["kind"], RefundKind>> = {
  applicant: "applicant",
  partial: "part",
  diff: "diff",
  claim: "claim",
  late: "late",
};
/** The one person of a refund; null: several, or the whole order. */
const onePerson = (people: readonly number[]): number | null => (people.length === 1 ? (people[0] ?? null) : null);

/** Raises what is given back of each fee, never above what was paid of it: whoever comes second hears that nothing is left. */
export async function takeFees(ctx: Ctx, lines: readonly StoredLine[], sign: 1 | -1): Promise<void> {
  for (const l of lines.toSorted((a, b) => a.fee_id - b.fee_id)) {
    const amount = l.approved_amount ?? 0;
    if (amount === 0) continue;
    const fee = found(
      await row<{ left: number }>(ctx.db, q`select payable - refunded as left from order_fees where id = ${l.fee_id} for update`),
    );
    if (sign === 1 && fee.left < amount) refuse("over_refundable", `费用可退余额只剩 ${money(fee.left)}，请重新核定`);
    await rows(ctx.db, q`update order_fees set refunded = refunded + ${sign * amount}::int8 where id = ${l.fee_id}`);
  }
}

/** The ways by which it leaves, as payments have room for them now. */
export async function layParts(w: Work, r: StoredRefund, lines: readonly StoredLine[]): Promise<StoredPart[]> {
  const { ctx, facts } = w;
  const asked = lines.map((l) => ({ order_id: r.order_id, applicant_id: l.applicant_id, kind: l.kind, amount: l.approved_amount ?? 0 }));
  const quote = await refundQuote(
    ctx.db,
    asked.filter((l) => l.amount > 0),
    await paidParts(ctx.db, r.order_id),
    { peer_id: facts.order.peer_id, now: ctx.now },
  );
  if (quote.beyond > 0) refuse("over_refundable", "超过订单可退的支付金额，请重新核定");
  if (quote.ways.some((x) => x.way === "bank") && (r.payee_account === "" || r.payee_name === "" || r.payee_bank === ""))
    refuse("incomplete", "部分款项须转账退回，请先填写收款账户");
  const seq =
    (await row<{ n: number }>(ctx.db, q`select coalesce(max(seq) + 1, 0)::int as n from refund_parts where refund_id = ${r.id}`))?.n ?? 0;
  await ctx.db
    .insertInto("refund_parts")
    .values(
      quote.ways.map((x, i) => ({
        refund_id: r.id,
        seq: seq + i,
        payment_id: x.payment_id,
        paid_by: x.paid_by,
        way: x.way,
        amount: x.amount,
        trade_no: x.trade_no,
      })),
    )
    .execute();
  return partsOf(ctx.db, r.id);
}

/** His case rests: the visit is given free, his line leaves its batch, where he stood is kept. */
export async function lockPeople(w: Work, r: StoredRefund): Promise<void> {
  const { ctx } = w;
  for (const id of await peopleOf(ctx.db, r.id)) {
    const p = w.facts.people.find((x) => x.id === id);
    if (!p || !canMove(applicantFlow, p.applicant_status, "refund_lock")) continue;
    if (p.visit)
      await ctx.db.updateTable("visits").set({ visit_status: "released", end_reason: "退款" }).where("id", "=", p.visit.id).execute();
    if (p.line?.line_status === "packed")
      await ctx.db.updateTable("submissions").set({ line_status: "removed" }).where("id", "=", p.line.id).execute();
    await moveApplicant(w, p, "refund_lock", {
      to: "refunding",
      set: { prev_status: p.applicant_status },
      cause: `退款 ${r.refund_no}`,
      customer_visible: true,
    });
  }
}
const isBack = (s: string | null): s is Exclude<ApplicantStatus, "refunding" | "refunded" | "cancelled"> =>
  s !== null && s in applicantFlow.states;
/** Stages that go by a visit: once that was given free, a new one is looked for. */
const BY_VISIT: readonly string[] = ["awaiting_confirm", "appointed", "awaiting_training", "awaiting_visit"];
export async function freePeople(w: Work, r: StoredRefund): Promise<void> {
  if (r.kind === "claim") await claimBack(w.ctx, r.id);
  for (const p of await resting(w, r)) {
    if (!isBack(p.prev_status)) continue;
    const before = p.prev_status === "refused_proof" || p.prev_status === "refused_rejected" ? "refused" : p.prev_status;
    const to = p.visit === null && BY_VISIT.includes(before) ? "awaiting_appointment" : before;
    await moveApplicant(w, p, "refund_undo", { to, set: { prev_status: null }, cause: `退款撤销 ${r.refund_no}` });
  }
}
async function resting(w: Work, r: StoredRefund): Promise<Person[]> {
  const ids = await peopleOf(w.ctx.db, r.id);
  return w.facts.people.filter((p) => ids.includes(p.id) && p.applicant_status === "refunding");
}
export const closePeople = (ctx: Ctx, refundId: number): Promise<unknown> =>
  rows(ctx.db, q`update refund_people set is_open = false where refund_id = ${refundId}`);

/** What an invoice cost more is told by a name of its own. */
async function kindOf(ctx: Ctx, r: StoredRefund): Promise<RefundKind> {
  if (r.kind !== "diff") return KINDS[r.kind];
  return (await linesOf(ctx.db, r.id)).every((l) => l.kind === "invoice_surcharge") ? "surcharge" : "diff";
}
/** As finance pays it: the ways that have not left yet. */
export async function toPay(ctx: Ctx, r: StoredRefund, peerId: number | null): Promise<RefundToPay> {
  const parts = await partsOf(ctx.db, r.id);
  const gifts = await row<{ n: number }>(
    ctx.db,
    q`select coalesce(sum(x.amount), 0)::int8 as n from refund_parts x join refunds o on o.id = x.refund_id
      where o.order_id = ${r.order_id} and x.way = 'gift' and x.part_status <> 'done' and o.refund_status in ('paying', 'failed')`,
  );
  return {
    refund_id: r.id,
    refund_no: r.refund_no,
    kind: await kindOf(ctx, r),
    order_id: r.order_id,
    applicant_id: onePerson(await peopleOf(ctx.db, r.id)),
    peer_id: peerId,
    gift_back: gifts?.n ?? 0,
    // Nobody reviews money that came too late: whoever registered it does not pay it.
    approvers: [r.reviewer_id, r.final_reviewer_id, r.rerouted_by, r.kind === "late" ? r.created_by : null].filter((id) => id !== null),
    payee_changed_at: r.rerouted_at === null ? null : new Date(r.rerouted_at),
    payee: { name: r.payee_name || "原路退回", account: openField(sealedRefund, { ...r }, "payee_account") ?? "", bank: r.payee_bank },
    due_at: r.due_at === null ? null : new Date(r.due_at),
    ways: parts
      .filter((x) => x.part_status !== "done")
      .map((x) => ({ part_id: x.id, seq: x.seq, way: x.way, paid_by: x.paid_by, amount: x.amount, trade_no: x.trade_no })),
  };
}

/** A claim is a cost, its fees stay earned; any other is taken out of what is held for its fees. */
async function book(ctx: Ctx, r: StoredRefund, lines: readonly StoredLine[]): Promise<void> {
  const of = { refund_id: r.id, order_id: r.order_id, applicant_id: onePerson(await peopleOf(ctx.db, r.id)) };
  if (r.kind !== "claim") {
    const fees = lines.map((l) => ({ kind: l.kind, amount: l.approved_amount ?? 0, applicant_id: l.applicant_id }));
    await postRefund(ctx, { ...of, lines: fees, beyond: r.liability === "us" ? "compensation" : "claim" });
    return;
  }
  const amount = lines.reduce((n, l) => n + (l.approved_amount ?? 0), 0);
  const recovery = await recoveryOf(ctx.db, r.id, amount);
  await postClaim(ctx, { ...of, amount, ...(recovery && { recovery }) });
}

/** Books it, lays its ways and hands it to finance; answers the red papers that it waits for. */
export async function payOut(w: Work, r: StoredRefund): Promise<{ waits: string[]; due_at: Date }> {
  const { ctx } = w;
  const lines = (await linesOf(ctx.db, r.id)).filter((l) => (l.approved_amount ?? 0) > 0);
  await takeFees(ctx, lines, 1);
  await layParts(w, r, lines);
  await book(ctx, r, lines);
  if (r.kind === "applicant") await lockPeople(w, r);
  const due_at = (await calendarOf(ctx.db)).dueAt(ctx.now, DUE_DAYS, "work_day");
  return { waits: await handToFinance(w, { ...r, due_at: due_at.toISOString() }), due_at };
}
export async function handToFinance(w: Work, r: StoredRefund): Promise<string[]> {
  const reds = await orderPorts().payRefund(w.ctx, await toPay(w.ctx, r, w.facts.order.peer_id));
  return reds.map((x) => `${x.fp_no}（原发票 ${x.blue_no}）`);
}

/** Money of one way has left: its payment, the order's sums. */
export async function partLeft(w: Work, part: StoredPart): Promise<void> {
  const { ctx } = w;
  await rows(ctx.db, q`update refund_parts set part_status = 'done', done_at = ${ctx.now}, fail_reason = '' where id = ${part.id}`);
  await movePaid(w, part, part.amount);
  await reload(w);
}
/** It came back from the bank. */
export async function partBack(w: Work, part: StoredPart): Promise<void> {
  await rows(w.ctx.db, q`update refund_parts set part_status = 'waiting', done_at = null where id = ${part.id}`);
  await movePaid(w, part, -part.amount);
}
async function movePaid({ ctx, facts }: Work, part: StoredPart, by: number): Promise<void> {
  await rows(ctx.db, q`update order_payments set refunded = refunded + ${by}::int8 where id = ${part.payment_id}`);
  const refunded = facts.order.amount_refunded + by;
  await ctx.db
    .updateTable("orders")
    .set({ amount_refunded: refunded, pay_status: payStatusOf(facts.order.amount_paid, refunded) })
    .where("id", "=", facts.order.id)
    .execute();
  Object.assign(facts.order, { amount_refunded: refunded });
}

/** With the last way it has succeeded: people are refunded, what the policy keeps, or the premium of a claim, is earned. */
export async function finishPeople(w: Work, r: StoredRefund): Promise<void> {
  const of = { refund_id: r.id, order_id: r.order_id };
  const people = await resting(w, r);
  for (const p of people)
    await moveApplicant(w, p, "refund_done", { to: "refunded", cause: `退款 ${r.refund_no}`, customer_visible: true, system: true });
  for (const p of people) {
    if (r.kind === "applicant") await postRetained(w.ctx, { ...of, applicant_id: p.id });
    if (r.kind === "claim") await postRevenue(w.ctx, { order_id: r.order_id, applicant_id: p.id, kinds: PREMIUM_KINDS });
  }
  const isLast = w.facts.people.every((p) => p.applicant_status === "refunded" || p.applicant_status === "cancelled");
  // Nobody is left whose result would earn the fees of the whole order.
  if (r.kind === "applicant" && isLast) await postRetained(w.ctx, { ...of, applicant_id: null });
}
