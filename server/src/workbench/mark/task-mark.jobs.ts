/** Marks go with their tasks; a task passed to somebody who may work no more is its queue's again. */
import { q } from "#kit/db/sql.ts";
import type { JobDef } from "#kit/jobs.ts";
import { backToQueue, dropMarks, lockTasks, marksOf, taskKey } from "../../message/index.ts";
import { stillThere, unfitMarks } from "./task-mark.sql.ts";

export const taskMarkJobs: readonly JobDef[] = [
  {
    name: "mark_sweep",
    label: "清理待办标记",
    cron: "every day 3:00",
    atomic: true,
    run: async (ctx) => {
      await lockTasks(ctx.db);
      const list = await marksOf(ctx.db);
      const there = await stillThere(ctx.db, list, ctx.now);
      const gone = list.filter((m) => !there.has(taskKey(m))).map((m) => m.id);
      await dropMarks(ctx.db, gone);
      return { dropped: gone.length };
    },
  },
  {
    name: "task_take_back",
    label: "收回无法办理的待办",
    cron: "every 5 minutes",
    atomic: true,
    run: async (ctx) => {
      const ids = await unfitMarks(ctx.db, ctx.now);
      return { back: ids.length === 0 ? 0 : await backToQueue(ctx, q`id = any(${ids}::int8[])`) };
    },
  },
];
