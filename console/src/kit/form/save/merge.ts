/** Three versions of a record, field by field: 当时 what I started from, 现在 what is stored, 我的 what I typed. */
import { changedNames, sameContent, type Values } from "./form-rules.ts";

export interface Clash {
  name: string;
  then: unknown;
  now: unknown;
  mine: unknown;
}
export interface Merged {
  /** My values with the other side's changes taken in wherever I changed nothing. */
  values: Values;
  /** Fields both sides changed, differently. */
  clashes: Clash[];
}

export function merge(then: Values, now: Values, mine: Values): Merged {
  const values: Values = { ...mine };
  const clashes: Clash[] = [];
  const touched = new Set(changedNames(then, mine));
  for (const name of Object.keys(mine)) {
    if (!(name in now) || sameContent(now[name], then[name])) continue;
    if (!touched.has(name)) values[name] = now[name];
    else if (!sameContent(now[name], mine[name])) clashes.push({ name, then: then[name], now: now[name], mine: mine[name] });
  }
  return { values, clashes };
}
