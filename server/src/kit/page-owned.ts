/**
 * Lists of one's own rows (docs/decisions/0019): page and total in one prepared statement, as cheap as without a scope.
 * People with few rows are read by their own indexes (`few`) and sorted. Where there are more than the cap, the index
 * of the sort is walked, and a part counted from its index proves that there are more. Each way proves from its answer
 * that it was the right one; which one it was is remembered per filter, for the next call.
 */
import { TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import { joined, q, raw, textOf, type Sql } from "./sql.ts";

export interface Owned {
  /** Conditions that together are the filter, each read from an index of the owners; no row meets two of them. */
  few: readonly Sql[];
  /** Parts of the filter, each counted from an index alone. */
  parts: readonly Sql[];
}

const typeOf = (v: unknown): string => {
  if (Array.isArray(v)) return `${v.length > 0 ? typeOf(v[0]) : "text"}[]`;
  return v instanceof Date ? "timestamptz" : typeof v === "number" ? "int8" : typeof v === "boolean" ? "bool" : "text";
};
interface Bound {
  /** One row that holds the values, to stand after `from`. */
  v: Sql;
  /** The conditions, told by its columns. */
  by: readonly Sql[];
}
/**
 * Conditions whose values are columns of a row `v`, each value once. The planner does not look at them there: it would
 * hold a plan made for these values to be a little cheaper than the prepared one and plan anew every time, for longer
 * than the statement runs. A row is cheaper than a subquery per value, and a shorter text is found sooner.
 */
export function bound(conditions: readonly Sql[]): Bound {
  const values: unknown[] = [];
  const column = (v: unknown): string => {
    const known = values.findIndex((k) => k === v || (k instanceof Date && v instanceof Date && k.getTime() === v.getTime()));
    return `v.p${known < 0 ? values.push(v) - 1 : known}`;
  };
  const by = conditions.map(({ pieces, values: own }) => raw(pieces.map((p, i) => (i < own.length ? p + column(own[i]) : p)).join("")));
  return {
    v: q`(select ${joined(
      values.map((v, i) => q`${v}::${raw(`${typeOf(v)} as p${i}`)}`),
      ", ",
    )} offset 0) v`,
    by,
  };
}

const MAX_REMEMBERED = 5_000;
const crowds = new Set<string>();

/** Had this filter more matches than the cap when it was last asked? A hint, never an answer. */
export interface Crowd {
  is(): boolean;
  remember(is: boolean): void;
}
export function crowdOf(where: Sql): Crowd {
  let key = textOf(where);
  for (const v of where.values) key += `|${String(v)}`;
  return {
    is: () => crowds.has(key),
    remember: (is) => {
      if (!is) return void crowds.delete(key);
      if (crowds.size >= MAX_REMEMBERED) crowds.clear();
      crowds.add(key);
    },
  };
}

const CAP = raw(String(TOTAL_CAP));
const OVER = raw(String(TOTAL_CAP + 1));
/** Matches up to one more than the cap. */
export const countOf = (from: Sql, where: Sql): Sql =>
  q`(select count(*)::int from (select 1 from ${from} where ${where} limit ${OVER}) c)`;

/** `with g …`: rows (_id, _k, _t) of the whole list, up to the cap; its total is their number. */
export function fewOf(from: Sql, columns: Sql, { few }: Owned): Sql {
  const { v, by } = bound(few);
  const all = by.map((where) => q`(select ${columns} from ${from} where ${where} limit ${OVER})`);
  return q`with g as materialized (select u.* from ${v} cross join lateral (${joined(all, " union all ")}) u)`;
}

/** Rows of the walk with the list's total: a part that has as many spares counting the rest. */
export function manyOf(from: Sql, where: Sql, { parts }: Owned, counts: boolean, walk: (where: Sql) => Sql): Sql {
  const { v, by } = bound([where, ...parts]);
  const [all = where, ...some] = by;
  const has = some.map((part) => q`when (select true from ${from} where ${part} offset ${CAP} limit 1) then ${OVER}`);
  const total = has.length > 0 ? q`case ${joined(has, " ")} else ${countOf(from, all)} end` : countOf(from, all);
  const counted = counts
    ? q`(select v.*, ${total} as _total from ${v} offset 0) v`
    : q`(select v.*, null::int as _total from ${v} offset 0) v`;
  return q`select w.*, v._total from ${counted} cross join lateral (${walk(all)}) w`;
}
