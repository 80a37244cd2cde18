import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { skuApi } from "@visadesk/contract/product/sku/sku.ts";
import type { Db } from "#kit/db/db.ts";
import { likeOf, searchTokens } from "#kit/grams.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { timeRange } from "#kit/range.ts";
import type { TravelAsk } from "../../base-data/index.ts";
import { supplierCost } from "../../supplier/index.ts";
import type { SkuFacts } from "../sku-scan/completeness.rules.ts";
import { factsOf } from "../sku-scan/completeness.sql.ts";
import { PROMISE_MIN_N } from "@visadesk/contract/product/sku/sku.words.ts";
import { blocksOf } from "./sku.sql.ts";

type SkuRow = Output<typeof skuApi.sku_query>["list"][number];
/** What is judged of a row after it was read. */
type Judged =
  | "completeness"
  | "total_cost"
  | "margin"
  | "is_promise_short"
  | "issue_rate"
  | "issue_low"
  | "issue_high"
  | "earliest_travel"
  | "no_slots";
export interface SkuFound extends Omit<SkuRow, Judged> {
  issued: number;
  facts: SkuFacts;
  /** Price in force of the first usable supplier. */
  supplier: { adult: number; embassy_included: boolean; centre_included: boolean } | null;
}
type Asked = Omit<Parsed<typeof skuApi.sku_query>, "page" | "page_size" | "sort" | "order" | "cursor" | "count" | "fields">;
/** What the catalogue is judged for beforehand: the filter then names the products that remain. */
export const JUDGED_FILTERS = ["is_complete", "is_blocked", "block", "margin", "is_below_floor"] as const;
type JudgedFilter = (typeof JUDGED_FILTERS)[number];
/** What the database answers. A filter as it was asked does not fit: `skuFilterOf` makes this of it. */
export type SkuFilter = Partial<Omit<Asked, JudgedFilter>> & { ids?: readonly number[] | undefined } & { [K in JudgedFilter]?: never };

/** Everything a filter may name: SKU, its SPU and its country. */
export const skuFrom: Sql = q`skus k join spus u on u.visa_product_unit_code = k.visa_product_unit_code join countries c on c.id = k.country_id`;

export const skuWhere = (f: SkuFilter): Sql =>
  and([
    f.keyword && q`k.search @> ${searchTokens(f.keyword)}::text[] and k.search_text like ${likeOf(f.keyword)}`,
    f.country_id && q`k.country_id = any(${f.country_id}::text[])`,
    f.visa_type && q`u.visa_type = any(${f.visa_type}::int[])`,
    f.visa_form && q`u.visa_form = any(${f.visa_form}::text[])`,
    f.visa_product_unit_code && q`k.visa_product_unit_code = ${f.visa_product_unit_code}`,
    f.embassy_id && q`k.embassy_id = any(${f.embassy_id}::int8[])`,
    f.ends && q`k.ends && ${f.ends}::text[]`,
    f.sku_status && q`k.sku_status = any(${f.sku_status}::text[])`,
    f.need_visit !== undefined && q`(k.need_interview or k.need_fingerprint or k.need_delivery) = ${f.need_visit}`,
    f.has_urgent !== undefined && q`(k.urgent_tiers <> '[]') = ${f.has_urgent}`,
    f.province_code && takesProvince(f.province_code),
    f.supplier_id &&
      q`exists (select from supplier_products m where m.sku_id = k.id and m.status = 1 and m.supplier_id = any(${f.supplier_id}::int8[]))`,
    f.refund_policy_id && q`k.refund_policy_id = any(${f.refund_policy_id}::int8[])`,
    f.is_promise_short !== undefined &&
      q`exists (select from sku_stats st where st.sku_id = k.id and st.days_n >= ${PROMISE_MIN_N} and st.days_p75 > k.work_days_max) = ${f.is_promise_short}`,
    timeRange("k.updated_at", f.updated_at),
    f.ids && q`k.id = any(${[...f.ids]}::int8[])`,
  ]);

/** Nationwide, chosen for `k` itself, or in the live district of its mission; a visa centre takes what its missions take. */
function takesProvince(code: string): Sql {
  const taken = JSON.stringify([{ province_code: code }]);
  return q`(k.cover_mode = 'all' or (k.cover_mode = 'area' and k.cover_area @> ${taken}::jsonb) or (k.cover_mode = 'district' and exists (
    select from embassies m where m.district_area @> ${taken}::jsonb
      and (m.id = k.embassy_id or m.id = any(select unnest(v.parent_ids) from embassies v where v.id = k.embassy_id and v.embassy_type = 4)))))`;
}

const priceAt = (kind: string, at: Date): Sql => q`
  left join lateral (
    select adult, child from sku_prices p where p.sku_id = k.id and p.price_kind = ${kind} and p.ref_id = '' and p.effective_from <= ${at} and (p.effective_to is null or p.effective_to > ${at}) limit 1
  )`;

