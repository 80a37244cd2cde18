/** What invoices ask of others; `server/src/areas.ts` fills it. */
import type { Ctx } from "#kit/call/context.ts";

export interface InvoicePorts {
  /** A red paper that a refund waited for is registered: the refund goes on, in the same transaction. */
  redIssued(ctx: Ctx, refundId: number): Promise<void>;
  /**
   * Starts the way back of a paid difference to whoever paid it (change type 22), in the same transaction; answers why it
   * cannot be started now, null: it is.
   */
  surchargeBack(ctx: Ctx, of: { order_id: number; diff_id: number; reason: string }): Promise<string | null>;
}
