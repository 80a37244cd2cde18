import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Area } from "@visadesk/contract/product/snapshot.ts";
import { ISSUE_MIN_N } from "@visadesk/contract/product/sku/sku.words.ts";
import { spu, type spuApi } from "@visadesk/contract/product/spu.ts";
import type { Db } from "#kit/db/db.ts";
import { gramsOf, likeOf, searchText } from "#kit/grams.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { skuTexts, type SkuWords } from "./search.rules.ts";
import { spuNoun } from "./spu.noun.ts";

type Api = typeof spuApi;
export type SpuRow = Output<Api["spu_query"]>["list"][number];
export type SpuFilter = Partial<Omit<Parsed<Api["spu_query"]>, "page" | "page_size" | "sort" | "order" | "cursor" | "count" | "fields">> & {
  /** Codes of SPU with a SKU that lacks something; known only to who asks for `is_incomplete`. */
  incomplete?: readonly string[];
};

const FROM = raw("spus u join countries c on c.id = u.country_id");

/** What is sold of `u`: SKU by state, their retail prices at the time, and the nightly figures. */
const salesOf = (at: Date): Sql => q`
  left join lateral (
    select count(*) filter (where k.sku_status <> 'archived')::int as sku_count, count(*) filter (where k.sku_status = 'on_sale')::int as on_sale_count,
      min(p.adult) filter (where k.sku_status = 'on_sale') as retail_min, max(p.adult) filter (where k.sku_status = 'on_sale') as retail_max,
      coalesce(sum(st.orders_30), 0)::int as orders_30, coalesce(sum(st.issued_30), 0)::int as issued, coalesce(sum(st.issued_30 + st.refused_30), 0)::int as issue_n
    from skus k left join sku_stats st on st.sku_id = k.id
    left join sku_prices p on p.sku_id = k.id and p.price_kind = 'retail' and p.ref_id = '' and p.effective_from <= ${at} and (p.effective_to is null or p.effective_to > ${at})
    where k.visa_product_unit_code = u.visa_product_unit_code) g on true`;

const beside =
  raw(`c.name_zh as country_name, c.flag_emoji, c.is_region, g.sku_count, g.on_sale_count, g.retail_min, g.retail_max, g.orders_30,
  case when g.issue_n >= ${ISSUE_MIN_N} then g.issued::float8 / g.issue_n end as issue_rate, g.issue_n`);
const columns = q`${shown(spuNoun, "u", spu)}, ${beside}`;

export interface SpuFound extends SpuRow, Omit<Output<Api["spu_get"]>, keyof SpuRow | "frozen"> {}

export const spuByCode = (db: Db, code: string, at: Date): Promise<SpuFound | undefined> =>
  row<SpuFound>(db, q`select ${shown(spuNoun, "u")}, ${beside} from ${FROM} ${salesOf(at)} where u.visa_product_unit_code = ${code}`);

/** Holds the row until the change is done: SKU that come into being meanwhile wait. */
export const lockedSpu = (
  db: Db,
  id: number,
): Promise<{ visa_product_unit_code: string; name: string; status: 0 | 1; version: number } | undefined> =>
  row(db, q`select visa_product_unit_code, name, status, version from spus where id = ${id} for update`);

/** By code, name, pinyin and initials, search words, and what its country is called. */
const called = (keyword: string): Sql => {
  const country = `%${likeText(keyword.toLowerCase())}%`;
  return q`(u.search_text like ${likeOf(keyword)} or lower(c.name_zh) like ${country} or c.pinyin like ${country})`;
};
const ON_SALE = raw("exists (select from skus k where k.visa_product_unit_code = u.visa_product_unit_code and k.sku_status = 'on_sale')");
const SOLD_30 =
  "(select coalesce(sum(st.orders_30), 0) from skus k join sku_stats st on st.sku_id = k.id where k.visa_product_unit_code = u.visa_product_unit_code)";
/** Enabled ones first, then by 排序 and code. */
const IN_ORDER = `(case when u.status = 1 then '0' else '1' end || lpad(u.sort::text, 5, '0') || u.visa_product_unit_code) collate "C"`;

export const spuListDef = (f: SpuFilter, at: Date): ListDef => ({
  from: FROM,
  where: and([
    f.keyword && called(f.keyword),
    f.country_id && q`u.country_id = any(${f.country_id}::text[])`,
    f.visa_type && q`u.visa_type = any(${f.visa_type}::int[])`,
    f.visa_form && q`u.visa_form = any(${f.visa_form}::text[])`,
    f.status !== undefined && q`u.status = ${f.status}`,
    f.is_incomplete !== undefined && q`(u.visa_product_unit_code = any(${[...(f.incomplete ?? [])]}::text[])) = ${f.is_incomplete}`,
    f.has_on_sale !== undefined && q`${ON_SALE} = ${f.has_on_sale}`,
    f.ids && q`u.id = any(${f.ids}::int8[])`,
  ]),
  id: "u.id",
  select: columns,
  joins: salesOf(at),
  sort: "sort",
  sorts: {
    sort: { by: IN_ORDER, order: "asc" },
    visa_product_unit_code: { by: 'u.visa_product_unit_code collate "C"', order: "asc" },
    name: { by: "u.name", order: "asc" },
    orders_30: { by: SOLD_30, order: "desc" },
    updated_at: { by: "u.updated_at", order: "desc" },
  },
});

