/**
 * Lists: one rule for paging, totals and sorting. Ids first, rows after; totals capped at 1,001; numbered pages to
 * row 10,000, beyond it by the cursor of the page before.
 *
 *   pageOf<OrderRow>(ctx.db, input, { from: q`orders o`, where, id: "o.id", select, joins, sorts: orderSorts, sort: "due_at" })
 */
import { MAX_OFFSET, TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import type { Db } from "./db.ts";
import { and, nothing, q, raw, row, rows, type Sql } from "./sql.ts";
import { refuse } from "./refuse.ts";

export interface Sort {
  /** SQL expression; must have an index ending in id, or stand behind a selective filter. */
  by: string;
  order: "asc" | "desc";
  /** Never null: pages beyond the numbered ones can continue by key. */
  keyset?: boolean;
  type?: string;
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
  /** false for pattern searches. */
  named?: boolean;
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

/** Matches of a filter up to the cap. */
export async function cappedCount(db: Db, def: Pick<ListDef, "from" | "where" | "named">, cap = TOTAL_CAP): Promise<{ total: number; total_capped: boolean }> {
  const found = await row<{ n: number }>(db, q`select count(*)::int as n from (select 1 from ${def.from} where ${def.where} limit ${cap + 1}) c`, { named: def.named ?? true });
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

/** One page of `def` as `input` asks. The key of the last row is returned as `cursor`. */
export async function pageOf<T>(db: Db, input: PageInput, def: ListDef): Promise<Page<T>> {
  const sort = def.sorts[input.sort ?? def.sort];
  if (!sort) refuse("bad_input", "不支持按此列排序");
  const direction = input.order ?? sort.order;
  const by = raw(sort.by);
  const id = raw(def.id);
  const orderBy = raw(`${sort.by} ${direction}${sort.keyset ? "" : " nulls last"}, ${def.id} ${direction}`);
  const offset = (input.page - 1) * input.page_size;
  const key = input.cursor && sort.keyset ? decode(input.cursor) : null;
  if (!key && offset >= MAX_OFFSET) refuse("limit_exceeded", "页数过大，请缩小筛选范围或逐页向后翻");
  const after = key && q`(${by}, ${id}) ${raw(direction === "asc" ? ">" : "<")} (${key[0]}::${raw(sort.type ?? "timestamptz")}, ${key[1]}::int8)`;
  const options = { named: def.named ?? true };
  const page = rows<T & { _key: string; _id: number }>(db, q`
    select ${def.select}, p._key, p._id as _id from (
      select s._id, s._k::text as _key, row_number() over () as _n from (
        select ${id} as _id, ${by} as _k from ${def.from} where ${and([def.where, after])} order by ${orderBy} limit ${input.page_size + 1} offset ${key ? 0 : offset}
      ) s
    ) p join ${def.from} on ${id} = p._id ${def.joins ?? nothing} order by p._n`, options);
  const count = input.count === false ? null : cappedCount(db, def);
  const [list, total] = await Promise.all([page, count]);
  const more = list.length > input.page_size;
  const kept = more ? list.slice(0, -1) : list;
  const last = kept.at(-1);
  return {
    list: kept,
    total: total?.total ?? null,
    total_capped: total?.total_capped ?? false,
    page: input.page,
    page_size: input.page_size,
    cursor: more && last && sort.keyset ? Buffer.from(JSON.stringify([last._key, last._id])).toString("base64url") : null,
  };
}
