/** Insurance products with their plans, the rates in force and the goods that recommend them. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import type { InsuredCountry, RateCell } from "@visadesk/contract/product/price/insurance.rules.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { policyCounts } from "./insurance-ports.ts";
import { insuranceProductNoun } from "./insurance-product.noun.ts";

type Api = typeof insuranceProductApi;
export type ProductRow = Output<Api["insurance_product_add"]>;
export type LinkedSku = Output<Api["insurance_product_get"]>["skus"][number];
export type Plan = ProductRow["plans"][number];
export interface Rate extends RateCell {
  premium: number;
  /** Null while nobody has filled it. */
  cost: number | null;
}

/** Rates of a draft have no time and count at once. */
export const rateHolds = (r: string, at: Date): Sql =>
  q`(${raw(r)}.effective_from is null or (${raw(r)}.effective_from <= ${at} and (${raw(r)}.effective_to is null or ${raw(r)}.effective_to > ${at})))`;

const lowest = (column: "premium" | "cost", at: Date): Sql =>
  q`(select min(r.${raw(column)}) from insurance_rates r where r.product_id = i.id and ${rateHolds("r", at)})`;

const MONTH_MS = 30 * 86_400_000;
const sold = (column: "policies_30" | "claims", at: Date): Sql =>
  q`coalesce((select x.${raw(column)} from ${policyCounts(new Date(at.getTime() - MONTH_MS))} x where x.product_id = i.id), 0)`;

const columns = (at: Date): Sql => q`
  ${shown(insuranceProductNoun, "i")}, s.short_name as supplier_name, jsonb_array_length(i.plans) as plan_count,
  ${lowest("premium", at)} as premium_from, ${lowest("cost", at)} as cost_from,
  (select count(*)::int from skus k where k.insurance_product_ids @> array[i.id] and k.insurance_product_ids <> '{}' and k.sku_status <> 'archived') as sku_count,
  ${sold("policies_30", at)} as policies_30, ${sold("claims", at)} as claims`;
const JOINS = raw("join suppliers s on s.id = i.supplier_id");

export interface ProductFilter {
  keyword?: string | undefined;
  supplier_id?: readonly number[] | undefined;
  region?: readonly string[] | undefined;
  country_id?: readonly string[] | undefined;
  product_status?: readonly string[] | undefined;
}
const like = (keyword: string): string => `%${likeText(keyword)}%`;
/** Products that cover one of the countries: by name, or the whole of a region that holds it. */
const covers = (ids: readonly string[]): Sql => q`
  exists (select from countries c where c.id = any(${[...ids]}::text[]) and (cardinality(i.country_ids) = 0 or c.id = any(i.country_ids))
    and (i.region = 'world' or (i.region = 'schengen' and c.is_schengen) or (i.region = 'asia' and c.continent = '亚洲')))`;

export const productList = (input: ProductFilter, at: Date): ListDef => ({
  from: q`insurance_products i`,
  where: and([
    input.keyword && q`(i.name ilike ${like(input.keyword)} or i.code ilike ${like(input.keyword)})`,
    input.supplier_id && q`i.supplier_id = any(${[...input.supplier_id]}::int8[])`,
    input.region && q`i.region = any(${[...input.region]}::text[])`,
    input.country_id && covers(input.country_id),
    input.product_status && q`i.product_status = any(${[...input.product_status]}::text[])`,
  ]),
  id: "i.id",
  select: columns(at),
  joins: JOINS,
  sorts: { name: { by: "i.name", order: "asc" }, code: { by: "i.code", order: "asc" }, updated_at: { by: "i.updated_at", order: "desc" } },
  sort: "updated_at",
});

export const productView = (db: Db, id: number, at: Date): Promise<ProductRow | undefined> =>
  row<ProductRow>(db, q`select ${columns(at)} from insurance_products i ${JOINS} where i.id = ${id}`);

export interface ProductHead {
  id: number;
  name: string;
  code: string;
  product_status: ProductRow["product_status"];
  first_listed_at: string | null;
  rate_editors: number[];
  version: number;
}
const HEAD = raw("select id, name, code, product_status, first_listed_at, rate_editors, version from insurance_products");
export const productHead = (db: Db, id: number): Promise<ProductHead | undefined> => row<ProductHead>(db, q`${HEAD} where id = ${id}`);
/** Its rates and its listing wait for this lock. */
export const lockProduct = (db: Db, id: number): Promise<ProductHead | undefined> =>
  row<ProductHead>(db, q`${HEAD} where id = ${id} for update`);

/** What goods newly name stays as it is until they are saved. */
export const holdProducts = (db: Db, ids: readonly number[]): Promise<unknown> =>
  rows(db, q`select id from insurance_products where id = any(${[...ids]}::int8[]) order by id for share`);

