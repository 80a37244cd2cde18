/** Whom a special price holds, when, and while there is room: pure over one product's offers. */
import type { Band, Buyer } from "../price/buyer.ts";

/** For whom an activity is; without levels and groups for everybody of its end. */
export interface Audience {
  end: "customer" | "peer";
  level_ids: readonly string[];
  group_ids: readonly number[];
}
/** A product in a published activity, with what is left of it for this buyer. */
export interface SpecialOffer extends Audience {
  item_id: number;
  activity_id: number;
  name: string;
  start_at: string;
  end_at: string;
  stack_coupon: boolean;
  adult: number;
  child: number | null;
  /** 0: no limit. */
  per_order: number;
  per_buyer: number;
  total_limit: number;
  sold: number;
  /** Already taken by this buyer. */
  bought: number;
}

const isForAll = (a: Audience): boolean => a.level_ids.length === 0 && a.group_ids.length === 0;

export function holdsBuyer(a: Audience, buyer: Buyer): boolean {
  if ((a.end === "peer") !== (buyer.kind === "peer")) return false;
  if (isForAll(a)) return true;
  return (
    (buyer.level !== undefined && a.level_ids.includes(buyer.level)) ||
    (buyer.group !== undefined && a.group_ids.includes(Number(buyer.group)))
  );
}

/** May one buyer belong to both? Nobody knows which groups the peers of a level are in, so levels and groups meet. */
export function audiencesMeet(a: Audience, b: Audience): boolean {
  if (a.end !== b.end) return false;
  if (isForAll(a) || isForAll(b)) return true;
  if (a.level_ids.length > 0 && b.level_ids.length > 0) return a.level_ids.some((l) => b.level_ids.includes(l));
  if (a.group_ids.length > 0 && b.group_ids.length > 0) return a.group_ids.some((g) => b.group_ids.includes(g));
  return true;
}

export const specialAmount = (s: Pick<SpecialOffer, "adult" | "child">, band: Band): number =>
  band === "child" ? (s.child ?? s.adult) : s.adult;

/** Why an offer says nothing to this buyer now, or null. */
export function specialLoss(s: SpecialOffer, buyer: Buyer, at: Date): string | null {
  if (!holdsBuyer(s, buyer)) return "对象不符";
  if (at.getTime() < Date.parse(s.start_at)) return "未到时间";
  return at.getTime() < Date.parse(s.end_at) ? null : "已结束";
}

/** Why so many people at once find no room, or null. */
export function roomFault(s: SpecialOffer, qty: number): string | null {
  const left = s.total_limit - s.sold;
  if (s.total_limit > 0 && left < qty) return left > 0 ? `名额只剩${left}份` : "名额已满";
  if (s.per_order > 0 && qty > s.per_order) return `每单限购${s.per_order}份`;
  if (s.per_buyer > 0 && s.bought + qty > s.per_buyer) return `每人限购${s.per_buyer}份，已购${s.bought}份`;
  return null;
}

/** What an order that counted on the special is told; `base`: the usual price of a person. */
export const noRoom = (reason: string | null, base: string): string =>
  `${reason === null || reason === "名额已满" ? "特价名额已用完" : `特价${reason}`}，请按 ${base} 下单`;
