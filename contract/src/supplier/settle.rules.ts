/** What a supplier is owed for one person. Integer cents; halves are rounded up. */
import type { ON_REFUSALS, SETTLE_TRIGGERS } from "./supplier.words.ts";

export interface SettleTerms {
  /** Agreed for one person, the mission's fee inside it where it is included. */
  price: number;
  /** Mission fee inside the price; 0 where it is not included. */
  embassy_part: number;
  settle_trigger: keyof typeof SETTLE_TRIGGERS;
  on_refusal: keyof typeof ON_REFUSALS;
}
/** How far it came: never handed in, in the mission, with a visa, refused. */
export type SettleResult = "never" | "submitted" | "issued" | "refused";

/**
 * Amount owed after a result: price 103000 with a fee of 71500 inside, refused, service_half → 71500 + 15750 = 87250.
 */
export function settleAmount({ price, embassy_part, on_refusal }: SettleTerms, result: SettleResult): number {
  if (result === "never") return 0;
  if (result !== "refused") return price;
  const official = Math.min(embassy_part, price);
  const owed = { full: price, service_half: official + Math.round((price - official) / 2), embassy_only: official, none: 0 };
  return owed[on_refusal];
}
