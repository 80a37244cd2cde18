import type { Db } from "#kit/db/db.ts";
import { usableMatches, type Match } from "./match.sql.ts";

export interface AssignFacts {
  sku_id: number;
  is_child: boolean;
  urgent_tier_code: string | null;
  /** Asks for this supplier instead of the best one. */
  supplier_id?: number | null;
}
export interface Assigned {
  supplier_id: number;
  supplier_name: string;
  supplier_product_id: number;
  settle_price: number;
  embassy_included: boolean;
  centre_included: boolean;
  settle_trigger: Match["settle_trigger"];
  on_refusal: Match["on_refusal"];
}

/** Cost of one person with a match: band price plus the tier's extra. */
export const settlePrice = (match: Pick<Match, "adult" | "child" | "urgent">, isChild: boolean, tier: string | null): number =>
  (isChild ? (match.child ?? match.adult) : match.adult) + (tier ? (match.urgent[tier] ?? 0) : 0);

/** The best supplier for a person at an instant, with the price frozen as of then; null when no match is usable. */
export async function assign(tx: Db, facts: AssignFacts, now: Date): Promise<Assigned | null> {
  const matches = await usableMatches(tx, facts.sku_id, now);
  const match = facts.supplier_id ? matches.find((m) => m.supplier_id === facts.supplier_id) : matches[0];
  if (!match) return null;
  const { supplier_id, supplier_name, supplier_product_id, embassy_included, centre_included, settle_trigger, on_refusal } = match;
  return {
    supplier_id,
    supplier_name,
    supplier_product_id,
    settle_price: settlePrice(match, facts.is_child, facts.urgent_tier_code),
    embassy_included,
    centre_included,
    settle_trigger,
    on_refusal,
  };
}
