/** What is done to tasks from the workbench: looked at, put off, passed on. Each row is judged by itself, as its queue stands now. */
import { maskNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { SNOOZE_DAYS, type taskMarkApi } from "@visadesk/contract/workbench/task-mark.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput } from "#kit/http/refuse.ts";
import { dayOf } from "#kit/range.ts";
import { calendarOf } from "../../base-data/index.ts";
import { keepAsking, lockTasks, putOff, seeTasks, type TaskKey, taskKey } from "../../message/index.ts";
import { heldTasks, type HeldTask } from "../task.sql.ts";

type Api = typeof taskMarkApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
export type Marked = Output<Api["task_seen"]>;
export const GONE = "该待办已处理";

const once = (list: readonly TaskKey[]): TaskKey[] => [...new Map(list.map((k) => [taskKey(k), k])).values()];

/** Judges each row of those that still wait; `act` writes those without a fault. */
export async function judged(
  keys: readonly TaskKey[],
  held: readonly HeldTask[],
  fault: (t: HeldTask) => string | null,
  act: (fit: readonly HeldTask[]) => Promise<void>,
): Promise<Marked> {
  const byKey = new Map(held.map((t) => [taskKey(t), t]));
  const fit: HeldTask[] = [];
  const results = once(keys).map(({ queue, source_id }) => {
    const task = byKey.get(taskKey({ queue, source_id }));
    const msg = task ? (fault(task) ?? "") : GONE;
    if (task && msg === "") fit.push(task);
    return { queue, id: source_id, ok: msg === "", msg };
  });
  if (fit.length > 0) await act(fit);
  return { results, done: fit.length };
}

export async function seen({ rows }: In<"task_seen">, ctx: Ctx): Promise<Marked> {
  return judged(
    rows,
    await heldTasks(ctx, rows, "mine"),
    () => null,
    (fit) => seeTasks(ctx, fit),
  );
}

/** Until a time that is still to come, within some working days; each task not beyond its own limit. */
export async function snooze({ rows, snooze_until, snooze_reason }: In<"task_snooze">, ctx: Ctx): Promise<Marked> {
  const until = new Date(snooze_until);
  const wrong = (message: string): Error => badInput({ path: "snooze_until", message });
  if (until <= ctx.now) throw wrong("请选择以后的时间");
  const last = (await calendarOf(ctx.db)).addWorkingDays(dayOf(ctx.now), SNOOZE_DAYS);
  if (dayOf(until) > last) throw wrong(`最多延后${SNOOZE_DAYS}个工作日`);
  await lockTasks(ctx.db);
  return judged(
    rows,
    await heldTasks(ctx, rows, "mine"),
    (t) => (t.due_at !== null && until > new Date(t.due_at) ? "不能延后到截止之后" : null),
    (fit) => putOff(ctx, fit, until, maskNumbers(snooze_reason)),
  );
}

export async function unsnooze({ rows }: In<"task_unsnooze">, ctx: Ctx): Promise<Marked> {
  await lockTasks(ctx.db);
  return judged(
    rows,
    await heldTasks(ctx, rows, "mine"),
    (t) => (t.snooze_until === null ? "该待办未延后" : null),
    (fit) => keepAsking(ctx, fit),
  );
}
