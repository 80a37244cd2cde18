/** Differences: money asked for later. Amount and payer never change. */
import type { orderDiffApi } from "@visadesk/contract/order/order-diff.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { canMove } from "@visadesk/contract/kit/flow.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { DIFF_PAYERS } from "@visadesk/contract/order/words.ts";
import { diffFlow } from "@visadesk/contract/order/order.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { lockPeer, postOrderPayment, quotePayment } from "../../ledger/index.ts";
import { autoDeduct, creditOf } from "../../peer/index.ts";
import { changeOrder } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import { dueByKey } from "../flow/due.rules.ts";
import type { Person } from "../flow/facts.ts";
import { diffRow, lockDiff, openCoverDiff, type DiffFacts } from "./order-diff.sql.ts";
import { accountParts, checkParts, takePayment } from "./order-pay.ts";
import { writeOrderLog, type LogExtra } from "./order-log.ts";
import { isLive, isPaid, payStatusOf } from "../flow/order.rules.ts";
import { openPolicies } from "../desk/policy-open.ts";
import { insuranceOffer } from "../../product/index.ts";
import { lateCoverFault } from "../desk/protection.rules.ts";
import { orderDiffNoun } from "./order-diff.noun.ts";

type Answer = Output<typeof orderDiffApi.order_diff_add>;
const MISSING = "补差价不存在或无权查看";

/** Before the submission, by somebody whom the terms take, and once. */
async function assertLateCover({ ctx, facts }: Work, p: Person | undefined): Promise<void> {
  const fault = lateCoverFault(facts, p);
  if (fault) refuse("guard_failed", fault);
  const open = p && (await openCoverDiff(ctx.db, p.id));
  if (open) refuse("duplicate", `该申请人已有待支付的拒签无忧补差价 ${open.diff_no}`);
}

/** Of a plan the price is that of its rates: answers it, null where the difference is for something else. */
async function judgedInsurance({ ctx, facts }: Work, input: DiffInput, p: Person | undefined): Promise<number | null> {
  if (input.fee_kind !== "insurance") {
    if (input.insurance) throw badInput({ path: "insurance", message: "只有保险费选择保险计划" });
    if (input.amount === undefined) throw badInput({ path: "amount", message: "请输入金额" });
    return null;
  }
  if (!p) throw badInput({ path: "applicant_id", message: "保险按申请人购买，请选择申请人" });
  if (!input.insurance) throw badInput({ path: "insurance", message: "请选择保险计划" });
  if (input.payer === "company") throw badInput({ path: "payer", message: "保险费由客户或同行承担" });
  if (!isLive(p)) refuse("guard_failed", "申请人已退款或取消，不能投保");
  const { travel_date, return_date, country_id } = facts.order;
  const people = [{ birth_date: p.birth_date, path: "applicant_id" }];
  const offer = await insuranceOffer(ctx.db, { country_id, choice: input.insurance, travel_date, return_date, people }, ctx.now);
  const [premium = 0] = offer.premiums;
  if (premium === 0) refuse("guard_failed", "该计划没有保费，请选择其他计划");
  if (input.amount !== undefined && input.amount !== premium)
    throw badInput({ path: "amount", message: `该计划保费为 ${money(premium)}，请按保费填写或留空` });
  return premium;
}

type DiffInput = Parsed<typeof orderDiffApi.order_diff_add>;
export const diffAdd = (input: Parsed<typeof orderDiffApi.order_diff_add>, ctx: Ctx): Promise<Answer> =>
  changeOrder(ctx, input.order_id, async (w) => {
    const { order, people } = w.facts;
    if (!isPaid(order)) refuse("guard_failed", "订单未支付");
    if (order.order_status === "cancelled") refuse("guard_failed", "订单已取消");
    const p = people.find((x) => x.id === input.applicant_id);
    if (input.applicant_id && !p) throw badInput({ path: "applicant_id", message: "申请人不属于该订单" });
    if (input.fee_kind === "protection") await assertLateCover(w, p);
    const insured = await judgedInsurance(w, input, p);
    return openDiff(w, { ...input, amount: insured ?? input.amount ?? 0 });
  });

