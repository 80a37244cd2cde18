/** What a receiver does with a message, and what its reviewer says to it. */
import { RESULTS, RETURN_LEAST_MINUTES, RETURNS } from "@visadesk/contract/workbench/message/msg.words.ts";
import type { reminderMsgApi } from "@visadesk/contract/workbench/message/reminder-msg.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import { badInput, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { workerMay } from "../../account/index.ts";
import { calendarOf } from "../../base-data/index.ts";
import { closeRows, openRows, remind } from "../../message/index.ts";
import { workerNames } from "../../setting/index.ts";
import { heldFor, moved } from "./reminder-msg.held.ts";
import { readOf } from "./reminder-msg.sql.ts";

type Api = typeof reminderMsgApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
const DONE = { ok: true } as const;

export async function read({ id }: In<"reminder_msg_read">, ctx: Ctx): Promise<typeof DONE> {
  await readOf(ctx, id);
  return DONE;
}

export async function start(input: In<"reminder_msg_start">, ctx: Ctx): Promise<typeof DONE> {
  await moved(ctx, await heldFor(ctx, input, "start"), "start", { to: "doing" });
  return DONE;
}

/** Without review it is done; of a task of the system it is done for all who had it. */
export async function submit({ result_code, result, proof = [], ...seen }: In<"reminder_msg_submit">, ctx: Ctx): Promise<typeof DONE> {
  const r = await heldFor(ctx, seen, "submit");
  if (r.need_proof && result_code === "done" && proof.length === 0) throw badInput({ path: "proof", message: "请上传凭证" });
  const to = r.reviewer_id === null ? "done" : "submitted";
  const set = {
    result_code,
    result,
    proof: [...proof],
    submitted_at: ctx.now,
    read_at: ctx.now,
    ...(to === "done" && { done_at: ctx.now }),
  };
  await moved(ctx, r, "submit", { to, set, text: `${RESULTS[result_code]}：${result}`, proof });
  if (to === "done" && r.source === "system") await closeRows(ctx, r.msg_id, "已由他人处理");
  if (to === "done" && r.created_by !== null && r.created_by !== r.staff_id)
    await remind(ctx, [r.created_by], `消息已处理：${r.title}`, { noun: "msg", id: r.msg_id });
  return DONE;
}

export async function confirm(input: In<"reminder_msg_confirm">, ctx: Ctx): Promise<typeof DONE> {
  const r = await heldFor(ctx, input, "confirm");
  await moved(ctx, r, "confirm", { to: "done", set: { read_at: ctx.now, done_at: ctx.now } });
  return DONE;
}

export async function transfer({ staff_id, reason, ...seen }: In<"reminder_msg_transfer">, ctx: Ctx): Promise<typeof DONE> {
  const r = await heldFor(ctx, seen, "transfer");
  const fault = (message: string): never => refuse("guard_failed", message, { issues: [{ path: "staff_id", message }] });
  if (staff_id === r.staff_id) fault("该消息已由您处理");
  if (staff_id === r.reviewer_id) fault("审核人不能是处理人");
  if ((await openRows(ctx, r.msg_id)).some((x) => x.staff_id === staff_id)) fault("该同事已在处理这条消息");
  if (!(await workerMay(ctx.db, staff_id, may.workbench))) fault("接收人没有工作台权限");
  const names = await workerNames(ctx.db, [r.staff_id, staff_id]);
  const change = { field: "staff_id", label: "处理人", before: names.get(r.staff_id) ?? null, after: names.get(staff_id) ?? null };
  const text = `${change.before} → ${change.after}：${reason}`;
  await moved(ctx, r, "transfer", { to: r.reminder_status, set: { staff_id, read_at: null }, text, changes: [change] });
  if (r.created_by !== null && r.created_by !== r.staff_id)
    await remind(ctx, [r.created_by], `消息「${r.title}」已由${change.before}转交给${change.after}`, { noun: "msg", id: r.msg_id });
  return DONE;
}

async function passOne(ctx: Ctx, seen: { id: number; version?: number }): Promise<void> {
  const r = await heldFor(ctx, seen, "pass");
  await moved(ctx, r, "pass", { to: "done", set: { done_at: ctx.now } });
}
export async function pass(input: In<"reminder_msg_pass">, ctx: Ctx): Promise<typeof DONE> {
  await passOne(ctx, input);
  return DONE;
}
/** Each for itself; whose proof was not opened stays and is named. */
export async function passBatch({ ids }: In<"reminder_msg_pass_batch">, ctx: Ctx): Promise<Output<Api["reminder_msg_pass_batch"]>> {
  const results: Output<Api["reminder_msg_pass_batch"]>["results"] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const fault = await attempt(ctx.db, () => passOne(ctx, { id }));
    results.push({ id, ok: fault === null, msg: fault?.message ?? "" });
  }
  return { results, done: results.filter((x) => x.ok).length };
}

/** Due again after as much working time as it had, but not sooner than two hours. */
export async function returned({ return_code, return_text, ...seen }: In<"reminder_msg_return">, ctx: Ctx): Promise<typeof DONE> {
  const r = await heldFor(ctx, seen, "return");
  refuseUnless(return_code !== "no_proof" || r.proof.length > 0, "guard_failed", "该结果没有凭证，请选择其他退回原因");
  const span = Math.max(r.span_minutes ?? 0, RETURN_LEAST_MINUTES);
  const due_at = (await calendarOf(ctx.db)).addWorkingMinutes(ctx.now, span);
  const set = { return_code, return_text, due_at, rounds: r.rounds + 1, overdue_told_at: null };
  await moved(ctx, r, "return", { to: "returned", set, text: `${RETURNS[return_code]}：${return_text}` });
  await remind(ctx, [r.staff_id], `处理结果被退回：${r.title}`, { noun: "reminder_msg", id: r.id });
  return DONE;
}
