/** What orders ask of areas that lie above them; server/src/areas.ts fills it before anything is served. */
import type { Ctx } from "#kit/call/context.ts";

/** Who pays the mission for somebody: we ourselves, or his supplier, whose price holds the fee; nobody any more. */
export interface EmbassyFeeAsk {
  order_id: number;
  applicant_id: number;
  is_ours: boolean;
  /** Why an open payment ends, in our own words. */
  reason: string;
}
export interface OrderPorts {
  /** Opens his payment where none stands, or ends one that is not paid yet; the order is held. */
  embassyFee(ctx: Ctx, ask: EmbassyFeeAsk): Promise<void>;
}
/** An order that stands alone, in tests of its own, pays no missions. */
const ALONE: OrderPorts = { embassyFee: () => Promise.resolve() };
const filled: { by: OrderPorts } = { by: ALONE };
export const fillOrderPorts = (by: OrderPorts): void => void (filled.by = by);
export const orderPorts = (): OrderPorts => filled.by;
/** Nobody pays a mission for him any more. */
export const feeEnds = (ctx: Ctx, p: { id: number; order_id: number }, reason: string): Promise<void> =>
  filled.by.embassyFee(ctx, { order_id: p.order_id, applicant_id: p.id, is_ours: false, reason });
