/** Slots of the front ends, their items, and the products that may fill them. */
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import type { Item, RecommendedSku, Slot } from "./product-recommend.rules.ts";
import { skuFrom } from "../sku/sku-list.sql.ts";
import { blocksOf } from "../sku/sku.sql.ts";

const WEEK = 7;
const countsOf = (column: "impressions" | "clicks", where: Sql, now: Date): Sql => q`
  (select sum(x.${raw(column)})::int from product_recommend_counts x
   where ${where} and x.day > (${now}::timestamptz at time zone 'Asia/Shanghai')::date - ${raw(String(WEEK))})`;

/** Condition: the item `i` shows a product of slot `s` at an instant. */
const isLive = (now: Date): Sql => q`
  (i.start_at is null or i.start_at <= ${now}) and (i.end_at is null or i.end_at > ${now})
  and exists (select from ${skuFrom} where k.id = i.sku_id and k.sku_status = 'on_sale' and s."end" = any(k.ends) and cardinality(${blocksOf(now)}) = 0)`;

const columns = (now: Date): Sql => q`
  s.id, s.position, s."end", s.name, s.max_items, s.fill, s.status, s.version, s.updated_at,
  (select least(count(*), s.max_items)::int from product_recommend_items i where i.slot_id = s.id and ${isLive(now)}) as live_count,
  (select count(*)::int from product_recommend_items i where i.slot_id = s.id) as item_count,
  (select min(t.at) from product_recommend_items i cross join lateral (values (i.start_at), (i.end_at)) as t(at) where i.slot_id = s.id and t.at > ${now}) as next_change_at,
  w.impressions as impressions_7, w.clicks as clicks_7, round(w.clicks * 100.0 / nullif(w.impressions, 0), 1)::float8 as click_rate, null::int as orders_7`;
const joins = (now: Date): Sql => q`
  left join lateral (select ${countsOf("impressions", raw("x.slot_id = s.id"), now)} as impressions, ${countsOf("clicks", raw("x.slot_id = s.id"), now)} as clicks) w on true`;

export interface SlotFilter {
  position?: readonly string[] | undefined;
  end?: readonly string[] | undefined;
  status?: 0 | 1 | undefined;
}
export const slotList = (f: SlotFilter, now: Date): ListDef => ({
  from: q`product_recommends s`,
  where: and([
    f.position && q`s.position = any(${[...f.position]}::text[])`,
    f.end && q`s."end" = any(${[...f.end]}::text[])`,
    f.status !== undefined && q`s.status = ${f.status}`,
  ]),
  id: "s.id",
  select: columns(now),
  joins: joins(now),
  sorts: { id: { by: "s.id", order: "asc" }, updated_at: { by: "s.updated_at", order: "desc" } },
  sort: "id",
});

export const slotView = (db: Db, id: number, now: Date): Promise<Slot | undefined> =>
  row<Slot>(db, q`select ${columns(now)} from product_recommends s ${joins(now)} where s.id = ${id}`);

export type ItemRow = Item & { impressions_7: number | null; clicks_7: number | null };
export const itemsOf = (db: Db, slotId: number, now: Date): Promise<ItemRow[]> =>
  rows<ItemRow>(
    db,
    q`select i.sku_id, i.label, i.start_at, i.end_at, i.province_codes,
        ${countsOf("impressions", raw("x.slot_id = i.slot_id and x.sku_id = i.sku_id"), now)} as impressions_7,
        ${countsOf("clicks", raw("x.slot_id = i.slot_id and x.sku_id = i.sku_id"), now)} as clicks_7
      from product_recommend_items i where i.slot_id = ${slotId} order by i.sort, i.id`,
  );

/** What an end pays at least: retail for customers, the best price of any peer for peers. */
const lowest = (end: Slot["end"], now: Date): Sql => q`
  (select min(p.adult) from sku_prices p where p.sku_id = k.id and p.price_kind = any(${end === "peer" ? ["retail", "level", "group", "peer"] : ["retail"]}::text[])
    and p.effective_from <= ${now} and (p.effective_to is null or p.effective_to > ${now}))`;
const skuColumns = (end: Slot["end"], now: Date): Sql =>
  q`k.id, k.sku_no, k.name, c.flag_emoji, c.name_zh as country_name, k.sku_status, k.ends, ${blocksOf(now)} as sale_blocks, ${lowest(end, now)} as lowest_price`;

export async function recommendedSkus(db: Db, ids: readonly number[], end: Slot["end"], now: Date): Promise<Map<number, RecommendedSku>> {
  const found = await rows<RecommendedSku>(db, q`select ${skuColumns(end, now)} from ${skuFrom} where k.id = any(${[...ids]}::int8[])`);
  return new Map(found.map((s) => [s.id, s]));
}

/** Products that an end can order, the best sold of 30 days first. */
export const bestSold = (db: Db, end: Slot["end"], now: Date, limit: number): Promise<RecommendedSku[]> =>
  rows<RecommendedSku>(
    db,
    q`select ${skuColumns(end, now)} from ${skuFrom} left join sku_stats st on st.sku_id = k.id
      where k.sku_status = 'on_sale' and ${end} = any(k.ends) and cardinality(${blocksOf(now)}) = 0 order by coalesce(st.orders_30, 0) desc, k.sort, k.id limit ${limit}`,
  );