export const isTaken = async (db: Db, column: "name" | "code", value: string, except: number | null): Promise<boolean> =>
  (await row(db, q`select id from insurance_products where ${raw(column)} = ${value} and id is distinct from ${except}::int8`)) !==
  undefined;

/** Rates that hold at an instant, plan by plan. */
export const ratesAt = (db: Db, id: number, at: Date): Promise<Rate[]> =>
  rows<Rate>(
    db,
    q`
    select r.plan_key, r.day_from, r.day_to, r.age_from, r.age_to, r.premium, r.cost from insurance_rates r
    where r.product_id = ${id} and ${rateHolds("r", at)} order by r.plan_key, r.day_from, r.age_from, r.day_to, r.age_to`,
  );

/** What a draft's rates are from now on. */
export async function replaceDraftRates(db: Db, id: number, rates: readonly Rate[]): Promise<void> {
  await rows(db, q`delete from insurance_rates where product_id = ${id} and effective_from is null`);
  if (rates.length === 0) return;
  await rows(
    db,
    q`
    insert into insurance_rates (product_id, plan_key, day_from, day_to, age_from, age_to, premium, cost)
    select ${id}, r.* from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb)
      as r(plan_key text, day_from int, day_to int, age_from int, age_to int, premium int8, cost int8)`,
  );
}

export const startRates = (db: Db, id: number, at: Date): Promise<unknown> =>
  rows(db, q`update insurance_rates set effective_from = ${at} where product_id = ${id} and effective_from is null`);

/** Goods that recommend a product, archived ones left out. */
export const linkedSkus = (db: Db, id: number): Promise<LinkedSku[]> =>
  rows<LinkedSku>(
    db,
    q`
    select k.id, k.sku_no, k.name, c.name_zh as country_name, c.flag_emoji, k.sku_status, k.insurance_required
    from skus k join countries c on c.id = k.country_id
    where k.insurance_product_ids @> array[${id}::int8] and k.insurance_product_ids <> '{}' and k.sku_status <> 'archived' order by k.sku_no`,
  );

/** Countries of the goods that recommend a product, archived ones too: they may come back. */
export const linkedCountries = (db: Db, id: number): Promise<(InsuredCountry & { sku_no: string })[]> =>
  rows(
    db,
    q`
    select c.id, c.name_zh, c.continent, c.is_schengen, min(k.sku_no) as sku_no from skus k join countries c on c.id = k.country_id
    where k.insurance_product_ids @> array[${id}::int8] and k.insurance_product_ids <> '{}' group by c.id, c.name_zh, c.continent, c.is_schengen order by c.id`,
  );

export const countriesOf = (db: Db, ids: readonly string[]): Promise<InsuredCountry[]> =>
  rows(db, q`select id, name_zh, continent, is_schengen from countries where id = any(${[...ids]}::text[]) order by id`);

export interface Insurer {
  id: number;
  name: string;
  short_name: string;
  supplier_status: string;
}
export const insurerOf = (db: Db, id: number): Promise<Insurer | undefined> =>
  row(db, q`select id, name, short_name, supplier_status from suppliers where id = ${id} and kind = 'insurer'`);

export const insurers = (db: Db, keyword: string): Promise<Pick<Insurer, "id" | "name" | "short_name">[]> =>
  rows(
    db,
    q`
    select id, name, short_name from suppliers
    where kind = 'insurer' and supplier_status = 'active' and (name ilike ${like(keyword)} or short_name ilike ${like(keyword)}) order by short_name limit 100`,
  );

export const isStoredPdf = async (db: Db, key: string): Promise<boolean> =>
  (await row(db, q`select id from files where key = ${key} and content_type = 'application/pdf' and not is_private`)) !== undefined;

type Picked = Omit<Output<Api["insurance_product_pick"]>["list"][number], "fault"> & { country_ids: string[] };
/** On sale, or exactly the ones asked for. */
export const productPicks = (
  db: Db,
  ask: { keyword?: string | undefined; ids?: readonly number[] | undefined },
  at: Date,
): Promise<Picked[]> =>
  rows<Picked>(
    db,
    q`
    select i.id, i.name, i.code, s.short_name as supplier_name, i.region, i.country_ids, i.plans, ${lowest("premium", at)} as premium_from, i.product_status
    from insurance_products i ${JOINS}
    where ${and([
      ask.ids ? q`i.id = any(${[...ask.ids]}::int8[])` : q`i.product_status = 'on_sale'`,
      ask.keyword && q`(i.name ilike ${like(ask.keyword)} or i.code ilike ${like(ask.keyword)})`,
    ])} order by i.name limit 100`,
  );
