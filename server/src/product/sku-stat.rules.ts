/** Figures of a SKU from what really happened: share issued with its interval, days it took. Pure. */

/** Fewer results than these say nothing about a promise. */
export const PROMISE_MIN_N = 10;

/**
 * Value below which a share of the sorted numbers lies, by the nearest rank: the smallest value with at least
 * `share` × n values not above it. Null of none.
 */
export function percentile(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

/** 95 % interval of a share, by Wilson (1927): centre (p + z²/2n) / (1 + z²/n). Null without a sample. */
export function wilson(hits: number, n: number): { low: number; high: number } | null {
  if (n === 0) return null;
  const z = 1.959_963_985;
  const p = hits / n;
  const base = 1 + (z * z) / n;
  const centre = (p + (z * z) / (2 * n)) / base;
  const half = (z / base) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

export interface Promise60 {
  work_days_max: number;
  days_n: number;
  days_p75: number | null;
}
/** The promise is shorter than what three of four got, where enough was seen. */
export const isPromiseShort = (s: Promise60): boolean => s.days_n >= PROMISE_MIN_N && s.days_p75 !== null && s.work_days_max < s.days_p75;
