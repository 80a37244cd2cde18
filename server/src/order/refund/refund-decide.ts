/** What becomes of a refund that was asked for: one who did not start it passes it, a third what is large; or it ends. */
import type { Sight } from "../flow/order.rules.ts";
import type { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { FINAL_ABOVE, REFUND_REJECTS } from "@visadesk/contract/order/refund/refund.words.ts";
import { refundFlow } from "@visadesk/contract/order/refund/refund.flow.ts";
import { canMove, type MoveOf } from "@visadesk/contract/kit/flow.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { changeOrder, reload } from "../flow/change.ts";
import { orderPorts } from "../flow/ports.ts";
import type { Work } from "../flow/work.ts";
import { isOwnOf } from "../claim/refuse-claim.sql.ts";
import { insertOrderLog } from "../order/order-log.ts";
import { judgedNow } from "./refund-ask.ts";
import { closePeople, finishPeople, freePeople, handToFinance, payOut, takeFees } from "./refund-money.ts";
import { refundNoun } from "./refund.noun.ts";
import { payeeSet } from "./refund-write.ts";
import { heldRefund, linesOf, partsOf, peopleOf, storedRefund, type StoredRefund } from "./refund.sql.ts";

type Api = typeof refundApi;
type Move = MoveOf<typeof refundFlow>;
export const NO_REFUND = "退款不存在或无权查看";

type PayeeSet = ReturnType<typeof payeeSet>;
/** A move of a refund under its order's lock. */
export async function onRefund<T>(
  ctx: Ctx,
  seen: { id: number; version?: number },
  move: Move,
  act: (w: Work, r: StoredRefund) => Promise<T>,
  scope: Sight = ctx.principal,
): Promise<T> {
  const before = found(await storedRefund(ctx.db, seen.id), NO_REFUND);
  return changeOrder(
    ctx,
    before.order_id,
    async (w) => {
      const r = found(await heldRefund(ctx.db, seen.id), NO_REFUND);
      if (seen.version !== undefined)
        expectUnmoved({ ...r, version: r.version }, seen.version, () => `退款现在「${refundFlow.states[r.refund_status].label}」`);
      if (!canMove(refundFlow, r.refund_status, move)) refuse("state_changed");
      return act(w, r);
    },
    NO_REFUND,
    scope,
  );
}

interface Why {
  cause?: string;
  reason?: string;
}
/** Of an account that takes the place of another; the log keeps no number of it. */
const accountChanged = (r: StoredRefund): readonly FieldChange[] => [
  { field: "payee_account", label: "收款账号", before: r.payee_account || null, after: "已变更" },
];
async function told(w: Work, r: StoredRefund, label: string, why: Why = {}, changes: readonly FieldChange[] = []): Promise<void> {
  const amount = r.approved_amount ?? r.asked_amount;
  await insertOrderLog(w.ctx, r.order_id, {
    kind: "money",
    noun: "refund",
    noun_id: r.id,
    label: `${label}：${r.refund_no}`,
    ...why,
    changes: [{ field: "amount", label: "金额", before: null, after: amount }],
  });
  w.ctx.note({ noun: "refund", noun_id: r.id, noun_no: r.refund_no, reason: why.cause ?? label, changes: [...changes] });
}

/** What the policy gives as people stand now is what the reviewer saw; the lines keep it. */
async function expectTrial(ctx: Ctx, r: StoredRefund, policy_seen?: number): Promise<void> {
  const now = await judgedNow(ctx, { ...r, applicant_ids: await peopleOf(ctx.db, r.id) }, new Date(r.created_at));
  if (!now) return;
  const lines = (await linesOf(ctx.db, r.id)).map((l) => ({ ...l, now: now.find((x) => x.fee_id === l.fee_id)?.policy_amount ?? 0 }));
  const seen = policy_seen ?? lines.reduce((n, l) => n + l.policy_amount, 0);
  if (lines.reduce((n, l) => n + l.now, 0) !== seen) refuse("trial_changed");
  for (const l of lines)
    if (l.now !== l.policy_amount) await rows(ctx.db, q`update refund_lines set policy_amount = ${l.now} where id = ${l.id}`);
}

/** What was typed for each line; where it differs from the policy it says why. */
async function approveLines(ctx: Ctx, r: StoredRefund, typed: Parsed<Api["refund_pass"]>["lines"]): Promise<number> {
  const lines = await linesOf(ctx.db, r.id);
  const strange = typed?.findIndex((t) => !lines.some((l) => l.id === t.line_id)) ?? -1;
  if (strange >= 0) throw badInput({ path: `lines.${strange}.line_id`, message: "该费用不在这笔退款中" });
  const twice = typed?.findIndex((t, i) => typed.findIndex((o) => o.line_id === t.line_id) !== i) ?? -1;
  if (twice >= 0) throw badInput({ path: `lines.${twice}.line_id`, message: "同一费用只能填写一次" });
  let total = 0;
  for (const l of lines) {
    const at = typed?.findIndex((t) => t.line_id === l.id) ?? -1;
    const said = typed?.[at];
    const amount = said?.amount ?? l.asked_amount;
    if (amount > l.paid) refuse("over_refundable", `超过可退金额 ${money(l.paid)}`);
    const note = said?.note ?? l.note;
    if (amount !== l.policy_amount && note.trim() === "")
      throw badInput({ path: at >= 0 ? `lines.${at}.note` : "lines", message: "核定金额与政策不同，请填写说明" });
    await rows(ctx.db, q`update refund_lines set approved_amount = ${amount}, note = ${note} where id = ${l.id}`);
    total += amount;
  }
  if (total === 0) throw badInput({ path: "lines", message: "核定金额为0，请驳回" });
  return total;
}

async function sent(
  w: Work,
  r: StoredRefund,
  move: "pass" | "final_pass",
  set: { approved_amount?: number; reviewer_id?: number; final_reviewer_id?: number; reviewed_at?: Date; final_reviewed_at?: Date },
  to: PayeeSet | null = null,
): Promise<number> {
  const { ctx } = w;
  const { waits, due_at } = await payOut(w, { ...r, ...set, ...to });
  const all = { ...set, ...to, waits, due_at, updated_at: ctx.now };
  await moveRow(ctx, refundNoun, move, { id: r.id, version: r.version, to: "paying", set: all });
  // Accounts of a peer took their parts at once: the order was changed by finance's word meanwhile.
  await reload(w);
  await finishIfLeft(w, r.id);
  return r.id;
}
/** Nothing of it waits any more. */
export async function finishIfLeft(w: Work, id: number): Promise<void> {
  const { ctx } = w;
  const r = found(await heldRefund(ctx.db, id), NO_REFUND);
  const parts = await partsOf(ctx.db, id);
  if (r.refund_status !== "paying" || parts.some((p) => p.part_status !== "done")) return;
  await moveRow(ctx, refundNoun, "paid", {
    id,
    version: r.version,
    to: "success",
    set: { paid_at: ctx.now, waits: [], updated_at: ctx.now },
  });
  await finishPeople(w, r);
  await closePeople(ctx, id);
  await told(w, r, "退款成功");
}

/** Looked at by one who did not start it: what is large waits for a third, the rest is paid. */
export async function passedFirst(
  w: Work,
  r: StoredRefund,
  approved_amount: number,
  { note = "", to = null }: { note?: string | undefined; to?: PayeeSet | null } = {},
): Promise<number> {
  const { ctx } = w;
  const set = { approved_amount, reviewer_id: ctx.me.worker_id, reviewed_at: ctx.now };
  await told(w, { ...r, approved_amount }, "退款初审通过", note ? { reason: note } : {}, to ? accountChanged(r) : []);
  if (approved_amount <= FINAL_ABOVE) return sent(w, r, "pass", set, to);
  const all = { ...set, ...to, updated_at: ctx.now };
  await moveRow(ctx, refundNoun, "pass", { id: r.id, version: r.version, to: "pending_final", set: all });
  return r.id;
}

const pass = (input: Parsed<Api["refund_pass"]>, ctx: Ctx): Promise<number> =>
  onRefund(ctx, input, "pass", async (w, r) => {
    const me = ctx.me.worker_id;
    refuseUnless(r.created_by !== me, "maker_is_checker", "不能审核本人发起的退款");
    await expectTrial(ctx, r, input.policy_seen);
    const approved_amount = await approveLines(ctx, r, input.lines);
    const to = input.payee_account === undefined ? null : payeeSet(r.refund_no, input);
    return passedFirst(w, r, approved_amount, { note: input.note, to });
  });

const finalPass = (input: Parsed<Api["refund_final_pass"]>, ctx: Ctx): Promise<number> =>
  onRefund(ctx, input, "final_pass", async (w, r) => {
    const me = ctx.me.worker_id;
    refuseUnless(r.created_by !== me && r.reviewer_id !== me, "maker_is_checker", "复核人不能是发起人或初审人");
    refuseUnless(!(await isOwnOf(ctx.db, r, me)), "maker_is_checker", "复核人不能是拒签登记人或证明提交人");
    await expectTrial(ctx, r);
    await told(w, r, "退款复核通过");
    return sent(w, r, "final_pass", { final_reviewer_id: me, final_reviewed_at: ctx.now });
  });

const reject = (input: Parsed<Api["refund_reject"]>, ctx: Ctx): Promise<number> =>
  onRefund(ctx, input, "reject", async (w, r) => {
    const needed = r.refund_status === "pending_final" ? may.refund_final : may.refund_review;
    refuseUnless(ctx.has(needed), "not_allowed");
    refuseUnless(r.created_by !== ctx.me.worker_id, "maker_is_checker", "不能审核本人发起的退款");
    const cause = REFUND_REJECTS[input.reject_code];
    const set = { decided_by: ctx.me.worker_id, reject_code: input.reject_code, decided_note: input.reason, updated_at: ctx.now };
    await moveRow(ctx, refundNoun, "reject", { id: r.id, version: r.version, to: "rejected", set });
    if (r.kind === "claim") await freePeople(w, r);
    await closePeople(ctx, r.id);
    await told(w, r, "退款驳回", { cause, reason: `${cause}：${input.reason}` });
    return r.id;
  });

/** It had left already when the bank sent it back: its people are refunded, and stay so. */
async function hasSucceeded(w: Work, r: StoredRefund): Promise<boolean> {
  if (r.kind !== "applicant" && r.kind !== "claim") return false;
  const people = await peopleOf(w.ctx.db, r.id);
  return w.facts.people.some((p) => people.includes(p.id) && p.applicant_status === "refunded");
}
const withdraw = (input: Parsed<Api["refund_withdraw"]>, ctx: Ctx): Promise<number> =>
  onRefund(ctx, input, "withdraw", async (w, r) => {
    refuseUnless(r.kind !== "late", "guard_failed", "多付退回不能撤销，请换路重退");
    refuseUnless(r.created_by === ctx.me.worker_id || ctx.has(may.refund_review), "not_allowed", "只有发起人或退款审核人可以撤销");
    refuseUnless(!(await hasSucceeded(w, r)), "guard_failed", "退款成功后被银行退票，请换路重退");
    const parts = await partsOf(ctx.db, r.id);
    refuseUnless(!parts.some((p) => p.part_status === "done"), "guard_failed", "已有款项退回，不能撤销");
    if (parts.length > 0) {
      // Log and books are kept for good: what was typed stays with the refund.
      await orderPorts().cancelRefund(ctx, { refund_id: r.id, reason: `退款撤销 ${r.refund_no}` });
      await takeFees(ctx, await linesOf(ctx.db, r.id), -1);
    }
    if (parts.length > 0 || r.kind === "claim") await freePeople(w, r);
    const set = { decided_note: input.reason, waits: [], updated_at: ctx.now };
    await moveRow(ctx, refundNoun, "withdraw", { id: r.id, version: r.version, to: "withdrawn", set });
    await closePeople(ctx, r.id);
    await told(w, r, "退款撤销", { cause: "撤销", reason: input.reason });
    return r.id;
  });

/** What failed goes by the bank instead, to this account. */
const reroute = (input: Parsed<Api["refund_reroute"]>, ctx: Ctx): Promise<number> =>
  onRefund(ctx, input, "reroute", async (w, r) => {
    const me = ctx.me.worker_id;
    refuseUnless(r.created_by !== me, "maker_is_checker", "不能为本人发起的退款指定收款账户");
    await rows(
      ctx.db,
      q`update refund_parts set way = case when way = 'channel' then 'bank' else way end, part_status = 'waiting', fail_reason = ''
        where refund_id = ${r.id} and part_status = 'failed'`,
    );
    await moveRow(ctx, refundNoun, "reroute", {
      id: r.id,
      version: r.version,
      to: "paying",
      set: { ...payeeSet(r.refund_no, input), rerouted_by: me, rerouted_at: ctx.now, fail_reason: "", updated_at: ctx.now },
    });
    const now = found(await heldRefund(ctx.db, r.id), NO_REFUND);
    const waits = await handToFinance(w, now);
    if (waits.length > 0) await rows(ctx.db, q`update refunds set waits = ${waits}::text[] where id = ${r.id}`);
    await told(w, now, "换路重退", {}, accountChanged(r));
    return r.id;
  });

export const refundMoves = { pass, finalPass, reject, withdraw, reroute };
