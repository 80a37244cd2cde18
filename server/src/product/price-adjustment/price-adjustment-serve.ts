/** 调价: endpoints of makers and reviewers. */
import { priceAdjustmentApi } from "@visadesk/contract/product/price/price-adjustment.ts";
import { serve } from "#kit/call/serve.ts";
import type { AdjustDoors } from "./price-adjustment-doors.ts";
import { checkAdjustment, priceAdjustmentAdd, revertAdjustment, withdrawAdjustment } from "./price-adjustment-add.ts";
import { adjustmentCounts } from "./price-adjustment-list.sql.ts";
import { approve, reject, revoke } from "./price-adjustment-review.ts";
import { adjustQueue } from "./price-adjustment.queues.ts";
import { adjustmentDetail, adjustmentPage, adjustmentView } from "./price-adjustment-view.ts";

export const priceAdjustmentServer = (doors: AdjustDoors) =>
  serve(priceAdjustmentApi, {
    price_adjustment_add: (input, ctx) => priceAdjustmentAdd(input, ctx),
    price_adjustment_check: (input, ctx) => checkAdjustment(input, ctx),
    price_adjustment_mine_query: (input, ctx) => adjustmentPage(ctx, input, { ...input, mine: ctx.me.worker_id }),
    price_adjustment_withdraw: async (input, ctx) => adjustmentView(ctx, (await withdrawAdjustment(input, ctx)).id),
    price_adjustment_revert: async (input, ctx) => adjustmentView(ctx, await revertAdjustment(input, ctx)),
    price_adjustment_query: ({ is_mine, queue, ...input }, ctx) =>
      adjustmentPage(ctx, input, { ...input, waiting: queue && adjustQueue(ctx, queue), ...(is_mine && { mine: ctx.me.worker_id }) }),
    price_adjustment_stat_get: async ({ queue, ...input }, ctx) => {
      const counts = await adjustmentCounts(ctx.db, { ...input, waiting: queue && adjustQueue(ctx, queue) }, ctx.me.worker_id);
      return Object.fromEntries(counts.map((c) => [c.key, c.n]));
    },
    price_adjustment_get: ({ id }, ctx) => adjustmentDetail(ctx, doors, id),
    price_adjustment_approve: approve(doors),
    price_adjustment_reject: reject,
    price_adjustment_revoke: async (input, ctx) => {
      await revoke(input, ctx);
      return adjustmentView(ctx, input.id);
    },
  });
