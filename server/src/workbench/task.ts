/** 待办: rows of the queues, sorted by how pressing they are. */
import { allFlows } from "@visadesk/contract/index.ts";
import { QUEUES, type workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import { TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { calendarOf } from "../base-data/index.ts";
import { taskPage } from "../order/index.ts";

/** Urgent tasks become 紧急 when fewer working minutes than this are left. */
const SOON_MINUTES = 120;
const FLOW_OF: Readonly<Record<string, string>> = { applicant: "applicantFlow", order_diff: "diffFlow" };

export async function tasks(ctx: Ctx, input: Parsed<typeof workbenchApi.task_query>): Promise<Output<typeof workbenchApi.task_query>> {
  const calendar = await calendarOf(ctx.db);
  const soon = calendar.addWorkingMinutes(ctx.now, SOON_MINUTES);
  const { list, total } = await taskPage(ctx, input, soon, input);
  return {
    list: list.map((t) => ({
      ...t,
      queue_label: QUEUES[t.queue],
      title: `${QUEUES[t.queue]} · ${t.sku_name}`,
      node: allFlows[FLOW_OF[t.noun] ?? ""]?.states[t.state]?.label ?? t.state,
    })),
    total: Math.min(total, TOTAL_CAP),
    total_capped: total > TOTAL_CAP,
    page: input.page,
    page_size: input.page_size,
  };
}