type Asked = Omit<Parsed<typeof orderDiffApi.order_diff_add>, "order_id" | "idempotency_key" | "amount"> & {
  amount: number;
  /** It pays for what a mission fee cost beyond what was collected. */
  pays_variance?: boolean;
};
/** A difference of `w`'s order that was judged already. */
export async function openDiff(w: Work, input: Asked): Promise<Answer> {
  const { ctx } = w;
  const { order } = w.facts;
  // Our own expense asks nobody to pay.
  const company = input.payer === "company";
  const row = await ctx.db
    .insertInto("order_diffs")
    .values({
      diff_no: await nextNumber(ctx.db, "BC", ctx.now),
      order_id: order.id,
      applicant_id: input.applicant_id ?? null,
      fee_kind: input.fee_kind,
      amount: input.amount,
      reason: input.reason,
      payer: input.payer,
      is_blocking: company ? false : input.is_blocking,
      pays_variance: input.pays_variance ?? false,
      insurance_product_id: input.insurance?.product_id ?? null,
      plan_key: input.insurance?.plan_key ?? null,
      due_at: company ? null : dueByKey(w.clocks, "diff", order.country_id, order.is_urgent, ctx.now),
      diff_status: company ? "paid" : "pending",
      paid_at: company ? ctx.now : null,
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
    })
    .returning(["id", "diff_no"])
    .executeTakeFirstOrThrow();
  const cause = `${DIFF_PAYERS[input.payer]}承担`;
  await log(w, row, "发起补差价", input.amount, { cause, reason: `${cause}：${input.reason}` });
  // What its accounts do not cover waits, as every other difference does.
  if (input.payer === "peer" && order.peer_id !== null && (await autoDeduct(ctx.db, order.peer_id)))
    await deduct(w, found(await lockDiff(ctx.db, row.id, true), MISSING));
  return found(await diffRow(ctx.db, row.id), MISSING);
}

async function log(
  w: Work,
  d: { id: number; diff_no: string; applicant_id?: number | null },
  label: string,
  amount: number,
  why: Pick<LogExtra, "cause" | "reason"> = {},
): Promise<void> {
  await writeOrderLog(w, {
    kind: "money",
    noun: "order_diff",
    noun_id: d.id,
    applicant_id: d.applicant_id ?? null,
    label: `${label}：${d.diff_no}`,
    ...why,
    customer_visible: true,
    changes: [{ field: "amount", label: "金额", before: null, after: amount }],
  });
  w.ctx.note({
    noun: "order_diff",
    noun_id: d.id,
    noun_no: d.diff_no,
    subject_ids: d.applicant_id ? [d.applicant_id] : [],
    reason: why.cause ?? null,
    changes: [
      { field: "order_no", label: "订单号", before: null, after: w.facts.order.order_no },
      { field: "amount", label: "金额", before: null, after: amount },
    ],
  });
}

/** Loads a difference under its order's lock and runs a move of it. */
async function onDiff(
  ctx: Ctx,
  input: { id: number; version: number },
  move: "pay" | "cancel",
  act: (w: Work, d: DiffFacts) => Promise<void>,
): Promise<{ ok: true }> {
  const seen = found(await lockDiff(ctx.db, input.id, false), MISSING);
  return changeOrder(
    ctx,
    seen.order_id,
    async (w) => {
      const d = found(await lockDiff(ctx.db, input.id, true), MISSING);
      expectUnmoved(d, input.version, () => `补差价 ${d.diff_no} 现在「${diffFlow.states[d.diff_status].label}」，金额 ${money(d.amount)}`);
      if (!canMove(diffFlow, d.diff_status, move)) refuse("state_changed");
      await act(w, d);
      return { ok: true as const };
    },
    MISSING,
  );
}

type Paid = Parameters<typeof takePayment>[1][number];
/** A difference of `w`'s order is paid by these parts: fee line, amounts and books. */
async function settleDiff(w: Work, d: DiffFacts, parts: readonly Paid[], paid_at: string): Promise<void> {
  const { ctx } = w;
  const { order } = w.facts;
  await moveRow(ctx, orderDiffNoun, "pay", { id: d.id, version: d.version, to: "paid", set: { paid_at } });
  await takePayment(w, parts, d.id);
  const { applicant_id, fee_kind: kind, amount, pays_variance } = d;
  await ctx.db
    .insertInto("order_fees")
    .values({ order_id: order.id, applicant_id, kind, amount, payable: amount, diff_id: d.id, created_at: ctx.now })
    .execute();
  await ctx.db
    .updateTable("orders")
    .set((e) => ({
      amount_total: e("amount_total", "+", amount),
      amount_payable: e("amount_payable", "+", amount),
      amount_paid: e("amount_paid", "+", amount),
      // Of an order whose money went back something is paid again.
      ...(isPaid(order) && { pay_status: payStatusOf(order.amount_paid + amount, order.amount_refunded) }),
      ...(kind === "protection" && { is_protected: true }),
    }))
    .where("id", "=", order.id)
    .execute();
  const payment = { order_id: order.id, peer_id: order.peer_id, source: "order_diff" as const, source_id: d.id };
  await postOrderPayment(ctx, { ...payment, parts, fee_lines: [{ applicant_id, kind, payable: amount, pays_variance }] }, creditOf);
  const plan = d.insurance_product_id === null || d.plan_key === null ? null : { product_id: d.insurance_product_id, plan_key: d.plan_key };
  await openPolicies(w, [{ applicant_id, kind, payable: amount }], plan, d.created_at);
  await log(w, d, "补差价已支付", amount);
}

