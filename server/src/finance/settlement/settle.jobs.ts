/** Overnight: settlements of cycles that are over. A night that was missed is made up for. */
import type { JobDef } from "#kit/jobs.ts";
import { dayOf } from "#kit/range.ts";
import { generatePeers } from "../peer-settle/peer-settle.jobs.ts";
import { generateFor } from "./settle-generate.ts";
import { suppliersWaiting } from "./unsettled.sql.ts";

export const settleJobs: readonly JobDef[] = [
  {
    name: "settlement_generate",
    label: "结算单自动出账",
    cron: "every day 01:30",
    run: async (ctx) => {
      let made = 0;
      for (const id of await suppliersWaiting(ctx.db, dayOf(ctx.now))) {
        if (ctx.signal.aborted) break;
        made += (await ctx.change((x) => generateFor(x, id))).length;
      }
      return { made: made + (await generatePeers(ctx)).made };
    },
  },
];
