/** What remittances ask of areas and papers that rest on the books; put together in areas.ts. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";

/** A gift that comes with a top-up. */
export interface TopUpGift {
  quote_id: number;
  amount: number;
  expires_on: string | null;
  max_order_pct: number;
}
export interface RemitPorts {
  /** What a top-up of this amount earns now; null: nothing. */
  quoteTopUp(db: Db, ask: { peer_id: number; amount: number; at: Date }): Promise<TopUpGift | null>;
  topUpDone(ctx: Ctx, quoteId: number, source: string): Promise<void>;
  topUpReversed(ctx: Ctx, source: string): Promise<void>;
}
/** Nobody gives anything yet. */
export const NO_PORTS: RemitPorts = {
  quoteTopUp: () => Promise.resolve(null),
  topUpDone: () => Promise.resolve(),
  topUpReversed: () => Promise.resolve(),
};
