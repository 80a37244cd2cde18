/** What the review of costs asks of the products, which rest on suppliers; `server/src/areas.ts` passes the real ones in. */
import type { ADJUST_REASONS } from "@visadesk/contract/product/price/price-adjustment.words.ts";
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { CostCell } from "./supplier-price.rules.ts";

export interface CostAsk {
  target_kind: "sku";
  reason_kind: keyof typeof ADJUST_REASONS;
  reason: string;
  source: "supplier";
  effective_at: Date | null;
  items: readonly { target_id: number; cells: readonly CostCell[] }[];
}
export interface PriceDoors {
  /** One request per product; each stands or falls by itself. */
  priceAdjustmentOpen(
    ctx: Ctx,
    ask: CostAsk,
  ): Promise<{ results: readonly { target_id: number; adjust_no: string | null; msg: string; code: RefusalCode | null }[] }>;
  priceAdjustmentWithdraw(ctx: Ctx, adjust_no: string): Promise<void>;
  /** Holds products until the transaction ends: their prices and requests are changed by one at a time. */
  holdTargets(db: Db, skuIds: readonly number[]): Promise<void>;
  /** Newest rate at which an official fee of a currency was frozen. */
  lastRates(db: Db, currencies: readonly string[]): Promise<Map<string, string>>;
}
