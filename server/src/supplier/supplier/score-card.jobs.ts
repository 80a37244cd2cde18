import type { JobDef } from "#kit/jobs.ts";
import { factsOf, keepFacts, supplierIds } from "./score-card.sql.ts";
import { CARD_DAYS } from "./score-card.ts";

export const scoreCardJobs: readonly JobDef[] = [
  {
    name: "supplier_figures",
    label: "供应商评分统计",
    cron: "every day 02:30",
    run: async (ctx, _payload, progress) => {
      const ids = await supplierIds(ctx.db);
      for (const [i, days] of CARD_DAYS.entries()) {
        await ctx.change(async (c) => keepFacts(c.db, await factsOf(c.db, ids, c.now, days), days, c.now));
        await progress.set(i + 1, CARD_DAYS.length);
      }
      return { suppliers: ids.length };
    },
  },
];
