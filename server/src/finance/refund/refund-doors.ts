/** What finance asks of refunds of orders; `server/src/areas.ts` fills it. The order is held by whoever tells it. */
import type { Ctx } from "#kit/call/context.ts";
import type { RefundToPay } from "../../order/index.ts";

interface Part {
  refund_id: number;
  part_id: number;
}
export interface RefundDoors {
  /** As it stands, its order and itself held; null: nothing of it is to be paid any more. */
  refundToPay(ctx: Ctx, refundId: number): Promise<RefundToPay | null>;
  /** The cashier has a payment of this part. */
  refundQueued(ctx: Ctx, part: Part & { payout_id: number }): Promise<void>;
  /** The money of this part left; with the last one the refund has succeeded. */
  refundPaid(ctx: Ctx, part: Part): Promise<void>;
  /** Its payment was given up: another way is needed. */
  refundFailed(ctx: Ctx, part: Part & { reason: string }): Promise<void>;
  /** The bank sent it back: the part waits for the same payment again. */
  refundBounced(ctx: Ctx, part: Part & { reason: string }): Promise<void>;
}
