/** Every hour: activities that start or end within a day, told to whoever made them, once for each time. */
import { shortTime } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { JobDef } from "#kit/jobs.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { holdersOf } from "../../account/index.ts";
import { markTold, soonRows } from "./special-price-activity.sql.ts";

const AHEAD_MS = 24 * 3_600_000;
const EDGES = { start: "开始", end: "结束" } as const;

/** The maker while he may keep special prices, else everybody who does. */
async function tell(ctx: Ctx): Promise<{ told: number }> {
  const soon = await soonRows(ctx.db, ctx.now, new Date(ctx.now.getTime() + AHEAD_MS));
  if (soon.length === 0) return { told: 0 };
  const holders = await holdersOf(ctx.db, may.special_price);
  for (const a of soon) {
    const maker = holders.find((h) => h.id === a.created_by);
    for (const h of maker ? [maker] : holders)
      await sendMessage(ctx, {
        channel: "in_app",
        template: "special_price_soon",
        receiver: h.account,
        receiver_worker_id: h.id,
        content: `限时特价「${a.name}」将于 ${shortTime(a.at)} ${EDGES[a.edge]}`,
        ref_noun: "special_price_activity",
        ref_id: a.id,
      });
    await markTold(ctx.db, a);
  }
  return { told: soon.length };
}

export const specialPriceJobs: readonly JobDef[] = [
  { name: "special_price_soon", label: "限时特价起止提醒", cron: "every hour", run: (ctx) => ctx.change(tell) },
];
