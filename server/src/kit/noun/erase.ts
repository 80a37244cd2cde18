/** What the erasure writes into a noun's columns, as its descriptor says; the seals of a number go with its mask. */
import { columnsOf, type Noun, type TableName } from "./noun.ts";
import type { SaveMany } from "./save.ts";

export function erasedSet<T extends TableName>(noun: Noun<T>): SaveMany<T>["set"] {
  const sealed = new Set(columnsOf(noun.table));
  const set = Object.entries(noun.erased).flatMap(([column, left]) => [
    [column, left],
    ...["sealed", "hash", "tail"].flatMap((s) => (sealed.has(`${column}_${s}`) ? [[`${column}_${s}`, null]] : [])),
  ]);
  return Object.fromEntries(set) as SaveMany<T>["set"];
}

/** What stands where the erasure has taken words out. */
export const GONE = "已清理";
