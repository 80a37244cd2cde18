/** 报价回放: the last days' people at the old and the new costs. Plain arithmetic over what was sold, no forecast. */
import type { Asked } from "./price-propose.ts";
import type { SalePrice, SoldOf } from "./price-replay.sql.ts";
import { costAmount, type StoredCost } from "./supplier-price.rules.ts";

export interface Replayed {
  orders: number;
  cost_delta: number;
  margin_before: number | null;
  margin_after: number | null;
  below_floor: string[];
}

/** What one person costs. */
function personCost(cost: StoredCost, s: Pick<SoldOf, "is_child" | "tier_code">): number {
  const band = s.is_child ? "child" : "adult";
  const of = (part: string | undefined): number => costAmount(cost, { part, band: part === undefined ? band : "adult" }, 0) ?? 0;
  return of(undefined) + (s.tier_code === null ? 0 : of(s.tier_code));
}
/** Fees that the cost holds are not passed on. */
const passedOn = (cost: StoredCost, fees: Pick<SoldOf, "embassy" | "centre">): number =>
  (cost.embassy_included ? 0 : fees.embassy) + (cost.centre_included ? 0 : fees.centre);

export function replayed(asked: readonly Asked[], sold: readonly SoldOf[], prices: readonly SalePrice[]): Replayed {
  const people = sold.flatMap((s) => {
    const one = asked.find((a) => a.match.sku_id === s.sku_id);
    return one?.before ? [{ s, before: one.before, after: one.after }] : [];
  });
  const sale = people.reduce((sum, { s }) => sum + s.sale, 0);
  const costs = (pick: "before" | "after"): number =>
    people.reduce((sum, p) => sum + p.s.n * personCost(p[pick], p.s) + passedOn(p[pick], p.s), 0);
  const rate = (cost: number): number | null => (sale === 0 ? null : (sale - cost) / sale);
  return {
    orders: people.reduce((sum, { s }) => sum + s.n, 0),
    cost_delta: people.reduce((sum, { s, before, after }) => sum + s.n * (personCost(after, s) - personCost(before, s)), 0),
    margin_before: rate(costs("before")),
    margin_after: rate(costs("after")),
    below_floor: prices.filter((p) => asked.some((a) => a.match.sku_id === p.sku_id && remains(p, a.after) < p.floor)).map((p) => p.sku_no),
  };
}
/** Of an adult at the price everybody pays. */
const remains = (p: SalePrice, cost: StoredCost): number =>
  p.retail - (costAmount(cost, { part: undefined, band: "adult" }, 0) ?? 0) - passedOn(cost, p);
