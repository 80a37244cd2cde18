/**
 * Lists: one rule for paging, totals and sorting. Totals are capped at 1,001; numbered pages to row 10,000, beyond it by
 * the cursor of the page before.
 *
 *   pageOf<OrderRow>(ctx.db, input, { from: q`orders o`, where, id: "o.id", select, joins, sorts: orderSorts, sort: "due_at" })
 */
import { MAX_OFFSET, TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import type { Db } from "./db-type.ts";
import { and, hot, nothing, q, raw, row, rows, type Sql } from "./sql.ts";
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
  /** One plan is right for all values and the list is asked all day: kept prepared. */
  hot?: boolean;
  /** The list's own reader of a page. */
  read?: ((page: PageAsked) => Promise<PageFound>) | undefined;
}

interface PageInput {
  page: number;
  page_size: number;
  sort?: string | undefined;
  order?: "asc" | "desc" | undefined;
  cursor?: string | undefined;
  count?: boolean | undefined;
}

export interface Page<T> extends Total {
  list: T[];
  page: number;
  page_size: number;
  cursor: string | null;
}
export interface Total {
  total: number | null;
  total_capped: boolean;
}

/** A row of a page with its place in the sort; `_total` where the same statement counted. */
export interface Keyed {
  _id: number;
  _key: string;
  _total?: number | null;
}
export interface PageFound extends Total {
  list: Keyed[];
}
export interface Order {
  by: Sql;
  tie: Sql;
  /** Over `_k` and `_t`. */
  text: Sql;
  /** Behind the row of a cursor, and that row's key and id. */
  after: Sql | null;
  key: readonly [string, number] | null;
  offset: number;
  /** Rows asked for: one more than the page, to know whether there are more. */
  rows: number;
  limit: Sql;
}
/** What a list's own reader is asked. */
export interface PageAsked {
  db: Db;
  def: ListDef;
  order: Order;
  counts: boolean;
}

const OVER = raw(String(TOTAL_CAP + 1));
/** Matches up to one more than the cap. */
export const countOf = (from: Sql, where: Sql): Sql =>
  q`(select count(*)::int from (select 1 from ${from} where ${where} limit ${OVER}) c)`;
export const capped = (n: number): Total & { total: number } => ({ total: Math.min(n, TOTAL_CAP), total_capped: n > TOTAL_CAP });

/** Matches of a filter up to the cap. */
export async function cappedCount(db: Db, def: Pick<ListDef, "from" | "where">): Promise<Total & { total: number }> {
  return capped((await row<{ n: number }>(db, q`select ${countOf(def.from, def.where)} as n`))?.n ?? 0);
}

const decode = (cursor: string): [string, number] | null => {
  try {
    const v: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(v) && typeof v[0] === "string" && Number.isSafeInteger(v[1]) ? [v[0], v[1] as number] : null;
  } catch {
    return null;
  }
};

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
  const first = key !== null || offset === 0;
  return {
    order: {
      by,
      tie,
      text,
      after,
      key,
      offset: key ? 0 : offset,
      rows: input.page_size + 1,
      limit: first ? limit : q`${limit} offset ${offset}`,
    },
    keyset: sort.keyset ?? false,
  };
}

/** Place of a row in the sort. */
export const placeOf = (def: ListDef, o: Order): Sql => q`${raw(def.id)} as _id, ${o.by} as _k, ${o.tie} as _t`;
/** The page's ids in order; the planner may walk the sort's index. */
export const walked = (def: ListDef, o: Order, where = def.where): Sql =>
  q`select ${placeOf(def, o)} from ${def.from} where ${and([where, o.after])} order by ${o.text} ${o.limit}`;

/** Rows of the page's `ids`, which answer _id, _k and _total: one statement for page and total. */
export const rowsBy = (def: ListDef, ids: Sql, head: Sql = nothing): Sql => q`${head}
    select ${def.select}, paged._key, paged._id, paged._total from (select w._id, w._k::text as _key, w._total, row_number() over () as _n from (${ids}) w) paged
    join ${def.from} on ${raw(def.id)} = paged._id ${def.joins ?? nothing} order by paged._n`;

/** The number in the answer's rows; a page behind the last row has none and is counted. */
export async function totalIn({ db, def, order }: PageAsked, list: readonly Keyed[]): Promise<Total & { total: number }> {
  const n = list[0]?._total ?? (order.offset === 0 && !order.after ? 0 : null);
  return n === null ? cappedCount(db, def) : capped(n);
}

/** Walks the sort's index, and counts beside it. */
export async function walk(page: PageAsked): Promise<PageFound> {
  const { db, def, order, counts } = page;
  const ids = q`select w.*, ${counts ? countOf(def.from, def.where) : raw("null::int")} as _total from (${walked(def, order)}) w`;
  const text = rowsBy(def, ids);
  const list = await rows<Keyed>(db, def.hot ? hot(text) : text);
  return { list, ...(counts ? await totalIn(page, list) : { total: null, total_capped: false }) };
}

/** One page of `def` as `input` asks. The key of the last row is returned as `cursor`. */
export async function pageOf<T>(db: Db, input: PageInput, def: ListDef): Promise<Page<T>> {
  const { order, keyset } = orderOf(input, def);
  const { list, ...total } = await (def.read ?? walk)({ db, def, order, counts: input.count !== false });
  const more = list.length > input.page_size;
  const kept = more ? list.slice(0, -1) : list;
  const last = kept.at(-1);
  return {
    // The reader's rows are those of `def.select`, whose shape the caller names.
    list: kept as (T & Keyed)[],
    ...total,
    page: input.page,
    page_size: input.page_size,
    cursor: more && last && keyset ? Buffer.from(JSON.stringify([last._key, last._id])).toString("base64url") : null,
  };
}
