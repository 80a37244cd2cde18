/** An assignment: whom a ranking gives, at which terms, and what is kept of why. Pure. */
import type { z } from "@visadesk/contract/kit/field.ts";
import type { supplierCandidate } from "@visadesk/contract/supplier/supplier-assignment.ts";
import { lostTo, type Band, type Candidate, type Cause } from "./candidate.rules.ts";

/** For whom. */
export interface Person {
  applicant_id: number;
  order_id: number;
  band: Band;
  tier: string | null;
}
/** What the order keeps of it, frozen. */
export interface Assigned {
  supplier_id: number;
  supplier_product_id: number;
  planned_date: string;
  settle_price: number;
  embassy_included: boolean;
  centre_included: boolean;
  embassy_part: number;
  settle_trigger: Candidate["settle_trigger"];
  on_refusal: Candidate["on_refusal"];
}
export interface Choice {
  candidate: Candidate;
  date: string;
}

/** The best of a ranking, or null. */
export const bestOf = (ranking: readonly Candidate[]): Candidate | null => (ranking[0]?.excluded === null ? ranking[0] : null);

/** The best of the day; where nobody can that day, the first with the next free one. */
export function choiceOf(ranking: readonly Candidate[], date: string): Choice | null {
  const best = bestOf(ranking);
  if (best) return { candidate: best, date };
  const [free] = ranking.flatMap((c) => c.next_free ?? []).sort();
  const next = ranking.find((c) => c.next_free !== null && c.next_free === free);
  return next && free !== undefined ? { candidate: next, date: free } : null;
}

type ShownCandidate = z.output<typeof supplierCandidate>;
/** With the cause by which it lost: figures count it. */
export type KeptCandidate = ShownCandidate & { cause: Cause | null };

/** Everybody of a ranking, with why he was not taken. */
export const keptRanking = (ranking: readonly Candidate[], chosen: Candidate | null): KeptCandidate[] =>
  ranking.map((c) => {
    const lost = c.excluded ?? (chosen && c.supplier_product_id !== chosen.supplier_product_id ? lostTo(c, chosen) : null);
    return {
      supplier_product_id: c.supplier_product_id,
      supplier_id: c.supplier_id,
      supplier_name: c.supplier_name,
      priority: c.priority,
      amount: c.amount?.cny_amount ?? null,
      currency: c.cost?.currency ?? null,
      lead_min: c.lead_min,
      lead_max: c.lead_max,
      quota: c.daily_quota,
      used: c.used,
      is_usable: c.excluded === null,
      reason: lost?.reason ?? null,
      next_free: c.next_free,
      cause: lost?.cause ?? null,
    };
  });

/** The row of a choice. */
export function rowOf(
  { applicant_id, order_id, band, tier }: Person,
  { candidate, date }: Choice,
  ranking: readonly Candidate[],
  by: { by: number | null; at: Date },
) {
  const { supplier_product_id, supplier_id, settle_trigger, on_refusal, cost, amount } = candidate;
  if (!cost || !amount) throw new Error("whoever may do it has a cost in force");
  return {
    applicant_id,
    order_id,
    supplier_product_id,
    supplier_id,
    planned_date: date,
    band,
    tier,
    price_id: cost.price_id,
    currency: cost.currency,
    rate: cost.rate,
    ...amount,
    embassy_included: cost.embassy_included,
    centre_included: cost.centre_included,
    settle_trigger,
    on_refusal,
    ranking: keptRanking(ranking, candidate),
    assigned_by: by.by,
    assigned_at: by.at,
  };
}

type Terms = Omit<Assigned, "settle_price"> & { cny_amount: number };
export const termsOf = (r: Terms): Assigned => ({
  supplier_id: r.supplier_id,
  supplier_product_id: r.supplier_product_id,
  planned_date: r.planned_date,
  settle_price: r.cny_amount,
  embassy_included: r.embassy_included,
  centre_included: r.centre_included,
  embassy_part: r.embassy_part,
  settle_trigger: r.settle_trigger,
  on_refusal: r.on_refusal,
});
