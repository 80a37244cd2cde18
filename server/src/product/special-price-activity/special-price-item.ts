/** Judging the items of an activity: prices at saving and again at publishing, overlaps and the floor. */
import { money } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import { pricedSkus } from "../price-adjustment/price-adjustment.sql.ts";
import {
  bandsOf,
  belowFloor,
  itemFault,
  periodsMeet,
  type ActivityFacts,
  type ItemFacts,
  type WeighedSku,
} from "./special-price-activity.rules.ts";
import { lockSkus, publishedItems } from "./special-price-activity.sql.ts";
import { audiencesMeet } from "./special-price.rules.ts";

/** When prices are met: at the start, or now where it has passed. */
const metAt = (a: Pick<ActivityFacts, "start_at">, now: Date): Date => {
  const start = a.start_at === null ? now : new Date(a.start_at);
  return start > now ? start : now;
};

async function weighed(ctx: Ctx, a: ActivityFacts, items: readonly ItemFacts[]): Promise<Map<number, WeighedSku>> {
  const skus = await pricedSkus(
    ctx.db,
    items.map((i) => i.sku_id),
    metAt(a, ctx.now),
  );
  for (const [n, { sku_id }] of items.entries()) {
    const sku = skus.find((s) => s.id === sku_id);
    if (!sku) throw badInput({ path: `items.${n}.sku_id`, message: "商品不存在，请重新选择" });
    if (sku.sku_status === "archived") throw badInput({ path: `items.${n}.sku_id`, message: `商品 ${sku.sku_no} 已归档，请移除` });
  }
  return new Map(skus.map((s) => [s.id, s]));
}

/** Items as they are kept: a product without child price has no child special. Refuses prices that cannot be. */
export async function judgedItems<I extends ItemFacts>(ctx: Ctx, a: ActivityFacts, items: readonly I[]): Promise<I[]> {
  const skus = await weighed(ctx, a, items);
  return items.map((item, n) => {
    const sku = skus.get(item.sku_id);
    const kept = sku && bandsOf(sku).includes("child") ? item : { ...item, child: null };
    const fault = sku && itemFault(sku, kept);
    if (fault) throw badInput({ path: `items.${n}.${fault.field}`, message: fault.message });
    return kept;
  });
}

/** One product, one audience, one time. Holds the products until the transaction ends. */
export async function refuseOverlap(ctx: Ctx, id: number, a: ActivityFacts, items: readonly ItemFacts[]): Promise<void> {
  const skus = items.map((i) => i.sku_id);
  await lockSkus(ctx.db, skus);
  const period = { start_at: metAt(a, ctx.now).toISOString(), end_at: a.end_at ?? "" };
  const clash = (await publishedItems(ctx.db, skus, id, ctx.now)).find((p) => audiencesMeet(a, p) && periodsMeet(period, p));
  if (clash) refuse("overlap", `商品 ${clash.sku_no} 与活动「${clash.name}」时间重叠`, { sku_no: clash.sku_no });
}

/** Prices below the floor are let pass by somebody who holds the code and neither made the activity nor set them. */
export async function refuseBelowFloor(
  ctx: Ctx,
  head: ActivityFacts & { created_by: number | null },
  items: readonly (ItemFacts & { priced_by: number | null })[],
): Promise<void> {
  const skus = await weighed(ctx, head, items);
  for (const item of items) {
    const sku = skus.get(item.sku_id);
    const margin = sku ? belowFloor(sku, item) : null;
    if (!sku || margin === null) continue;
    const figures = ctx.has(may.cost_view) ? `毛利 ${money(margin)} 低于底线 ${money(sku.margin_floor)}` : "毛利低于底线";
    if (!ctx.has(may.price_floor)) refuse("below_floor", `商品 ${sku.sku_no} 特价${figures}，需放行权限`, { sku_no: sku.sku_no });
    if (ctx.me.worker_id === head.created_by || ctx.me.worker_id === item.priced_by)
      refuse("below_floor", `商品 ${sku.sku_no} 特价${figures}，需他人放行发布`, { sku_no: sku.sku_no });
  }
}