const MAX_PICKS = 200;
/** Enabled ones of a country or a keyword, in the catalogue's order. */
export const spuPicks = (db: Db, f: Parsed<Api["spu_pick"]>): Promise<Output<Api["spu_pick"]>["list"]> =>
  rows(
    db,
    q`select u.id, u.visa_product_unit_code, u.name, u.country_id, c.name_zh as country_name, c.flag_emoji, u.status from ${FROM}
    where ${and([f.keyword && called(f.keyword), f.country_id && q`u.country_id = ${f.country_id}`, f.enabled !== undefined && q`u.status = ${f.enabled ? 1 : 0}`])}
    order by ${raw(IN_ORDER)} limit ${raw(String(MAX_PICKS))}`,
  );

/** Whatever stands in the way of a change: SKU at all, those once listed, those for which somebody must come in person. */
export interface SpuTies {
  skus: number;
  on_sale: number;
  listed: string[];
  interviews: string[];
}
export async function tiesOf(db: Db, code: string): Promise<SpuTies> {
  const found = await row<SpuTies>(
    db,
    q`
    select count(*)::int as skus, count(*) filter (where sku_status = 'on_sale')::int as on_sale,
      coalesce(array_agg(sku_no order by sku_no) filter (where first_listed_at is not null), '{}') as listed,
      coalesce(array_agg(sku_no order by sku_no) filter (where need_interview and sku_status <> 'archived'), '{}') as interviews
    from skus where visa_product_unit_code = ${code}`,
  );
  return found ?? { skus: 0, on_sale: 0, listed: [], interviews: [] };
}

export interface SpuLike {
  visa_product_unit_code: string;
  name: string;
  country_id: string;
  visa_type: number;
  visa_form: string;
  entry_count: string;
  validity: number;
  validity_unit: string;
  stay_max: number;
}
/** Another enabled SPU that is the same, or is called the same; `id` is that of the one compared. */
export const twinsOf = (db: Db, s: SpuLike, id: number): Promise<{ visa_product_unit_code: string; is_same: boolean }[]> =>
  rows(
    db,
    q`
    select visa_product_unit_code, is_same from (
      select visa_product_unit_code, name = ${s.name} as is_named,
        (country_id, visa_type, visa_form, entry_count, validity, validity_unit, stay_max)
          = (${s.country_id}::text, ${s.visa_type}::int, ${s.visa_form}::text, ${s.entry_count}::text, ${s.validity}::int, ${s.validity_unit}::text, ${s.stay_max}::int) as is_same
      from spus where status = 1 and id <> ${id}) t
    where is_same or is_named order by is_same desc limit 2`,
  );

export const codesLike = async (db: Db, prefix: string): Promise<Set<string>> =>
  new Set(
    (
      await rows<{ code: string }>(
        db,
        q`select visa_product_unit_code as code from spus where visa_product_unit_code like ${`${likeText(prefix)}%`}`,
      )
    ).map((s) => s.code),
  );

/** 1 enabled, 0 disabled, undefined where there is none. */
export const countryState = async (db: Db, id: string): Promise<0 | 1 | undefined> =>
  (await row<{ status: 0 | 1 }>(db, q`select status from countries where id = ${id}`))?.status;

export const isCodeTaken = async (db: Db, code: string, id: number): Promise<boolean> =>
  (await row(db, q`select id from spus where visa_product_unit_code = ${code} and id <> ${id}`)) !== undefined;

/** Keys that are no picture everybody may see. */
export async function notPictures(db: Db, keys: readonly string[]): Promise<string[]> {
  const found = await rows<{ key: string }>(
    db,
    q`select key from files where key = any(${[...keys]}::text[]) and not is_private and content_type in ('image/jpeg', 'image/png')`,
  );
  const known = new Set(found.map((f) => f.key));
  return keys.filter((k) => !known.has(k));
}

/** Areas that SKU name by themselves, by id. */
export const coverAreas = async (db: Db, code: string): Promise<Map<number, Area[]>> =>
  new Map(
    (await rows<{ id: number; cover_area: Area[] }>(db, q`select id, cover_area from skus where visa_product_unit_code = ${code}`)).map(
      (s) => [s.id, s.cover_area],
    ),
  );

/** Makes the SKU of an SPU findable by what it is called now; in the order in which everybody takes several of them. */
export async function refreshSkuSearch(db: Db, code: string): Promise<void> {
  const skus = await rows<SkuWords & { id: number }>(
    db,
    q`
    select k.id, k.sku_no, k.name, u.name as spu_name, u.keywords, c.name_zh as country_name, c.pinyin as country_pinyin
    from skus k join spus u on u.visa_product_unit_code = k.visa_product_unit_code join countries c on c.id = k.country_id
    where k.visa_product_unit_code = ${code} order by k.id`,
  );
  for (const s of skus) {
    const texts = skuTexts(s);
    await rows(db, q`update skus set search = ${gramsOf(texts)}::text[], search_text = ${searchText(texts)} where id = ${s.id}`);
  }
}
