/** Endpoints of 限时特价. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";
import type { Ctx } from "#kit/call/context.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import { serve, type Served } from "#kit/call/serve.ts";
import type { Sql } from "#kit/db/sql.ts";
import {
  activityAdd,
  activityCopy,
  activityPublish,
  activityRemove,
  activityStop,
  activityUpdate,
  NO_ACTIVITY,
  shown,
} from "./special-price-activity.write.ts";
import { activityList, activityOrders, activityRow, itemsOf, skuSpecials, type ActivityRow } from "./special-price-activity.sql.ts";
import { specialSkuList, specialSkus, type SpecialSku } from "./special-price-item.sql.ts";

type Api = typeof specialPriceActivityApi;
type Detail = Output<Api["special_price_activity_get"]>;

/** What special prices ask of the orders: which of them a caller sees. */
export interface SpecialDoors {
  order: { orderScope: (ctx: Pick<Ctx, "me">, alias: "o" | "a") => Sql | null };
}

async function detail(id: number, ctx: Ctx): Promise<Detail> {
  const row = found(await activityRow(ctx.db, id, ctx.now), NO_ACTIVITY);
  const items = await itemsOf(ctx.db, id);
  const skus = await specialSkus(
    ctx.db,
    items.map((i) => i.sku_id),
    ctx.now,
    ctx.has(may.cost_view),
  );
  return {
    ...found((await shown(ctx.db, [row]))[0]),
    items: items.flatMap(({ sku_id, ...item }) => {
      const sku = skus.get(sku_id);
      return sku ? [{ ...item, sku }] : [];
    }),
  };
}

async function skuPage(input: Parsed<Api["special_price_activity_sku_query"]>, ctx: Ctx) {
  const page = await pageOf<{ sku_id: number }>(ctx.db, input, specialSkuList(input));
  const ids = page.list.map((k) => k.sku_id);
  const skus = await specialSkus(ctx.db, ids, ctx.now, ctx.has(may.cost_view));
  return { ...page, list: ids.map((id) => skus.get(id)).filter((k): k is SpecialSku => k !== undefined) };
}

export const specialPriceActivityServer = (doors: SpecialDoors): { readonly [K in keyof Api]: Served } =>
  serve(specialPriceActivityApi, {
    special_price_activity_query: async (input, ctx) => {
      const page = await pageOf<ActivityRow>(ctx.db, input, activityList(input, ctx.now));
      return { ...page, list: await shown(ctx.db, page.list) };
    },
    special_price_activity_get: ({ id }, ctx) => detail(id, ctx),
    special_price_activity_add: async (input, ctx) => detail(await activityAdd(input, ctx), ctx),
    special_price_activity_update: async (input, ctx) => {
      await activityUpdate(input, ctx);
      return detail(input.id, ctx);
    },
    special_price_activity_copy: async (input, ctx) => detail(await activityCopy(input, ctx), ctx),
    special_price_activity_publish: async (input, ctx) => {
      await activityPublish(input, ctx);
      return detail(input.id, ctx);
    },
    special_price_activity_stop: async (input, ctx) => {
      await activityStop(input, ctx);
      return detail(input.id, ctx);
    },
    special_price_activity_remove: activityRemove,
    special_price_activity_sku_query: skuPage,
    special_price_activity_order_query: (input, ctx) =>
      pageOf(ctx.db, input, activityOrders(input.activity_id, doors.order.orderScope(ctx, "o"))),
    special_price_item_query: async ({ sku_id }, ctx) => ({
      list: await shown(ctx.db, await skuSpecials(ctx.db, sku_id, ctx.now)),
    }),
  });
