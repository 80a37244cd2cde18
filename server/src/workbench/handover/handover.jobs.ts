/** What time does to hand-overs: those that ended end, those whose time has come begin. What nobody confirmed stays. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q } from "#kit/db/sql.ts";
import type { JobDef } from "#kit/jobs.ts";
import { worker, workerMay } from "../../account/index.ts";
import { begin, callOff, finish } from "./handover.moves.ts";
import { dueRows, type Held } from "./handover.sql.ts";

/** Why it can no longer be what was agreed. */
async function gone(ctx: Ctx, h: Held): Promise<string> {
  if ((await worker(ctx.db, h.from_staff_id))?.status !== 1) return "休假人已停用";
  return (await workerMay(ctx.db, h.to_staff_id, may.workbench)) ? "" : "接手人已停用或没有工作台权限";
}

async function endDue(ctx: Ctx): Promise<number> {
  const someone = q`exists (select from workers w where w.id in (h.from_staff_id, h.to_staff_id) and w.status <> 1)`;
  const list = await dueRows(ctx.db, q`h.handover_status = 'active' and (h.end_at <= ${ctx.now} or ${someone})`);
  for (const h of list) await finish(ctx, h, "finish", Date.parse(h.end_at) <= ctx.now.getTime() ? "" : await gone(ctx, h));
  return list.length;
}
async function startDue(ctx: Ctx): Promise<{ started: number; dropped: number }> {
  const list = await dueRows(ctx.db, q`h.handover_status = 'planned' and h.confirmed_at is not null and h.start_at <= ${ctx.now}`);
  let dropped = 0;
  for (const h of list) {
    const reason = Date.parse(h.end_at) <= ctx.now.getTime() ? "交接时间已过" : await gone(ctx, h);
    if (reason === "") await begin(ctx, h, "start");
    else {
      await callOff(ctx, h, "drop", reason);
      dropped++;
    }
  }
  return { started: list.length - dropped, dropped };
}

export const handoverJobs: readonly JobDef[] = [
  {
    name: "handover_tick",
    label: "休假交接到时",
    cron: "every minute",
    atomic: true,
    run: async (ctx) => ({ ended: await endDue(ctx), ...(await startDue(ctx)) }),
  },
];
