import type { JobDef } from "#kit/jobs.ts";
import { lapseReds } from "./invoice-red.ts";
import { dropSheets } from "./invoice-start.ts";
import { settleSurcharges } from "./invoice-surcharge.ts";

export const invoiceJobs: readonly JobDef[] = [
  {
    name: "red_confirm_expire",
    label: "红字确认单失效",
    cron: "every 10 minutes",
    atomic: true,
    run: async (ctx) => ({ lapsed: await lapseReds(ctx) }),
  },
  {
    name: "invoice_surcharge",
    label: "发票补差价到账",
    cron: "every minute",
    atomic: true,
    run: async (ctx) => ({ moved: await settleSurcharges(ctx) }),
  },
  {
    name: "invoice_sheet_expire",
    label: "清理过期开票表",
    cron: "every hour",
    atomic: true,
    run: async (ctx) => ({ removed: await dropSheets(ctx) }),
  },
];
