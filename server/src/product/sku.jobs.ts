import type { JobDef } from "#kit/jobs.ts";
import { countSkus } from "./sku-stat.sql.ts";

export const jobs: readonly JobDef[] = [
  {
    name: "sku_stat",
    label: "商品30天单量与出签率",
    cron: "every day 2:10",
    atomic: true,
    run: async (ctx) => ({ skus: await countSkus(ctx.db, ctx.now) }),
  },
];
