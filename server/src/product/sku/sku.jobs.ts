import type { JobDef } from "#kit/jobs.ts";
import { statSkus } from "../sku-figures/sku-stat.ts";

export const jobs: readonly JobDef[] = [
  {
    name: "sku_stat",
    label: "商品30天单量、出签率与实际时效",
    cron: "every day 2:10",
    atomic: true,
    run: async (ctx) => ({ skus: await statSkus(ctx) }),
  },
];
