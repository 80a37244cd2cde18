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
import { postOrderPayment } from "../../ledger/index.ts";
import { changeOrder } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import { dueByKey } from "../flow/due.rules.ts";
import type { Person } from "../flow/facts.ts";
import { diffRow, lockDiff, openCoverDiff, type DiffFacts } from "./order-diff.sql.ts";
import { checkParts, takePayment } from "./order-pay.ts";
import { writeOrderLog, type LogExtra } from "./order-log.ts";
import { isPaid } from "../flow/order.rules.ts";
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

export const diffAdd = (input: Parsed<typeof orderDiffApi.order_diff_add>, ctx: Ctx): Promise<Answer> =>
  changeOrder(ctx, input.order_id, async (w) => {
    const { order, people } = w.facts;
    if (!isPaid(order)) refuse("guard_failed", "订单未支付");
    if (order.order_status === "cancelled") refuse("guard_failed", "订单已取消");
    const p = people.find((x) => x.id === input.applicant_id);
    if (input.applicant_id && !p) throw badInput({ path: "applicant_id", message: "申请人不属于该订单" });
    if (input.fee_kind === "protection") await assertLateCover(w, p);
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
    return found(await diffRow(ctx.db, row.id), MISSING);
  });

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

export const diffPay = ({ id, version, ...part }: Parsed<typeof orderDiffApi.order_diff_pay>, ctx: Ctx): Promise<{ ok: true }> =>
  onDiff(ctx, { id, version }, "pay", async (w, d) => {
    const { order, people } = w.facts;
    if (order.order_status === "cancelled") refuse("order_not_payable", "订单已取消");
    const sent = d.fee_kind === "protection" ? people.find((x) => x.id === d.applicant_id)?.submitted_at : null;
    if (sent && Date.parse(part.paid_at) > Date.parse(sent)) refuse("too_late", "付款时间晚于送签，不能再购买拒签无忧，请撤销这笔补差价");
    const parts = [{ method: part.method, amount: d.amount, trade_no: part.trade_no, proof: part.proof, paid_at: part.paid_at }];
    await checkParts(ctx, parts, d.created_at, () => "");
    await moveRow(ctx, orderDiffNoun, "pay", {
      id: d.id,
      version,
      to: "paid",
      set: { paid_at: part.paid_at },
    });
    await takePayment(w, parts, d.id);
    const line = { applicant_id: d.applicant_id, kind: d.fee_kind, payable: d.amount };
    await ctx.db
      .insertInto("order_fees")
      .values({
        order_id: order.id,
        applicant_id: d.applicant_id,
        kind: d.fee_kind,
        amount: d.amount,
        payable: d.amount,
        diff_id: d.id,
        created_at: ctx.now,
      })
      .execute();
    await ctx.db
      .updateTable("orders")
      .set((e) => ({
        amount_total: e("amount_total", "+", d.amount),
        amount_payable: e("amount_payable", "+", d.amount),
        amount_paid: e("amount_paid", "+", d.amount),
        ...(d.fee_kind === "protection" && { is_protected: true }),
      }))
      .where("id", "=", order.id)
      .execute();
    await postOrderPayment(ctx, {
      order_id: order.id,
      peer_id: order.peer_id,
      source: "order_diff",
      source_id: d.id,
      parts,
      fee_lines: [line],
    });
    await log(w, d, "补差价已支付", d.amount);
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