function assertPayable({ facts: { order, people } }: Work, d: DiffFacts, paidAt: string): void {
  if (order.order_status === "cancelled") refuse("order_not_payable", "订单已取消");
  const sent = d.fee_kind === "protection" ? people.find((x) => x.id === d.applicant_id)?.submitted_at : null;
  if (sent && Date.parse(paidAt) > Date.parse(sent)) refuse("too_late", "付款时间晚于送签，不能再购买拒签无忧，请撤销这笔补差价");
}

export const diffPay = ({ id, version, ...part }: Parsed<typeof orderDiffApi.order_diff_pay>, ctx: Ctx): Promise<{ ok: true }> =>
  onDiff(ctx, { id, version }, "pay", async (w, d) => {
    assertPayable(w, d, part.paid_at);
    const parts = [{ method: part.method, amount: d.amount, trade_no: part.trade_no, proof: part.proof, paid_at: part.paid_at }];
    await checkParts(ctx, parts, d.created_at, () => "");
    await settleDiff(w, d, parts, part.paid_at);
  });

/** Takes a difference out of the accounts of the order's peer; answers why it cannot be had, null: it is paid. */
async function deduct(w: Work, d: DiffFacts): Promise<string | null> {
  const { ctx } = w;
  const { peer_id } = w.facts.order;
  if (peer_id === null) return "不是同行的订单，不能从账户扣款";
  await lockPeer(ctx, peer_id);
  const fee_lines = [{ applicant_id: d.applicant_id, kind: d.fee_kind, payable: d.amount }];
  const { parts, fault } = await quotePayment(ctx.db, { peer_id, fee_lines, amount: d.amount }, ctx.now, creditOf);
  if (fault !== null) return fault;
  await settleDiff(w, d, accountParts(ctx, parts), ctx.now.toISOString());
  return null;
}

export const diffDeduct = (input: Parsed<typeof orderDiffApi.order_diff_deduct>, ctx: Ctx): Promise<{ ok: true }> =>
  onDiff(ctx, input, "pay", async (w, d) => {
    assertPayable(w, d, ctx.now.toISOString());
    const fault = await deduct(w, d);
    if (fault !== null) refuse(w.facts.order.peer_id === null ? "guard_failed" : "insufficient_balance", fault);
  });

export const diffCancel = (input: Parsed<typeof orderDiffApi.order_diff_cancel>, ctx: Ctx): Promise<{ ok: true }> =>
  onDiff(ctx, input, "cancel", async (w, d) => {
    if (d.created_by !== ctx.me.worker_id && !ctx.has(may.order_view)) refuse("not_allowed", "只有发起人或订单查看权限可以撤销");
    await moveRow(ctx, orderDiffNoun, "cancel", {
      id: d.id,
      version: input.version,
      to: "cancelled",
    });
    await log(w, d, "撤销补差价", d.amount);
  });

/** What another paper asked a customer to pay is no longer wanted; answers what had become of it by then. */
export async function diffDrop(ctx: Ctx, id: number): Promise<DiffFacts["diff_status"]> {
  const seen = found(await lockDiff(ctx.db, id, false), MISSING);
  const drop = async (w: Work): Promise<DiffFacts["diff_status"]> => {
    const d = found(await lockDiff(ctx.db, id, true), MISSING);
    if (!canMove(diffFlow, d.diff_status, "cancel")) return d.diff_status;
    await moveRow(ctx, orderDiffNoun, "cancel", { id: d.id, version: d.version, to: "cancelled" });
    await log(w, d, "撤销补差价", d.amount);
    return "cancelled";
  };
  return changeOrder(ctx, seen.order_id, drop, MISSING, null);
}
