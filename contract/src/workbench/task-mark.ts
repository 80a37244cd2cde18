/** 待办标记: what a worker notes on a task of a queue, the task itself being stored nowhere. */
import { api, rowResult, write } from "../kit/endpoint.ts";
import { choice, id, int, text, time, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { QUEUES } from "./queues.ts";
import { taskFilter } from "./task-filter.ts";

const code = may.workbench;
/** So many tasks at once, by their rows or by a filter. */
export const TASKS_MAX = 500;
/** Working days beyond today that a task may be put off. */
export const SNOOZE_DAYS = 5;

export const taskMark = z.object({
  queue: choice("类型", QUEUES),
  source_id: id("对象"),
  staff_id: id("员工", "worker"),
  seen_at: z.nullable(time("已看")),
  snooze_until: z.nullable(time("延后至")),
  snooze_reason: text("延后原因", { min: 5, max: 100 }),
  handler_id: z.nullable(id("转交给", "worker")),
  transfer_reason: text("转交原因", { min: 5, max: 100 }),
});
const f = taskMark.shape;

const key = z.strictObject({ queue: f.queue, source_id: f.source_id });
const rows = z.array(key).min(1, { error: "请选择待办" }).max(TASKS_MAX).meta({ label: "待办", kind: "list" });
/** Results by the ids of the tasks' records. */
const marked = z.object({
  results: z.array(rowResult.extend({ queue: f.queue })),
  done: int("已完成"),
});

export const taskMarkApi = api({
  /** Noted by its reader alone: nobody else sees it. */
  task_seen: write("标记已看", code, { rows }, marked, { unlogged: true }),
  task_snooze: write("延后待办", code, { rows, snooze_until: time("延后至"), snooze_reason: f.snooze_reason }, marked),
  task_unsnooze: write("取消延后", code, { rows }, marked),
  /** Tasks by their rows, or all of a filter with how many were seen. */
  task_transfer: write(
    "转交待办",
    code,
    {
      rows: z.optional(rows),
      filter: z.optional(z.strictObject(taskFilter).meta({ label: "名单条件", kind: "object" })),
      expected_count: z.optional(int("待办数", 1, TASKS_MAX)),
      handler_id: id("转交给", "worker"),
      transfer_reason: f.transfer_reason,
    },
    marked,
    { key: true },
  ),
});
