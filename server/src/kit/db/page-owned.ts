/**
 * Lists of one's own rows (docs/decisions/0019): page and total in one prepared statement, as cheap as without a scope.
 * - narrow: a short stretch of time is read past everybody's rows
 * - few: all rows of people who have few are read by their own indexes and sorted
 * - dense: several hundred are only counted there, the page lies near the top of everybody's rows
 * - many: beyond the cap the index of the sort is walked, and a part counted from its index proves that there are more
 * Each way proves from its answer that it was the right one; which one it was is remembered per filter, for the next call.
 */
import { TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import { and, joined, q, raw, textOf, type Sql } from "./sql.ts";

export interface Owned {
  /** Conditions that together are the filter, each read from an index of the owners; no row meets two of them. */
  few: () => readonly Sql[];
  /** Parts of the filter, each counted from an index alone. */
  parts: () => readonly Sql[];
  /** The filter without the owners, where the index of the sort holds just those rows and the owners beside them. */
  narrow?: { all: Sql; mine: Sql };
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
/** How a filter is best read; `many`: it has more matches than the cap. */
type Way = "narrow" | "few" | "dense" | "many";
const ways = new Map<string, Way>();

/** The way that was right when this filter was last asked. A hint, never an answer. */
export interface Hint {
  way(): Way | undefined;
  remember(way: Way): void;
}
export function hintOf(where: Sql): Hint {
  let key = textOf(where);
  for (const v of where.values) key += `|${v instanceof Date ? v.getTime() : String(v)}`;
  return {
    way: () => ways.get(key),
    remember: (way) => {
      if (ways.size >= MAX_REMEMBERED && !ways.has(key)) ways.clear();
      ways.set(key, way);
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
  const { v, by } = bound(few());
  const all = by.map((where) => q`(select ${columns} from ${from} where ${where} limit ${OVER})`);
  return q`with g as materialized (select u.* from ${v} cross join lateral (${joined(all, " union all ")}) u)`;
}

/** Rows of the walk with the list's total; none where the stretch holds more than the cap, whoever owns them. */
export function narrowOf(from: Sql, { all, mine }: NonNullable<Owned["narrow"]>, walk: (where: Sql) => Sql): Sql {
  const { v, by } = bound([all, mine]);
  const [inTime = all, isMine = mine] = by;
  const total = q`(select case when count(*) <= ${CAP} then count(*) filter (where m.is_mine)::int end
    from (select ${isMine} as is_mine from ${from} where ${inTime} limit ${OVER}) m)`;
  return q`select w.*, v._total from (select v.*, ${total} as _total from ${v} offset 0) v
    cross join lateral (${walk(and([q`v._total is not null`, inTime, isMine]))}) w`;
}

/** Rows found among everybody's first ones, with the list's total; fewer than asked for where they lie further down. */
export function denseOf(from: Sql, owned: Owned & Required<Pick<Owned, "narrow">>, look: (where: Sql, mine: Sql) => Sql): Sql {
  const { v, by } = bound([owned.narrow.all, owned.narrow.mine, ...owned.few()]);
  const [all = owned.narrow.all, mine = owned.narrow.mine, ...few] = by;
  const counted = few.map((where) => q`(select 1 from ${from} where ${where} limit ${OVER})`);
  return q`select w.*, v._total from (select v.*, (select count(*)::int from (${joined(counted, " union all ")}) c) as _total from ${v} offset 0) v
    cross join lateral (${look(all, mine)}) w`;
}

/** Rows of the walk with the list's total: a part that has as many spares counting the rest. */
export function manyOf(from: Sql, where: Sql, { parts }: Owned, counts: boolean, walk: (where: Sql) => Sql): Sql {
  const { v, by } = bound([where, ...parts()]);
  const [all = where, ...some] = by;
  const has = some.map((part) => q`when (select true from ${from} where ${part} offset ${CAP} limit 1) then ${OVER}`);
  const total = has.length > 0 ? q`case ${joined(has, " ")} else ${countOf(from, all)} end` : countOf(from, all);
  const counted = counts
    ? q`(select v.*, ${total} as _total from ${v} offset 0) v`
    : q`(select v.*, null::int as _total from ${v} offset 0) v`;
  return q`select w.*, v._total from ${counted} cross join lateral (${walk(all)}) w`;
}
