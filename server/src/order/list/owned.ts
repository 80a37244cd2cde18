/**
 * Lists of one's own rows (docs/decisions/0019, 0029): page and total in one prepared statement, as cheap as without a scope.
 * - few: all rows of people who have few are read by their own indexes and sorted
 * - many: beyond the cap the index of the sort is walked, and a part counted from its index proves that there are more
 * Each way proves from its answer that it was the right one; filters with many are remembered, for the next call.
 */
import { TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import { gather } from "#kit/db/gather.ts";
import { countOf, placeOf, rowsBy, totalIn, walked, type Keyed, type ListDef, type PageAsked, type PageFound } from "#kit/db/page.ts";
import { hot, joined, q, raw, rows, textOf, type Sql } from "#kit/db/sql.ts";

export interface Owned {
  /** Conditions that together are the filter, each read from an index of the owners; no row meets two of them. */
  few: () => readonly Sql[];
  /** Parts of the filter, each counted from an index alone. */
  parts: () => readonly Sql[];
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
function bound(conditions: readonly Sql[]): Bound {
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
/** Filters that had more matches than the cap when they were last asked: a hint, never an answer. */
const crowded = new Set<string>();
const keyOf = (where: Sql): string =>
  where.values.reduce<string>((key, v) => `${key}|${v instanceof Date ? v.getTime() : String(v)}`, textOf(where));
export const isCrowded = (where: Sql): boolean => crowded.has(keyOf(where));
function remember(where: Sql, isMany: boolean): void {
  if (crowded.size >= MAX_REMEMBERED) crowded.clear();
  if (isMany) crowded.add(keyOf(where));
  else crowded.delete(keyOf(where));
}

const CAP = raw(String(TOTAL_CAP));
const OVER = raw(String(TOTAL_CAP + 1));
const asked = (page: PageAsked, ids: Sql, head?: Sql): Promise<Keyed[]> => rows<Keyed>(page.db, hot(rowsBy(page.def, ids, head)));

/** All of a list that has few rows, sorted: `g` holds them up to the cap, its total is their number. */
async function few(page: PageAsked, owned: Owned): Promise<PageFound> {
  const { def, order } = page;
  const { v, by } = bound(owned.few());
  const all = by.map((where) => q`(select ${placeOf(def, order)} from ${def.from} where ${where} limit ${OVER})`);
  const head = q`with g as materialized (select u.* from ${v} cross join lateral (${joined(all, " union all ")}) u)`;
  const ids = q`select g.*, (select count(*)::int from g) as _total from g order by ${order.text} ${order.limit}`;
  const list = await asked(page, ids, head);
  return { list, ...(await totalIn(page, list)) };
}

/** The sort's index is walked; a part that has as many as the cap spares counting the rest. */
async function many(page: PageAsked, { parts }: Owned): Promise<PageFound> {
  const { def, order, counts } = page;
  const { v, by } = bound([def.where, ...parts()]);
  const [all = def.where, ...some] = by;
  const has = some.map((part) => q`when (select true from ${def.from} where ${part} offset ${CAP} limit 1) then ${OVER}`);
  const counted = has.length > 0 ? q`case ${joined(has, " ")} else ${countOf(def.from, all)} end` : countOf(def.from, all);
  const total = counts ? counted : raw("null::int");
  const ids = q`select w.*, v._total from (select v.*, ${total} as _total from ${v} offset 0) v cross join lateral (${walked(def, order, all)}) w`;
  const list = await asked(page, ids);
  return { list, ...(counts ? await totalIn(page, list) : { total: null, total_capped: false }) };
}

/** By the way that was right before, else by the first that proves to be; a cursor goes on in the way of the page before it. */
export const ownedReader =
  (owned: Owned): NonNullable<ListDef["read"]> =>
  async (page) => {
    const { where } = page.def;
    const isMany = isCrowded(where);
    if (page.order.after && !isMany) return gather(page);
    if (!isMany) {
      const all = await few(page, owned);
      if (!all.total_capped) return all;
      remember(where, true);
    }
    const found = await many(page, owned);
    if (found.total !== null && !found.total_capped) remember(where, false);
    return found;
  };
