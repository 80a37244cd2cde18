/**
 * Lists of one's own rows (docs/decisions/0019): page and total in one prepared statement, as cheap as without a scope.
 * - narrow: a short stretch of time is read past everybody's rows
 * - few: all rows of people who have few are read by their own indexes and sorted
 * - dense: several hundred are only counted there, the page lies near the top of everybody's rows
 * - many: beyond the cap the index of the sort is walked, and a part counted from its index proves that there are more
 * Each way proves from its answer that it was the right one; which one it was is remembered per filter, for the next call.
 */
import { TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import { gather } from "#kit/db/gather.ts";
import {
  capped,
  countOf,
  placeOf,
  rowsBy,
  totalIn,
  walked,
  type Keyed,
  type ListDef,
  type Order,
  type PageAsked,
  type PageFound,
} from "#kit/db/page.ts";
import { and, hot, joined, q, raw, rows, textOf, type Sql } from "#kit/db/sql.ts";

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
/** How a filter is best read; `many`: it has more matches than the cap. */
type Way = "narrow" | "few" | "dense" | "many";
const ways = new Map<string, Way>();

/** The way that was right when this filter was last asked. A hint, never an answer. */
interface Hint {
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

/** `with g …`: rows (_id, _k, _t) of the whole list, up to the cap; its total is their number. */
function fewOf(from: Sql, columns: Sql, { few }: Owned): Sql {
  const { v, by } = bound(few());
  const all = by.map((where) => q`(select ${columns} from ${from} where ${where} limit ${OVER})`);
  return q`with g as materialized (select u.* from ${v} cross join lateral (${joined(all, " union all ")}) u)`;
}

/** Rows of the walk with the list's total; none where the stretch holds more than the cap, whoever owns them. */
function narrowOf(from: Sql, { all, mine }: NonNullable<Owned["narrow"]>, walk: (where: Sql) => Sql): Sql {
  const { v, by } = bound([all, mine]);
  const [inTime = all, isMine = mine] = by;
  const total = q`(select case when count(*) <= ${CAP} then count(*) filter (where m.is_mine)::int end
    from (select ${isMine} as is_mine from ${from} where ${inTime} limit ${OVER}) m)`;
  return q`select w.*, v._total from (select v.*, ${total} as _total from ${v} offset 0) v
    cross join lateral (${walk(and([q`v._total is not null`, inTime, isMine]))}) w`;
}

/** Rows found among everybody's first ones, with the list's total; fewer than asked for where they lie further down. */
function denseOf(from: Sql, owned: Owned & Required<Pick<Owned, "narrow">>, look: (where: Sql, mine: Sql) => Sql): Sql {
  const { v, by } = bound([owned.narrow.all, owned.narrow.mine, ...owned.few()]);
  const [all = owned.narrow.all, mine = owned.narrow.mine, ...few] = by;
  const counted = few.map((where) => q`(select 1 from ${from} where ${where} limit ${OVER})`);
  return q`select w.*, v._total from (select v.*, (select count(*)::int from (${joined(counted, " union all ")}) c) as _total from ${v} offset 0) v
    cross join lateral (${look(all, mine)}) w`;
}

/** Rows of the walk with the list's total: a part that has as many spares counting the rest. */
function manyOf(from: Sql, where: Sql, { parts }: Owned, counts: boolean, walk: (where: Sql) => Sql): Sql {
  const { v, by } = bound([where, ...parts()]);
  const [all = where, ...some] = by;
  const has = some.map((part) => q`when (select true from ${from} where ${part} offset ${CAP} limit 1) then ${OVER}`);
  const total = has.length > 0 ? q`case ${joined(has, " ")} else ${countOf(from, all)} end` : countOf(from, all);
  const counted = counts
    ? q`(select v.*, ${total} as _total from ${v} offset 0) v`
    : q`(select v.*, null::int as _total from ${v} offset 0) v`;
  return q`select w.*, v._total from ${counted} cross join lateral (${walk(all)}) w`;
}

const asked = async (page: PageAsked, ids: Sql, head?: Sql): Promise<Keyed[]> => rows<Keyed>(page.db, hot(rowsBy(page.def, ids, head)));

/** All of a list that has few rows, sorted. */
async function few(page: PageAsked, owned: Owned): Promise<PageFound> {
  const { def, order } = page;
  const ids = q`select g.*, (select count(*)::int from g) as _total from g order by ${order.text} ${order.limit}`;
  const list = await asked(page, ids, fewOf(def.from, placeOf(def, order), owned));
  return { list, ...(await totalIn(page, list)) };
}

/** The sort's index is walked; page and total in one statement. */
async function many(page: PageAsked, owned: Owned): Promise<PageFound> {
  const { def, order, counts } = page;
  const list = await asked(
    page,
    manyOf(def.from, def.where, owned, counts, (where) => walked(def, order, where)),
  );
  return { list, ...(counts ? await totalIn(page, list) : { total: null, total_capped: false }) };
}

/** A short stretch of the sort's index; null when it may be a long one. */
async function narrow(page: PageAsked, owned: Owned): Promise<PageFound | null> {
  const { def, order } = page;
  if (!owned.narrow) return null;
  const list = await asked(
    page,
    narrowOf(def.from, owned.narrow, (where) => walked(def, order, where)),
  );
  const n = list[0]?._total;
  return typeof n === "number" ? { list, ...capped(n) } : null;
}

/** Rows of everybody among which a page of many own ones is looked for, and how many own ones make that likely. */
const NEAR = 400;
const DENSE = 200;
/** A page near the top of everybody's rows; null where it is not, or not whole. */
async function dense(page: PageAsked, owned: Owned): Promise<PageFound | null> {
  const { def, order } = page;
  const { narrow: parts } = owned;
  if (!parts) return null;
  const near = (all: Sql, mine: Sql): Sql => q`select x._id, x._k, x._t from (
      select ${placeOf(def, order)}, ${mine} as is_mine from ${def.from} where ${all} order by ${order.text} limit ${raw(String(NEAR))}
    ) x where x.is_mine order by ${order.text} ${order.limit}`;
  const list = await asked(page, denseOf(def.from, { ...owned, narrow: parts }, near));
  const n = list[0]?._total;
  return typeof n !== "number" || n > TOTAL_CAP || list.length < Math.min(order.rows, n - order.offset) ? null : { list, ...capped(n) };
}

const WAYS = process.env["OWNED_WAYS"] ?? "nfdmh";
/** By the way that was right before, else by the first that proves to be; a cursor goes on in the way of the page before it. */
export const ownedReader =
  (owned: Owned): NonNullable<ListDef["read"]> =>
  async (page) => {
    if (!WAYS.includes("f")) return gather(page);
    const hint = hintOf(page.def.where);
    const way = (WAYS.includes("h") ? hint.way() : undefined) ?? "narrow";
    if (page.order.after) return way === "many" ? many(page, owned) : gather(page);
    const near = way === "narrow" && WAYS.includes("n") ? await narrow(page, owned) : null;
    if (near) {
      hint.remember("narrow");
      return near;
    }
    const top = way === "dense" && WAYS.includes("d") ? await dense(page, owned) : null;
    if (top) return top;
    if (way !== "many") {
      const all = await few(page, owned);
      const isDense = way === "narrow" && owned.narrow !== undefined && (all.total ?? 0) >= DENSE;
      hint.remember(all.total_capped ? "many" : isDense && WAYS.includes("d") ? "dense" : "few");
      if (!all.total_capped) return all;
    }
    const found = await many(page, owned);
    if (found.total !== null && !found.total_capped) hint.remember("few");
    return found;
  };
