/** 待办: rows of the queues, sorted by how pressing they are. */
import type { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import { TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { queueLabel } from "#kit/queue.ts";
import { calendarOf } from "../base-data/index.ts";
import { deskOf } from "./desks.ts";
import { taskPage, type StoredTask } from "./task.sql.ts";

type Task = Output<typeof workbenchApi.task_query>["list"][number];
/** Urgent tasks become 紧急 when fewer working minutes than this are left. */
export const SOON_MINUTES = 120;

function shown(ctx: Ctx, t: StoredTask): Task {
  const desk = deskOf(t.queue);
  const label = queueLabel(t.queue);
  return {
    ...t,
    queue_label: label,
    title: `${label} · ${t.title}`,
    node: desk.flow?.states[t.state]?.label ?? t.state,
    opens: desk.opens(t, ctx),
  };
}

export async function tasks(ctx: Ctx, input: Parsed<typeof workbenchApi.task_query>): Promise<Output<typeof workbenchApi.task_query>> {
  const calendar = await calendarOf(ctx.db);
  const soon = calendar.addWorkingMinutes(ctx.now, SOON_MINUTES);
  const { list, total } = await taskPage(ctx, input, soon, input);
  return {
    list: list.map((t) => shown(ctx, t)),
    total: Math.min(total, TOTAL_CAP),
    total_capped: total > TOTAL_CAP,
    page: input.page,
    page_size: input.page_size,
  };
}
