import { skuSnapshotApi } from "@visadesk/contract/product/sku/sku-snapshot.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { liveBody } from "./snapshot.ts";
import { snapshotDiff } from "./snapshot-diff.ts";
import { snapshotFound, snapshotListDef, type SnapshotFound } from "./sku-snapshot.sql.ts";

export const skuSnapshotServer = serve(skuSnapshotApi, {
  sku_snapshot_query: async (input, ctx) => {
    const page = await pageOf<SnapshotFound>(ctx.db, input, snapshotListDef(input.sku_id));
    const now = page.list.length > 0 ? await liveBody(ctx.db, input.sku_id, ctx.now) : null;
    const list = page.list.map((s) => ({
      ...s,
      sku_version: s.body.sku_version,
      changes: now ? snapshotDiff(s.body, now).length : 0,
    }));
    return { ...page, list };
  },
  sku_snapshot_get: async ({ id }, ctx) => {
    const s = found(await snapshotFound(ctx.db, id), "商品快照不存在");
    const diff = snapshotDiff(s.body, await liveBody(ctx.db, s.sku_id, ctx.now));
    return { ...s, sku_version: s.body.sku_version, changes: diff.length, diff };
  },
});
