/** 转交: a task is somebody else's from now on, with its order while it lasts. */
import { maskNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { allows, may } from "@visadesk/contract/permissions.ts";
import { TASKS_MAX, type taskMarkApi } from "@visadesk/contract/workbench/task-mark.ts";
import type { Ctx, Principal } from "#kit/call/context.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import { queueLabel, type Named } from "#kit/queue.ts";
import { principalOfWorker } from "../../account/index.ts";
import { calendarOf } from "../../base-data/index.ts";
import { lockTasks, passTasks, remind, type TaskKey, taskKey } from "../../message/index.ts";
import { workerNames } from "../../setting/index.ts";
import { deskOf, mayHandle } from "../desks.ts";
import { SOON_MINUTES } from "../task.ts";
import { heldTasks, namesOf, tasksMatching, type HeldTask } from "../task.sql.ts";
import { judged, type Marked } from "./task-mark.ts";
import { fitFor } from "./task-mark.sql.ts";

type In = Parsed<(typeof taskMarkApi)["task_transfer"]>;
const NO_RIGHT = "对方没有处理该待办的权限";
const COVERED = "代班期间可直接办理，无需转交给本人";
const UNFIT = "对方不能处理该待办：由其本人提交，或不在其数据范围内";

/** Those named, or all of the filter, as many as were seen. */
async function asked(ctx: Ctx, { rows, filter, expected_count }: In): Promise<readonly TaskKey[]> {
  if (rows && filter) throw badInput({ path: "filter", message: "请只按所选待办或只按条件转交" });
  if (rows) return rows;
  if (!filter || expected_count === undefined) throw badInput({ path: "rows", message: "请选择待办" });
  const soon = (await calendarOf(ctx.db)).addWorkingMinutes(ctx.now, SOON_MINUTES);
  const found = await tasksMatching(ctx, filter, soon, TASKS_MAX + 1);
  if (found.length > TASKS_MAX) refuse("limit_exceeded", `一次最多转交 ${TASKS_MAX} 项待办`);
  if (found.length !== expected_count)
    refuse("count_changed", `待办已由 ${expected_count} 项变为 ${found.length} 项，请重新确认`, { count: found.length });
  return found;
}

/** Why a task can not be passed to `to`; asked of all tasks at once. */
async function faultsFor(ctx: Ctx, to: Principal, held: readonly HeldTask[]): Promise<(t: HeldTask) => string | null> {
  const fit = await fitFor(ctx, to, held);
  return (t) => {
    const desk = deskOf(t.queue);
    if (desk.passed_by !== undefined) return desk.passed_by;
    if (t.handler_id === to.worker_id) return "该待办已由对方处理";
    // What comes with a hand-over ends with it.
    if (to.worker_id === ctx.me.worker_id && t.handler_id !== null && ctx.me.covers.includes(t.handler_id)) return COVERED;
    if (!mayHandle(t.queue, to.codes)) return NO_RIGHT;
    return fit.has(taskKey(t)) ? null : UNFIT;
  };
}

/** The receiver hears of it once, by name of the one or by their number; each record's log tells whose task it is now. */
async function tell(ctx: Ctx, to: number, reason: string, fit: readonly HeldTask[]): Promise<void> {
  const people = await workerNames(ctx.db, [to, ctx.me.worker_id, ...fit.flatMap((t) => t.handler_id ?? [])]);
  const nameOf: (t: TaskKey) => Named | undefined = await namesOf(ctx.db, fit);
  const name = (id: number | null): string | null => (id === null ? null : (people.get(id) ?? null));
  for (const t of fit) {
    const change = { field: "handler_id", label: "处理人", before: name(t.handler_id), after: name(to) };
    ctx.note({ noun: deskOf(t.queue).noun, noun_id: t.source_id, noun_no: nameOf(t)?.ref_no || null, changes: [change] });
  }
  const [first] = fit;
  if (!first || to === ctx.me.worker_id) return;
  const what = fit.length === 1 ? `${queueLabel(first.queue)} ${nameOf(first)?.ref_no ?? ""}`.trim() : `${fit.length} 项待办`;
  const ref = fit.length === 1 && first.order_id !== null ? { noun: "order", id: first.order_id } : null;
  await remind(ctx, [to], `${name(ctx.me.worker_id) ?? "同事"}转交给您${what}：${reason}`, ref);
}

export async function transfer(input: In, ctx: Ctx): Promise<Marked> {
  await lockTasks(ctx.db);
  const to = await principalOfWorker(ctx.db, input.handler_id, ctx.now);
  if (!to || !allows(may.workbench, to.codes)) throw badInput({ path: "handler_id", message: "接收人没有工作台权限" });
  const keys = await asked(ctx, input);
  const held = await heldTasks(ctx, keys, "scope");
  const reason = maskNumbers(input.transfer_reason);
  return judged(keys, held, await faultsFor(ctx, to, held), async (fit) => {
    await passTasks(ctx, fit, to.worker_id, reason);
    await tell(ctx, to.worker_id, reason, fit);
  });
}
