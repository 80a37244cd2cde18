/** Door of the workbench: what waits for me now. It owns messages and the answers. */
import { taskMarkApi } from "@visadesk/contract/workbench/task-mark.ts";
import { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import { area } from "#kit/area.ts";
import { serve } from "#kit/call/serve.ts";
import { handoverJobs } from "./handover/handover.jobs.ts";
import { handoverServing } from "./handover/handover.ts";
import { taskMarkJobs } from "./mark/task-mark.jobs.ts";
import { seen, snooze, unsnooze } from "./mark/task-mark.ts";
import { transfer } from "./mark/task-transfer.ts";
import { globalMessageServing } from "./msg/global-message.ts";
import { msgJobs } from "./msg/msg.jobs.ts";
import { msgServer } from "./msg/msg.ts";
import type { RefDoors } from "./msg/refs.ts";
import { messageNouns } from "../message/index.ts";
import { figures, home, tiles } from "./home.ts";
import { loads } from "./load.ts";
import { markRead, messages } from "./message.ts";
import { search } from "./search.ts";
import { counters } from "./stat.ts";
import { tasks } from "./task.ts";

const serving = serve(workbenchApi, {
  order_stat_query: (_input, ctx) => counters(ctx),
  message_get: (_input, ctx) => messages(ctx),
  message_read: (_input, ctx) => markRead(ctx),
  home_query: (_input, ctx) => home(ctx),
  home_figure_query: async ({ period }, ctx) => ({ figures: await figures(ctx, period) }),
  task_query: (input, ctx) => tasks(ctx, input),
  task_stat_get: async ({ scope }, ctx) => ({ queues: await tiles(ctx, scope ?? "mine") }),
  task_load_query: (input, ctx) => loads(ctx, input),
  search_query: (input, ctx) => search(ctx, input),
});
const markServing = serve(taskMarkApi, {
  task_seen: (input, ctx) => seen(input, ctx),
  task_snooze: (input, ctx) => snooze(input, ctx),
  task_unsnooze: (input, ctx) => unsnooze(input, ctx),
  task_transfer: (input, ctx) => transfer(input, ctx),
});
export { lentOrders } from "./mark/task-mark.sql.ts";
export { taskHoldings } from "./mark/task-hand-over.ts";
export { seedMarks } from "./mark/seed-marks.ts";
export { seedHandovers } from "./handover/seed-handovers.ts";
export { seedMessages } from "./msg/seed-msgs.ts";
export { messagePapers } from "./msg/msg-erase.ts";
export { messageHoldings } from "./msg/msg-hand-over.ts";
export { mayReadMsgFile, mayReadReminderFile, msgFilesInUse } from "./msg/msg-files.sql.ts";
export const workbenchArea = (doors: RefDoors) =>
  area("workbench", {
    nouns: messageNouns,
    serving: { ...serving, ...markServing, ...msgServer(doors), ...globalMessageServing, ...handoverServing },
    jobs: [...msgJobs, ...taskMarkJobs, ...handoverJobs],
  });
