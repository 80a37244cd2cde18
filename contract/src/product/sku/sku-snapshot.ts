/** 快照: what was sold under a SKU over time, each beside what it is now. Written at ordering, never changed. */
import { api, list, read } from "../../kit/endpoint.ts";
import { id, int, text, time, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";

/** One difference between a kept product and the product now, in words. */
export const snapshotChange = z.object({ label: text("项目"), then: text("下单时", { min: 0 }), now: text("现在", { min: 0 }) });

export const skuSnapshot = z.object({
  id: id("快照"),
  sku_version: int("商品版本"),
  orders: int("订单数"),
  changes: int("与现在不同"),
  made_at: time("首次下单"),
});

export const skuSnapshotApi = api({
  sku_snapshot_query: list("商品快照", may.sku, { filter: { sku_id: id("商品") }, row: skuSnapshot, sorts: ["made_at"] }),
  sku_snapshot_get: read("快照与现在", may.sku, { id: id("快照") }, z.object({ ...skuSnapshot.shape, diff: z.array(snapshotChange) })),
});
