/** 提醒我: a watched view that rose above its number tells its owner once, counted with his rights and scope of now. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { ctxAs } from "#kit/export/exported.ts";
import type { JobDef } from "#kit/jobs.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { principalOfWorker } from "../principal.ts";
import { countView } from "./view-count.ts";
import { watchedViews, type WatchedView } from "../personal.sql.ts";

/** True above the number, null where the view cannot be counted: its owner left, lost the list, or the list changed. */
async function isOver(ctx: Ctx, view: WatchedView): Promise<{ over: boolean; words: string } | null> {
  const owner = await principalOfWorker(ctx.db, view.owner_id, ctx.now);
  const count = owner && (await countView(ctxAs(ctx, owner), view));
  if (!count) return null;
  return { over: count.total > view.watch, words: `${count.total}${count.total_capped ? "+" : ""}` };
}

async function look(ctx: Ctx, view: WatchedView): Promise<void> {
  const found = await isOver(ctx, view);
  if (!found || found.over === view.watch_over) return;
  await ctx.db.updateTable("saved_views").set({ watch_over: found.over }).where("id", "=", view.id).execute();
  if (!found.over) return;
  await sendMessage(ctx, {
    channel: "in_app",
    template: "view_watch",
    receiver: String(view.owner_id),
    receiver_worker_id: view.owner_id,
    content: `视图“${view.name}”现有 ${found.words} 条，超过您设的 ${view.watch} 条`,
    ref_noun: "saved_view",
    ref_id: view.id,
  });
}

/** `isWorkTime`: the working clock, which lies above this area. */
export const viewWatchJob = (isWorkTime: (db: Db, at: Date) => Promise<boolean>): JobDef => ({
  name: "view_watch",
  label: "视图提醒",
  cron: "every 10 minutes",
  run: async (ctx) => {
    if (!(await isWorkTime(ctx.db, ctx.now))) return;
    for (const view of await watchedViews(ctx.db)) await ctx.change((c) => look(c, view));
  },
});
