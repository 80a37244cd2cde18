/**
 * Lists of one's own rows (docs/decisions/0019): page and total in one prepared statement, as cheap as without a scope.
 * People with few rows are read by their own indexes (`few`) and sorted. Where there are more than the cap, the index
 * of the sort is walked, and a part counted from its index proves that there are more. Each way proves from its answer
 * that it was the right one; which one it was is remembered per filter, for the next call.
 */
import { TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import { joined, q, raw, type Sql } from "./sql.ts";

export interface Owned {
  /** Conditions that together are the filter, each read from an index of the owners. */
  few: readonly Sql[];
  /** Parts of the filter, each counted from an index alone. */
  parts: readonly Sql[];
}

const typeOf = (v: unknown): string => {
  if (Array.isArray(v)) return `${v.length > 0 ? typeOf(v[0]) : "text"}[]`;
  return v instanceof Date ? "timestamptz" : typeof v === "number" ? "int8" : typeof v === "boolean" ? "bool" : "text";
};
/**
 * The same condition with values the planner does not look at: it would hold a plan made for these values to be a
 * little cheaper than the prepared one and plan anew every time, for longer than the statement runs.
 */
export const hidden = (s: Sql): Sql => ({
  pieces: s.pieces.map((p, i) => (i > 0 ? `::${typeOf(s.values[i - 1])})` : "") + p + (i < s.values.length ? "(select " : "")),
  values: s.values,
});

const MAX_REMEMBERED = 5_000;
const crowds = new Set<string>();
const keyOf = (where: Sql): string => where.pieces.join("?") + JSON.stringify(where.values);

/** Had this filter more matches than the cap when it was last asked? A hint, never an answer. */
export const isCrowded = (where: Sql): boolean => crowds.has(keyOf(where));
export function rememberCrowd(where: Sql, is: boolean): void {
  if (!is) return void crowds.delete(keyOf(where));
  if (crowds.size >= MAX_REMEMBERED) crowds.clear();
  crowds.add(keyOf(where));
}

const CAP = raw(String(TOTAL_CAP));
const OVER = raw(String(TOTAL_CAP + 1));
const counted = (from: Sql, where: Sql): Sql => q`(select count(*)::int from (select 1 from ${from} where ${where} limit ${OVER}) c)`;

/** Matches up to one more than the cap. A part that has as many spares counting the rest. */
export const totalOf = (from: Sql, where: Sql, parts: readonly Sql[]): Sql =>
  parts.length === 0
    ? counted(from, where)
    : q`(case ${joined(
        parts.map((part) => q`when ${counted(from, part)} > ${CAP} then ${OVER}`),
        " ",
      )} else ${counted(from, where)} end)`;

/** `with g …`: rows (_id, _k, _t) of the whole list, up to the cap; its total is their number. */
export const fewOf = (from: Sql, columns: Sql, few: readonly Sql[]): Sql =>
  q`with g as materialized (${joined(
    few.map((where) => q`(select ${columns} from ${from} where ${where} limit ${OVER})`),
    " union ",
  )})`;
