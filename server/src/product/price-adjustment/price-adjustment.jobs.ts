import type { JobDef } from "#kit/jobs.ts";
import { takeEffect } from "./price-adjustment-review.ts";

export const adjustJobs: readonly JobDef[] = [
  {
    name: "price_adjustment_effective",
    label: "定时调价生效",
    cron: "every minute",
    atomic: true,
    run: async (ctx) => ({ effective: await takeEffect(ctx) }),
  },
];
