/** 调价回放: plain arithmetic over what was sold, no forecast. */
import type { AdjustCell, Margin } from "./price-adjustment.rules.ts";
import { isSale, sameCell } from "./price-adjustment.rules.ts";
import type { Band } from "../price/buyer.ts";

/** Applicants sold at one price. */
export interface Sold {
  price_kind: AdjustCell["price_kind"];
  ref_id: string;
  band: Band;
  n: number;
}
export interface Replay {
  from: string;
  people: number;
  touched: number;
  income: number;
  margin: number;
  fallen: number;
  tiers: (AdjustCell & { n: number; income: number })[];
}

/** Per tier n × (new − old), nothing for a price that begins or ends; margins by the same people; who falls below the floor and did not before. */
export function replay(
  sold: readonly Sold[],
  change: { cells: readonly AdjustCell[]; margins: readonly Margin[]; floor: number },
  from: Date,
): Replay {
  const people = sold.filter((s) => isSale(s.price_kind));
  const tiers = change.cells
    .filter((c) => isSale(c.price_kind) || c.price_kind === "urgent")
    .map((cell) => {
      const n = count(sold.filter((s) => sameCell(s, cell)));
      return { ...cell, n, income: cell.old === null || cell.new === null ? 0 : n * (cell.new - cell.old) };
    });
  const priced = people.flatMap((s) => {
    const margin = change.margins.find((m) => sameCell(m, s));
    return margin && margin.old !== null ? [{ n: s.n, margin: { old: margin.old, new: margin.new } }] : [];
  });
  const urgent = tiers.filter((t) => t.price_kind === "urgent").reduce((sum, t) => sum + t.income, 0);
  return {
    from: from.toISOString(),
    people: count(people),
    touched: count(people.filter((s) => change.cells.some((c) => sameCell(c, s)))),
    income: tiers.reduce((sum, t) => sum + t.income, 0),
    margin: priced.reduce((sum, p) => sum + p.n * (p.margin.new - p.margin.old), urgent),
    fallen: count(priced.filter((p) => p.margin.new < change.floor && p.margin.old >= change.floor)),
    tiers,
  };
}
const count = (list: readonly { n: number }[]): number => list.reduce((sum, s) => sum + s.n, 0);
