/** What orders ask of areas that lie above them; server/src/areas.ts fills it before anything is served. */
import type { CarrierZone } from "@visadesk/contract/finance/settle.words.ts";
import type { Ctx } from "#kit/call/context.ts";

/** Who pays the mission for somebody: we ourselves, or his supplier, whose price holds the fee; nobody any more. */
export interface EmbassyFeeAsk {
  order_id: number;
  applicant_id: number;
  is_ours: boolean;
  /** Why an open payment ends, in our own words. */
  reason: string;
}
/** A parcel of ours that leaves: by whom, how heavy, and where it goes. */
export interface ParcelSent {
  express_id: number;
  order_id: number | null;
  carrier_code: string;
  weight_g: number | null;
  to: { province_code: string; city_code: string } | null;
}
/** On which monthly card it goes, and what it will cost. */
export interface ParcelCosted {
  card_id: number;
  monthly_card_no: string;
  zone: CarrierZone;
  estimated_cost: number;
}
export interface OrderPorts {
  /** Opens his payment where none stands, or ends one that is not paid yet; the order is held. */
  embassyFee(ctx: Ctx, ask: EmbassyFeeAsk): Promise<void>;
  /** Books what it will cost; null: it goes on no monthly card. Whoever holds orders holds them already. */
  parcelCost(ctx: Ctx, parcel: ParcelSent): Promise<ParcelCosted | null>;
}
/** An order that stands alone, in tests of its own, pays no missions. */
const ALONE: OrderPorts = { embassyFee: () => Promise.resolve(), parcelCost: () => Promise.resolve(null) };
const filled: { by: OrderPorts } = { by: ALONE };
export const fillOrderPorts = (by: OrderPorts): void => void (filled.by = by);
export const orderPorts = (): OrderPorts => filled.by;
/** Nobody pays a mission for him any more. */
export const feeEnds = (ctx: Ctx, p: { id: number; order_id: number }, reason: string): Promise<void> =>
  filled.by.embassyFee(ctx, { order_id: p.order_id, applicant_id: p.id, is_ours: false, reason });
