/** What is done with an evaluation: answered, appealed against by its expert, judged by another, hidden and shown. */
import type { orderEvaluateApi } from "@visadesk/contract/order/order-evaluate.ts";
import { APPEAL_DAYS } from "@visadesk/contract/order/order-evaluate.ts";
import { orderEvaluateAppealFlow, orderEvaluateFlow } from "@visadesk/contract/order/order-evaluate.flow.ts";
import { canMove } from "@visadesk/contract/kit/flow.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Selectable } from "kysely";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { and, q, row } from "#kit/db/sql.ts";
import type { Tables } from "#kit/db/tables.gen.ts";
import { found, refuseUnless } from "#kit/http/refuse.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { saveRow } from "#kit/noun/save.ts";
import { calendarOf } from "../../base-data/index.ts";
import { orderEvaluateAppealNoun, orderEvaluateNoun } from "../desk/evaluate.noun.ts";
import { insertOrderLog } from "../order/order-log.ts";
import { evaluateScope, NO_EVALUATE } from "./evaluate.scope.ts";

type Api = typeof orderEvaluateApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Status = keyof typeof orderEvaluateFlow.states;
type Appeal = keyof typeof orderEvaluateAppealFlow.states;
type Held = Omit<Selectable<Tables["order_evaluates"]>, "evaluate_status" | "appeal_status"> & {
  evaluate_status: Status;
  appeal_status: Appeal;
  order_no: string;
};

async function held(ctx: Ctx, seen: { id: number; version: number }): Promise<Held> {
  const e = found(
    await row<Held>(
      ctx.db,
      q`select e.*, o.order_no from order_evaluates e join orders o on o.id = e.order_id where ${and([q`e.id = ${seen.id}`, evaluateScope(ctx)])} for update of e`,
    ),
    NO_EVALUATE,
  );
  const { states } = orderEvaluateFlow;
  expectUnmoved(e, seen.version, () => `评价${states[e.evaluate_status].label}，${orderEvaluateAppealFlow.states[e.appeal_status].label}`);
  return e;
}
interface Told {
  label: string;
  reason?: string;
  visible?: true;
  changes?: readonly FieldChange[];
}
/** What people typed stands on the order's timeline, which is erased; the log says what was done. */
async function told(ctx: Ctx, e: Held, { label, reason, visible, changes = [] }: Told): Promise<void> {
  await insertOrderLog(ctx, e.order_id, {
    kind: "message",
    noun: "order_evaluate",
    noun_id: e.id,
    label,
    reason: reason ?? null,
    customer_visible: visible ?? false,
    changes,
  });
  ctx.note({ noun: "order_evaluate", noun_id: e.id, noun_no: e.order_no, changes });
}
const state = (before: Appeal, after: Appeal): FieldChange => ({
  field: "appeal_status",
  label: "申诉",
  before: orderEvaluateAppealFlow.states[before].label,
  after: orderEvaluateAppealFlow.states[after].label,
});

export async function reply({ reply: text, ...seen }: In<"order_evaluate_reply">, ctx: Ctx): Promise<number> {
  const e = await held(ctx, seen);
  refuseUnless(canMove(orderEvaluateFlow, e.evaluate_status, "reply"), "state_changed");
  const set = { reply: text, replied_by: ctx.me.worker_id, replied_at: ctx.now };
  await moveRow(ctx, orderEvaluateNoun, "reply", { id: e.id, version: e.version, to: "replied", set });
  const { pending, replied } = orderEvaluateFlow.states;
  const change = { field: "evaluate_status", label: "回复", before: pending.label, after: replied.label };
  await told(ctx, e, { label: "回复评价", reason: text, visible: true, changes: [change] });
  return e.id;
}

export async function appeal({ reason, ...seen }: In<"order_evaluate_appeal">, ctx: Ctx): Promise<number> {
  const e = await held(ctx, seen);
  refuseUnless(canMove(orderEvaluateAppealFlow, e.appeal_status, "appeal"), "state_changed");
  refuseUnless(e.source !== "auto", "guard_failed", "默认好评不计入评分，不用申诉");
  refuseUnless(e.expert_id === ctx.me.worker_id, "not_allowed", "只有被评价的签证专家可以申诉");
  const calendar = await calendarOf(ctx.db);
  const set = {
    appeal_reason: reason,
    appealed_by: ctx.me.worker_id,
    appealed_at: ctx.now,
    appeal_due_at: calendar.dueAt(ctx.now, APPEAL_DAYS, "work_day"),
  };
  await moveRow(ctx, orderEvaluateAppealNoun, "appeal", { id: e.id, version: e.version, to: "pending", set });
  await told(ctx, e, { label: "评价申诉", reason, changes: [state("none", "pending")] });
  return e.id;
}

/** Whoever it is about judges nothing of it, whatever his role. */
function assertOther(ctx: Ctx, e: Held, what: string): void {
  const me = ctx.me.worker_id;
  refuseUnless(e.expert_id !== me && e.appealed_by !== me, "maker_is_checker", what);
}
async function judge(ctx: Ctx, { note, ...seen }: In<"order_evaluate_appeal_pass">, move: "pass" | "reject"): Promise<number> {
  const e = await held(ctx, seen);
  refuseUnless(canMove(orderEvaluateAppealFlow, e.appeal_status, move), "state_changed");
  assertOther(ctx, e, "不能审核本人的评价申诉");
  const to = move === "pass" ? "accepted" : "rejected";
  const set = { appeal_note: note, judged_by: ctx.me.worker_id, judged_at: ctx.now };
  await moveRow(ctx, orderEvaluateAppealNoun, move, { id: e.id, version: e.version, to, set });
  const { label } = orderEvaluateAppealFlow.moves[move];
  await told(ctx, e, { label, reason: note, changes: [state("pending", to)] });
  if (e.appealed_by !== null)
    await sendMessage(ctx, {
      channel: "in_app",
      template: "order_evaluate",
      receiver: String(e.appealed_by),
      receiver_worker_id: e.appealed_by,
      content: `评价申诉${orderEvaluateAppealFlow.states[to].label}：${e.order_no}`,
      ref_noun: "order",
      ref_id: e.order_id,
    });
  return e.id;
}
export const appealPass = (input: In<"order_evaluate_appeal_pass">, ctx: Ctx): Promise<number> => judge(ctx, input, "pass");
export const appealReject = (input: In<"order_evaluate_appeal_reject">, ctx: Ctx): Promise<number> => judge(ctx, input, "reject");

async function show(ctx: Ctx, { reason, ...seen }: In<"order_evaluate_hide">, is_shown: boolean): Promise<number> {
  const e = await held(ctx, seen);
  refuseUnless(e.is_shown !== is_shown, "state_changed", `该评价已${is_shown ? "展示" : "隐藏"}`);
  assertOther(ctx, e, `不能${is_shown ? "展示" : "隐藏"}对本人的评价`);
  await saveRow(ctx, orderEvaluateNoun, { id: e.id, version: e.version, set: { is_shown, show_reason: reason }, told: true });
  const change = { field: "is_shown", label: "展示", before: e.is_shown, after: is_shown };
  await told(ctx, e, { label: is_shown ? "展示评价" : "隐藏评价", reason, changes: [change] });
  return e.id;
}
export const hide = (input: In<"order_evaluate_hide">, ctx: Ctx): Promise<number> => show(ctx, input, false);
export const unhide = (input: In<"order_evaluate_show">, ctx: Ctx): Promise<number> => show(ctx, input, true);
