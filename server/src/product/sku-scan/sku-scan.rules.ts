/** What moved a margin under its floor between two nights. Pure. */
import { keysOf } from "@visadesk/contract/kit/field.ts";

export interface MarginSeen {
  cost: number;
  /** Official fees an adult pays through us. */
  fees: number;
  /** Cheapest adult sale price. */
  lowest: number;
  floor: number;
}
export const CAUSES = { cost: "供应商成本上涨", fees: "官方收费上涨", lowest: "售价下调", floor: "毛利底线提高" } as const;
export type Cause = keyof typeof CAUSES;

/** The part that took most of the margin since it was last seen; null of the first look, or when nothing moved against it. */
export function causeOf(before: MarginSeen | null, now: MarginSeen): Cause | null {
  if (!before) return null;
  const taken: Record<Cause, number> = {
    cost: now.cost - before.cost,
    fees: now.fees - before.fees,
    lowest: before.lowest - now.lowest,
    floor: now.floor - before.floor,
  };
  const causes = keysOf(CAUSES).toSorted((a, b) => taken[b] - taken[a]);
  const [first] = causes;
  return first && taken[first] > 0 ? first : null;
}