/** Columns of a row, over the tables of `skuJoins`. */
export const skuSelect = (at: Date): Sql => q`
  k.id, k.sku_no, k.name, k.visa_product_unit_code, u.name as spu_name, u.status as spu_status, k.country_id, c.name_zh as country_name, c.flag_emoji, u.visa_type, u.visa_form, u.entry_count,
  k.service_level, k.ends, k.embassy_id, e.name as embassy_name, case when k.cover_mode = 'all' then '全国' else e.district_name end as district_name, k.cover_mode, k.material_upload_type,
  (k.need_interview or k.need_fingerprint or k.need_delivery) as need_visit, k.work_days_min, k.work_days_max, k.urgent_tiers <> '[]' as has_urgent,
  r.adult as retail_adult, r.child as retail_child, ef.adult as embassy_fee, cf.adult as centre_fee, case when sc.adult is not null then jsonb_build_object('adult', sc.adult, 'embassy_included', sc.embassy_included, 'centre_included', sc.centre_included) end as supplier,
  coalesce((select json_agg(json_build_object('level', p.ref_id, 'adult', p.adult) order by p.ref_id) from sku_prices p
    where p.sku_id = k.id and p.price_kind = 'level' and p.effective_from <= ${at} and (p.effective_to is null or p.effective_to > ${at})), '[]') as levels,
  (select count(*)::int from supplier_products m where m.sku_id = k.id and m.status = 1) as supplier_count,
  coalesce(st.orders_30, 0) as orders_30, coalesce(st.issued_30 + st.refused_30, 0) as issue_n, coalesce(st.days_n, 0) as days_n, st.days_p50, st.days_p75, coalesce(st.issued_30, 0) as issued,
  ${blocksOf(at)} as sale_blocks, k.sku_status, k.version, k.updated_at, ${factsOf(at)} as facts`;

export const skuJoins = (at: Date): Sql => q`
  left join embassies e on e.id = k.embassy_id
  ${priceAt("retail", at)} r on true ${priceAt("embassy_fee", at)} ef on true ${priceAt("centre_fee", at)} cf on true
  left join lateral (${supplierCost(at)}) sc on true
  left join sku_stats st on st.sku_id = k.id`;

export const skuListDef = (filter: SkuFilter, at: Date): ListDef => ({
  from: skuFrom,
  where: skuWhere(filter),
  id: "k.id",
  select: skuSelect(at),
  joins: skuJoins(at),
  sort: "sku_no",
  sorts: {
    sku_no: { by: "k.sku_no", order: "asc", keyset: true, type: "text" },
    name: { by: "k.name", order: "asc", keyset: true, type: "text" },
    updated_at: { by: "k.updated_at", order: "desc", keyset: true },
    work_days_max: { by: "k.work_days_max", order: "asc", keyset: true, type: "int4" },
  },
});

/** Rows that are not archived, in the catalogue's order. Ids first: planned over an unknown number of rows the laterals would look costly enough for JIT. */
export async function skuRows(db: Db, filter: SkuFilter, at: Date, limit = 2_000): Promise<SkuFound[]> {
  const where = and([skuWhere(filter), q`k.sku_status <> 'archived'`]);
  const ids = await rows<{ id: number }>(db, q`select k.id from ${skuFrom} where ${where} order by k.sort, k.id limit ${limit}`);
  return rows<SkuFound>(
    db,
    q`select ${skuSelect(at)} from ${skuFrom} ${skuJoins(at)} where k.id = any(${ids.map((r) => r.id)}::int8[]) order by k.sort, k.id`,
  );
}

/** What the first travel date of these products rests on; archived ones have none. */
export const travelAsks = (db: Db, ids: readonly number[]): Promise<TravelAsk[]> =>
  rows<TravelAsk>(
    db,
    q`
    select k.id, k.embassy_id, case when k.need_interview or k.need_fingerprint or k.need_delivery then coalesce(k.submit_place_id, k.embassy_id) end as place_id,
      u.visa_type, k.work_days_max, k.return_way in ('free', 'cod') as has_return,
      exists (select from sku_documents x join documents d on d.id = x.document_id where x.sku_id = k.id and x.owner = 'must' and d.kind = 2) as has_originals
    from skus k join spus u on u.visa_product_unit_code = k.visa_product_unit_code
    where k.id = any(${[...ids]}::int8[]) and k.sku_status <> 'archived'`,
  );

export const statusCounts = (db: Db): Promise<{ sku_status: string; n: number }[]> =>
  rows(db, q`select sku_status, count(*)::int as n from skus group by sku_status`);

/** Products that have a price for a level now. */
export const pricedLevels = (db: Db, at: Date): Promise<{ level: string; n: number }[]> =>
  rows(
    db,
    q`
    select ref_id as level, count(*)::int as n from sku_prices
    where price_kind = 'level' and effective_from <= ${at} and (effective_to is null or effective_to > ${at}) group by ref_id`,
  );

export const skuById = (db: Db, id: number, at: Date): Promise<SkuFound | undefined> =>
  row<SkuFound>(db, q`select ${skuSelect(at)} from ${skuFrom} ${skuJoins(at)} where k.id = ${id}`);

export const skuFacts = async (db: Db, id: number, at: Date): Promise<SkuFacts | undefined> =>
  (await row<{ facts: SkuFacts }>(db, q`select ${factsOf(at)} as facts from ${skuFrom} ${skuJoins(at)} where k.id = ${id}`))?.facts;
