/** Names of payers as they are compared. */
import { narrow } from "@visadesk/contract/kit/patterns.ts";

/** A name without what banks write differently: width, brackets, blanks and dots, case. */
export const payerKey = (name: string): string =>
  narrow(name)
    .toLowerCase()
    .replace(/[\s()[\]{}（）【】〔〕《》「」<>·.,，。、'"‘’“”\-_]/g, "");

/** How much two keys are alike: 1 less the share of letters that must change. */
export function likeness(a: string, b: string): number {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  if (long.length === 0) return 0;
  if (short.length / long.length < 0.8) return short.length / long.length;
  let before = Array.from({ length: short.length + 1 }, (_, i) => i);
  for (let i = 1; i <= long.length; i++) {
    const row = [i];
    for (let j = 1; j <= short.length; j++) {
      const swap = (before[j - 1] ?? 0) + (long[i - 1] === short[j - 1] ? 0 : 1);
      row.push(Math.min(swap, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    before = row;
  }
  return 1 - (before[short.length] ?? 0) / long.length;
}
