/** Figures of a SKU from what really happened: the days it took, how many were issued. Pure. */
import { ISSUE_MIN_N, PROMISE_MIN_N } from "@visadesk/contract/product/sku/sku.words.ts";
import { interval } from "#kit/http/rate.ts";

/**
 * Value below which a share of the sorted numbers lies, by the nearest rank: the smallest value with at least
 * `share` × n values not above it. Null of none.
 */
export function percentile(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

export interface Promise60 {
  work_days_max: number;
  days_n: number;
  days_p75: number | null;
}
/** The promise is shorter than what three of four got, where enough was seen. */
export const isPromiseShort = (s: Promise60): boolean => s.days_n >= PROMISE_MIN_N && s.days_p75 !== null && s.work_days_max < s.days_p75;

export interface IssueRate {
  issue_rate: number | null;
  issue_low: number | null;
  issue_high: number | null;
}
/** Share of results that were issued, with its 95 % interval; nothing of a sample too small to tell. */
export function issueRate(issued: number, n: number): IssueRate {
  if (n < ISSUE_MIN_N) return { issue_rate: null, issue_low: null, issue_high: null };
  const { low, high } = interval(issued, n);
  return { issue_rate: issued / n, issue_low: low, issue_high: high };
}
