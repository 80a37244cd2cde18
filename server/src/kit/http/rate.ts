/** Shares of a sample. */
const Z = 1.959964;
/**
 * 95 % interval of a rate: honest with few cases and near 0 and 1. E. B. Wilson, "Probable inference, the law of succession,
 * and statistical inference", JASA 22 (1927) 209–212, without correction for continuity.
 */
export function interval(hits: number, n: number): { low: number; high: number } {
  const p = hits / n;
  const middle = p + Z ** 2 / (2 * n);
  const spread = Z * Math.sqrt((p * (1 - p)) / n + Z ** 2 / (4 * n ** 2));
  const scale = 1 + Z ** 2 / n;
  return { low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) };
}

/** A share as percent with one decimal. */
export const percent = (share: number): number => Math.round(share * 1000) / 10;
