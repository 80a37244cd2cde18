/** What a carrier asks for a parcel: by where it goes and by every kilogram begun, and why his bill says another amount. */
import type { CarrierZone, LineCause } from "@visadesk/contract/finance/settle.words.ts";

export interface ZoneRate {
  zone: CarrierZone;
  first_kg: number;
  next_kg: number;
}
/** Codes of a place: province and city. */
export interface Place {
  province_code: string;
  city_code: string;
}
const KG = 1_000;
/** 西藏, 新疆, 台湾, 香港, 澳门. */
const REMOTE = ["54", "65", "71", "81", "82"];
const provinceOf = (p: Place): string => p.province_code.slice(0, 2);

/** Where a parcel goes, seen from where it leaves. What says no place is priced as going to another province. */
export function zoneOf(from: Place | null, to: Place | null): CarrierZone {
  if (to && REMOTE.includes(provinceOf(to)) && (!from || provinceOf(from) !== provinceOf(to))) return "remote";
  if (!from || !to || provinceOf(from) !== provinceOf(to)) return "other_province";
  return from.city_code === to.city_code ? "same_city" : "same_province";
}
/** The price of a zone; a card without one asks its price of other provinces, and with one price alone this one everywhere. */
export const rateOf = (rates: readonly ZoneRate[], zone: CarrierZone): ZoneRate | undefined =>
  rates.find((r) => r.zone === zone) ?? rates.find((r) => r.zone === "other_province") ?? rates[0];

/** What a weight costs; a parcel nobody weighed costs its first kilogram. */
export function freightOf(rate: ZoneRate, weight_g: number | null): number {
  const more = Math.max(0, Math.ceil(((weight_g ?? KG) - KG) / KG));
  return rate.first_kg + more * rate.next_kg;
}

export interface Billed {
  amount: number;
  weight_g: number | null;
  /** Services beside the freight, inside the amount. */
  extra: number;
}
/** Why they bill another amount than ours: services, a weight that their own price explains, or the price. */
export function freightCause(rate: ZoneRate | undefined, ours: number, theirs: Billed): LineCause {
  const freight = theirs.amount - theirs.extra;
  if (theirs.extra > 0 && freight === ours) return "extra";
  if (!rate || theirs.weight_g === null) return "price";
  const byWeight = freightOf(rate, theirs.weight_g);
  if (freight !== byWeight) return "price";
  return Math.abs(theirs.extra) > Math.abs(byWeight - ours) ? "extra" : "weight";
}
