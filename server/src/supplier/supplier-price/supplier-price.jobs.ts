import type { JobDef } from "#kit/jobs.ts";
import { announcePrices } from "./price-decide.ts";

export const supplierPriceJobs: readonly JobDef[] = [
  {
    name: "supplier_price_announce",
    label: "结算价到期生效",
    cron: "every 5 minutes",
    atomic: true,
    run: async (ctx) => ({ announced: await announcePrices(ctx) }),
  },
];
