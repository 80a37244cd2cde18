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
/** Insurance that somebody's paid fee line buys: a plan of an insurer, or the insurer's cover of a refusal protection. */
export interface PolicyAsk {
  order_id: number;
  applicant_id: number;
  sold: { kind: "travel"; product_id: number; plan_key: string } | { kind: "refusal"; product_id: number };
  premium: number;
  /** The instant whose rates hold. */
  sold_at: string;
}
export interface OrderPorts {
  /** Opens his payment where none stands, or ends one that is not paid yet; the order is held. */
  embassyFee(ctx: Ctx, ask: EmbassyFeeAsk): Promise<void>;
  /** Opens the policy that a paid line buys; one that stands already stays the one. The order is held. */
  policyOpen(ctx: Ctx, ask: PolicyAsk): Promise<void>;
  /** He needs his policies no more: those that have not begun end. */
  policyCancel(ctx: Ctx, ask: { applicant_id: number; reason: string }): Promise<void>;
}
/** An order that stands alone, in tests of its own, pays no missions and insures nobody. */
const nothing = (): Promise<void> => Promise.resolve();
const ALONE: OrderPorts = { embassyFee: nothing, policyOpen: nothing, policyCancel: nothing };
const filled: { by: OrderPorts } = { by: ALONE };
export const fillOrderPorts = (by: OrderPorts): void => void (filled.by = by);
export const orderPorts = (): OrderPorts => filled.by;
/** Nobody pays a mission for him any more. */
export const feeEnds = (ctx: Ctx, p: { id: number; order_id: number }, reason: string): Promise<void> =>
  filled.by.embassyFee(ctx, { order_id: p.order_id, applicant_id: p.id, is_ours: false, reason });
/** He is insured no more. */
export const coverEnds = (ctx: Ctx, p: { id: number }, reason: string): Promise<void> =>
  filled.by.policyCancel(ctx, { applicant_id: p.id, reason });
