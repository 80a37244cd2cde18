/** Doors for suppliers: products that nobody can do any more, or somebody can again. That they cannot be ordered is derived. */
import type { Ctx } from "#kit/call/context.ts";
import { some, tell } from "./sku-scan.jobs.ts";
import { skuNames } from "./sku-scan.sql.ts";

async function listed(ctx: Ctx, ids: readonly number[]): Promise<string> {
  const names = await skuNames(ctx.db, ids);
  return some(ids.map((id) => names.get(id) ?? ""));
}

export async function supplyLost(ctx: Ctx, ids: readonly number[], why: string): Promise<void> {
  await tell(
    ctx,
    "sku_supply_lost",
    `${why}，${ids.length}个在售商品没有可用的供应商：${await listed(ctx, ids)}。请在产品匹配中安排供应商，或先下架`,
  );
}

export async function supplyBack(ctx: Ctx, ids: readonly number[], why: string): Promise<void> {
  await tell(ctx, "sku_supply_back", `${why}，${ids.length}个在售商品可以下单了：${await listed(ctx, ids)}`);
}
