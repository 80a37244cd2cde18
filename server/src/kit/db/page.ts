/**
 * Lists: one rule for paging, totals and sorting. Ids first, rows after; totals capped at 1,001; numbered pages to
 * row 10,000, beyond it by the cursor of the page before.
 *
 *   pageOf<OrderRow>(ctx.db, input, { from: q`orders o`, where, id: "o.id", select, joins, sorts: orderSorts, sort: "due_at" })
 */
import { MAX_OFFSET, TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import type { Db } from "./db.ts";
import { countOf, denseOf, fewOf, hintOf, manyOf, narrowOf, type Hint, type Owned } from "./page-owned.ts";
import { and, nothing, q, raw, row, rows, type Sql } from "./sql.ts";
import { refuse } from "../http/refuse.ts";

export interface Sort {
  /** SQL expression; must have an index ending in id, or stand behind a selective filter. */
  by: string;
  order: "asc" | "desc";
  /** Never null: pages beyond the numbered ones can continue by key. */
  keyset?: boolean;
  type?: string;
  /** Rows alike in `by` stand newest first; the index ends in `(-id)`. */
  newest?: boolean;
}

export interface ListDef {
  from: Sql;
  where: Sql;
  /** The id column, e.g. `o.id`. */
  id: string;
  select: Sql;
  /** Joins of the outer query, over the page's rows only. */
  joins?: Sql;
  sorts: Readonly<Record<string, Sort>>;
  sort: string;
  /** false where one prepared plan cannot be right for all values: pattern searches, filters of any selectivity. */
  named?: boolean;
  /** A plain list of somebody's own rows: prepared all the same. */
  owned?: Owned | undefined;
}

interface PageInput {
  page: number;
  page_size: number;
  sort?: string | undefined;
  order?: "asc" | "desc" | undefined;
  cursor?: string | undefined;
  count?: boolean | undefined;
}

export interface Page<T> {
  list: T[];
  total: number | null;
  total_capped: boolean;
  page: number;
  page_size: number;
  cursor: string | null;
}

const countUpTo = (def: Pick<ListDef, "from" | "where">, cap: number): Sql =>
  q`select count(*)::int as n from (select 1 from ${def.from} where ${def.where} limit ${raw(String(cap + 1))}) c`;

/** Matches of a filter up to the cap. */
export async function cappedCount(
  db: Db,
  def: Pick<ListDef, "from" | "where" | "named">,
  cap = TOTAL_CAP,
): Promise<{ total: number; total_capped: boolean }> {
  const found = await row<{ n: number }>(db, countUpTo(def, cap), { named: def.named ?? true });
  const n = found?.n ?? 0;
  return { total: Math.min(n, cap), total_capped: n > cap };
}

const decode = (cursor: string): [string, number] | null => {
  try {
    const v: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(v) && typeof v[0] === "string" && Number.isSafeInteger(v[1]) ? [v[0], v[1] as number] : null;
  } catch {
    return null;
  }
};

interface Key {
  _id: number;
  _key: string;
  _total?: number;
}
interface Order {
  by: Sql;
  tie: Sql;
  text: Sql;
  after: Sql | null;
  offset: number;
  /** Rows asked for: one more than the page, to know whether there are more. */
  rows: number;
  limit: Sql;
}

function orderOf(input: PageInput, def: ListDef): { order: Order; keyset: boolean } {
  const sort = def.sorts[input.sort ?? def.sort];
  if (!sort) refuse("bad_input", "不支持按此列排序");
  const direction = input.order ?? sort.order;
  const by = raw(sort.by);
  const tie = raw(sort.newest ? `(-${def.id})` : def.id);
  const key = input.cursor && sort.keyset ? decode(input.cursor) : null;
  const offset = (input.page - 1) * input.page_size;
  if (!key && offset >= MAX_OFFSET) refuse("limit_exceeded", "页数过大，请缩小筛选范围或逐页向后翻");
  const after =
    key &&
    q`(${by}, ${tie}) ${raw(direction === "asc" ? ">" : "<")} (${key[0]}::${raw(sort.type ?? "timestamptz")}, ${sort.newest ? -key[1] : key[1]}::int8)`;
  const text = raw(`_k ${direction}${sort.keyset ? "" : " nulls last"}, _t ${direction}`);
  // Written into the text: with the limit as a parameter a prepared plan expects a tenth of the table and hashes all of it.
  const limit = q`limit ${raw(String(Math.trunc(input.page_size) + 1))}`;
  return {
    order: {
      by,
      tie,
      text,
      after,
      offset: key ? 0 : offset,
      rows: input.page_size + 1,
      limit: key || offset === 0 ? limit : q`${limit} offset ${offset}`,
    },
    keyset: sort.keyset ?? false,
  };
}

/** The page's ids in order; the planner may walk the sort's index. */
const walked = (def: ListDef, o: Order, where = def.where): Sql =>
  q`select ${raw(def.id)} as _id, ${o.by} as _k, ${o.tie} as _t from ${def.from} where ${and([where, o.after])} order by ${o.text} ${o.limit}`;

interface Total {
  total: number | null;
  total_capped: boolean;
}
const capped = (n: number): Total => ({ total: Math.min(n, TOTAL_CAP), total_capped: n > TOTAL_CAP });
const UNKNOWN: Total = { total: null, total_capped: false };

/**
 * Ids of a filter that may match little: all matches up to the cap are read first and then sorted, so the planner
 * cannot gamble on walking a sort index over a million rows that do not match. One query answers page and total; a
 * filter with more matches than the cap is walked, at once where that is known from the call before.
 */
async function gathered(db: Db, def: ListDef, o: Order): Promise<{ keys: Key[] } & Total> {
  const hint = hintOf(def.where);
  const known = hint.way() === "many";
  const found = await rows<Key>(
    db,
    known
      ? q`select w._id, w._k::text as _key, ${countOf(def.from, def.where)} as _total from (${walked(def, o)}) w`
      : q`
    select m._id, m._k::text as _key, count(*) over ()::int as _total from (
      select ${raw(def.id)} as _id, ${o.by} as _k, ${o.tie} as _t from ${def.from} where ${def.where} limit ${raw(String(TOTAL_CAP + 1))}
    ) m order by ${o.text} ${o.limit}`,
    { named: false },
  );
  const n = found[0]?._total ?? (o.offset === 0 ? 0 : null);
  if (n !== null) hint.remember(n > TOTAL_CAP ? "many" : "few");
  if (n !== null && (known || n <= TOTAL_CAP)) return { keys: found, ...capped(n) };
  const [keys, counted] = await Promise.all([
    rows<Key>(db, q`select w._id, w._k::text as _key from (${walked(def, o)}) w`, { named: false }),
    n === null ? cappedCount(db, def) : capped(n),
  ]);
  return { keys, ...counted };
}

/** A filter of any selectivity: its ids are planned with the values, its rows are read by id. */
async function planned<T>(db: Db, input: PageInput, def: ListDef, order: Order): Promise<{ list: (T & Key)[] } & Total> {
  const { keys, ...total } = await gathered(db, def, order);
  if (keys.length === 0) return { list: [], ...total };
  // The rows by id are the same statement for every filter, so that one is prepared. The keys come as JSON: of an
  // array the planner sees the length, holds a plan made for one row to be cheaper and plans anew every time.
  const page = JSON.stringify(keys.map(({ _id, _key }, _n) => ({ _id, _key, _n })));
  const list = await rows<T & Key>(
    db,
    q`
    select ${def.select}, p._key, p._id from (select * from json_to_recordset(${page}::json) k(_id int8, _key text, _n int4) ${raw(`limit ${Math.trunc(input.page_size) + 1}`)}) p
    join ${def.from} on ${raw(def.id)} = p._id ${def.joins ?? nothing} order by p._n`,
  );
  return { list, ...total };
}

/** One statement for page and total: half the round trips. `ids` answers _id, _k and _total; the total is read once, whatever the rows. */
async function oneStatement<T>(db: Db, def: ListDef, head: Sql, ids: Sql, named: boolean): Promise<(T & Key)[]> {
  return rows<T & Key>(
    db,
    q`${head}
    select ${def.select}, p._key, p._id, p._total from (select w._id, w._k::text as _key, w._total, row_number() over () as _n from (${ids}) w) p
    join ${def.from} on ${raw(def.id)} = p._id ${def.joins ?? nothing} order by p._n`,
    { named },
  );
}

/** The number in the answer's rows; a page behind the last row has none and is counted. */
async function totalIn(db: Db, def: ListDef, o: Order, list: readonly Key[]): Promise<Total> {
  const n = list[0]?._total ?? (o.offset === 0 && !o.after ? 0 : null);
  return n === null ? cappedCount(db, def) : capped(n);
}

/** All of a list that has few rows, sorted. */
async function few<T>(db: Db, def: ListDef, owned: Owned, o: Order): Promise<{ list: (T & Key)[] } & Total> {
  const columns = q`${raw(def.id)} as _id, ${o.by} as _k, ${o.tie} as _t`;
  const ids = q`select g.*, (select count(*)::int from g) as _total from g order by ${o.text} ${o.limit}`;
  const list = await oneStatement<T>(db, def, fewOf(def.from, columns, owned), ids, true);
  return { list, ...(await totalIn(db, def, o, list)) };
}

/** The sort's index is walked; page and total in one statement. */
async function walk<T>(db: Db, input: PageInput, def: ListDef, o: Order): Promise<{ list: (T & Key)[] } & Total> {
  const counts = input.count !== false;
  const ids = def.owned
    ? manyOf(def.from, def.where, def.owned, counts, (where) => walked(def, o, where))
    : q`select w.*, ${counts ? countOf(def.from, def.where) : raw("null::int")} as _total from (${walked(def, o)}) w`;
  const list = await oneStatement<T>(db, def, nothing, ids, def.owned !== undefined || (def.named ?? true));
  return { list, ...(counts ? await totalIn(db, def, o, list) : UNKNOWN) };
}

/** A short stretch of the sort's index; null when it may be a long one. */
async function narrow<T>(db: Db, def: ListDef, owned: Owned, o: Order): Promise<({ list: (T & Key)[] } & Total) | null> {
  if (!owned.narrow) return null;
  const ids = narrowOf(def.from, owned.narrow, (where) => walked(def, o, where));
  const list = await oneStatement<T>(db, def, nothing, ids, true);
  const n = list[0]?._total;
  return n === undefined ? null : { list, ...capped(n) };
}

/** Rows of everybody among which a page of many own ones is looked for, and how many own ones make that likely. */
const NEAR = 400;
const DENSE = 200;
/** A page near the top of everybody's rows; null where it is not, or not whole. */
async function dense<T>(db: Db, def: ListDef, owned: Owned, o: Order): Promise<({ list: (T & Key)[] } & Total) | null> {
  const { narrow: parts } = owned;
  if (!parts) return null;
  const ids = denseOf(
    def.from,
    { ...owned, narrow: parts },
    (all, mine) => q`select x._id, x._k, x._t from (
      select ${raw(def.id)} as _id, ${o.by} as _k, ${o.tie} as _t, ${mine} as is_mine from ${def.from} where ${all} order by ${o.text} limit ${raw(String(NEAR))}
    ) x where x.is_mine order by ${o.text} ${o.limit}`,
  );
  const list = await oneStatement<T>(db, def, nothing, ids, true);
  const n = list[0]?._total;
  return n === undefined || n > TOTAL_CAP || list.length < Math.min(o.rows, n - o.offset) ? null : { list, ...capped(n) };
}

/** By the way that was right before, else by the first that proves to be; a cursor goes on in the way of the page before it. */
async function ownedRows<T>(
  db: Db,
  input: PageInput,
  def: ListDef & { owned: Owned },
  o: Order,
  hint: Hint,
): Promise<{ list: (T & Key)[] } & Total> {
  const way = hint.way() ?? "narrow";
  const near = way === "narrow" ? await narrow<T>(db, def, def.owned, o) : null;
  if (near) {
    hint.remember("narrow");
    return near;
  }
  const top = way === "dense" ? await dense<T>(db, def, def.owned, o) : null;
  if (top) return top;
  if (way !== "many") {
    const all = await few<T>(db, def, def.owned, o);
    const isDense = way === "narrow" && def.owned.narrow !== undefined && (all.total ?? 0) >= DENSE;
    hint.remember(all.total_capped ? "many" : isDense ? "dense" : "few");
    if (!all.total_capped) return all;
  }
  const page = await walk<T>(db, input, def, o);
  if (page.total !== null && !page.total_capped) hint.remember("few");
  return page;
}

async function pageRows<T>(db: Db, input: PageInput, def: ListDef, order: Order): Promise<{ list: (T & Key)[] } & Total> {
  const { owned } = def;
  if (owned) {
    const hint = hintOf(def.where);
    if (!order.after || hint.way() === "many") return ownedRows<T>(db, input, { ...def, owned }, order, hint);
  }
  return def.named === false && !order.after ? planned<T>(db, input, def, order) : walk<T>(db, input, { ...def, owned: undefined }, order);
}

/** One page of `def` as `input` asks. The key of the last row is returned as `cursor`. */
export async function pageOf<T>(db: Db, input: PageInput, def: ListDef): Promise<Page<T>> {
  const { order, keyset } = orderOf(input, def);
  const { list, ...total } = await pageRows<T>(db, input, def, order);
  const more = list.length > input.page_size;
  const kept = more ? list.slice(0, -1) : list;
  const last = kept.at(-1);
  return {
    list: kept,
    ...total,
    page: input.page,
    page_size: input.page_size,
    cursor: more && last && keyset ? Buffer.from(JSON.stringify([last._key, last._id])).toString("base64url") : null,
  };
}
