/** Reminders that time opens, and closes: visits to come, money not paid, what is late with us. */
import { q } from "#kit/db/sql.ts";
import type { JobCtx, JobDef } from "#kit/jobs.ts";
import type { RemindAsk } from "../../base-data/index.ts";
import { changeOrder } from "../flow/change.ts";
import { remindRaise, resolveReminds } from "../desk/order-remind.ts";
import { comingVisits, ranOut, settledReminds } from "./order-remind-clock.sql.ts";

/** Each under its order, which a move may hold meanwhile. */
async function open(ctx: JobCtx, asks: readonly RemindAsk[]): Promise<number> {
  let n = 0;
  for (const ask of asks) {
    if (ctx.signal.aborted) break;
    await ctx.change((c) => changeOrder(c, ask.order_id, (w) => remindRaise(w.ctx, ask)));
    n++;
  }
  return n;
}

export const remindVisits = async (ctx: JobCtx): Promise<number> => open(ctx, await comingVisits(ctx.db, ctx.now));

export async function remindTick(ctx: JobCtx): Promise<number> {
  const settled = await settledReminds(ctx.db, ctx.now);
  for (const { id, order_id } of settled) {
    if (ctx.signal.aborted) return 0;
    await ctx.change((c) => changeOrder(c, order_id, (w) => resolveReminds(w.ctx, q`r.id = ${id}`)));
  }
  return settled.length + (await open(ctx, await ranOut(ctx.db, ctx.now)));
}

export const remindJobs: readonly JobDef[] = [
  { name: "visit_remind", label: "赴馆提醒", cron: "every day 09:00", run: remindVisits },
  { name: "order_remind_tick", label: "到期与超期提醒", cron: "every 5 minutes", run: remindTick },
];
