/** Names of payers as they are compared. */
import { narrow } from "@visadesk/contract/kit/patterns.ts";

/** A name without what banks write differently: width, brackets, blanks and dots, case. */
export const payerKey = (name: string): string =>
  narrow(name)
    .toLowerCase()
    .replace(/[\s()[\]{}（）【】〔〕《》「」<>·.,，。、'"‘’“”\-_]/g, "");

/** How much two keys are alike: 1 less the share of letters that must change; below `least` it is not said how little. */
export function likeness(a: string, b: string, least = 0): number {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  if (long.length === 0) return 0;
  if (short.length / long.length < Math.max(0.8, least)) return short.length / long.length;
  const most = Math.floor((1 - least) * long.length + 1e-9);
  let before = new Uint16Array(short.length + 1).map((_, i) => i);
  let row = new Uint16Array(short.length + 1);
  for (let i = 1; i <= long.length; i++) {
    row[0] = i;
    let fewest = i;
    const letter = long.charCodeAt(i - 1);
    for (let j = 1; j <= short.length; j++) {
      const swap = (before[j - 1] ?? 0) + (letter === short.charCodeAt(j - 1) ? 0 : 1);
      const n = Math.min(swap, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      row[j] = n;
      if (n < fewest) fewest = n;
    }
    if (fewest > most) return 0;
    [before, row] = [row, before];
  }
  return 1 - (before[short.length] ?? 0) / long.length;
}
