/** What the erasure writes into a noun's columns, as its descriptor says; the seals of a number go with its mask. */
import { joined, q, raw, type Sql } from "../db/sql.ts";
import { columnsOf, type AnyNoun } from "./noun.ts";

export function erasedSets(noun: AnyNoun): Sql {
  const sealed = new Set(columnsOf(noun.table));
  const sets = Object.entries(noun.erased).flatMap(([column, left]) => [
    q`${raw(column)} = ${left}`,
    ...["sealed", "hash", "tail"].flatMap((s) => (sealed.has(`${column}_${s}`) ? [raw(`${column}_${s} = null`)] : [])),
  ]);
  return joined(sets, ", ");
}
