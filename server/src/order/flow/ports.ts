/** What orders ask of areas that lie above them; server/src/areas.ts fills it before anything is served. */
import type { CarrierZone } from "@visadesk/contract/finance/settle.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { orderLocks } from "../../ledger/index.ts";
import type { RefundToPay, RefundWaits } from "./refund-ports.ts";

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
  /**
   * Pays a refund that was passed: what goes to accounts of a peer at once, the rest by the cashier. Answers the papers it
   * has to wait for; it goes on by itself then. Said again it pays what has not left yet. The order is held.
   */
  payRefund(ctx: Ctx, refund: RefundToPay): Promise<readonly RefundWaits[]>;
  /** Takes a passed refund back of which nothing has left: its journal, its payments and the red papers it asked for. The order is held. */
  cancelRefund(ctx: Ctx, refund: { refund_id: number; reason: string }): Promise<void>;
  /** Sentences that forbid a roll-back or another settle price. */
  orderLocks(db: Db, orderId: number, applicantId: number | null): Promise<string[]>;
  /** What stands on live invoices of the order, less issued red ones. */
  invoicedOf(db: Db, orderId: number): Promise<{ service: number; embassy: number }>;
  /** Opens the policy that a paid line buys; one that stands already stays the one. The order is held. */
  policyOpen(ctx: Ctx, ask: PolicyAsk): Promise<void>;
  /** He needs his policies no more: those that have not begun end. */
  policyCancel(ctx: Ctx, ask: { applicant_id: number; reason: string }): Promise<void>;
  /** Books what it will cost; null: it goes on no monthly card. Whoever holds orders holds them already. */
  parcelCost(ctx: Ctx, parcel: ParcelSent): Promise<ParcelCosted | null>;
}
/** An order that stands alone, in tests of its own, pays no missions, insures nobody and has no papers. */
const nothing = (): Promise<void> => Promise.resolve();
const ALONE: OrderPorts = {
  embassyFee: nothing,
  policyOpen: nothing,
  policyCancel: nothing,
  parcelCost: () => Promise.resolve(null),
  payRefund: () => Promise.resolve([]),
  cancelRefund: nothing,
  orderLocks,
  invoicedOf: () => Promise.resolve({ service: 0, embassy: 0 }),
};
const filled: { by: OrderPorts } = { by: ALONE };
export const fillOrderPorts = (by: OrderPorts): void => void (filled.by = by);
export const orderPorts = (): OrderPorts => filled.by;
/** Nobody pays a mission for him any more. */
export const feeEnds = (ctx: Ctx, p: { id: number; order_id: number }, reason: string): Promise<void> =>
  filled.by.embassyFee(ctx, { order_id: p.order_id, applicant_id: p.id, is_ours: false, reason });
/** He is insured no more. */
export const coverEnds = (ctx: Ctx, p: { id: number }, reason: string): Promise<void> =>
  filled.by.policyCancel(ctx, { applicant_id: p.id, reason });
