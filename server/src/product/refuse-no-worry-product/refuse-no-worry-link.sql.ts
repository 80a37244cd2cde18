/** Products that offer a refusal protection. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { refuseNoWorryLinkApi } from "@visadesk/contract/product/price/refuse-no-worry-link.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, raw, rows } from "#kit/db/sql.ts";
import type { ProtectionDoors } from "../doors.ts";
import { overrideAt } from "./refuse-no-worry-product.sql.ts";
import { skuFrom, skuWhere, type SkuFilter } from "../sku/sku-list.sql.ts";

/** Before the price of the product is calculated. */
export type LinkFound = Omit<Output<typeof refuseNoWorryLinkApi.refuse_no_worry_link_query>["list"][number], "price">;

export interface LinkFilter {
  product_id: number;
  keyword?: string | undefined;
  country_id?: string[] | undefined;
  sku_status?: LinkFound["sku_status"][] | undefined;
  has_override?: boolean | undefined;
}
export const linkList = (f: LinkFilter, doors: ProtectionDoors, at: Date): ListDef => ({
  from: q`refuse_no_worry_links l join skus k on k.id = l.sku_id join countries c on c.id = k.country_id
    left join (select x.sku_id, sum(x.sold)::int as sold, sum(x.paid)::int8 as paid from (${doors.protectionSales}) x
      where x.product_id = ${f.product_id} group by x.sku_id) s on s.sku_id = l.sku_id`,
  where: and([
    q`l.product_id = ${f.product_id}`,
    skuWhere({ keyword: f.keyword, country_id: f.country_id, sku_status: f.sku_status }),
    f.has_override !== undefined && q`(${overrideAt(q`${at}::timestamptz`)} is not null) = ${f.has_override}`,
  ]),
  id: "l.id",
  select: q`
    l.id, k.sku_no, k.id as sku_id, k.name as sku_name, k.country_id, c.name_zh as country_name, c.flag_emoji, k.sku_status,
    (select p.adult from sku_prices p where p.sku_id = k.id and p.price_kind = 'retail' and p.effective_from <= ${at} and (p.effective_to is null or p.effective_to > ${at}) limit 1) as retail_adult,
    round(st.refused_30 * 100.0 / nullif(st.issued_30 + st.refused_30, 0), 1)::float8 as refuse_rate, coalesce(st.issued_30 + st.refused_30, 0) as results_30,
    ${overrideAt(q`${at}::timestamptz`)} as price_override, coalesce(s.sold, 0) as sold, coalesce(s.paid, 0) as paid`,
  joins: raw("left join sku_stats st on st.sku_id = k.id"),
  sorts: { sku_no: { by: "k.sku_no", order: "asc" }, sold: { by: "coalesce(s.sold, 0)", order: "desc" } },
  sort: "sku_no",
});

export interface Candidate {
  id: number;
  sku_no: string;
  name: string;
  is_linked: boolean;
}
export type CandidateFilter = Pick<SkuFilter, "country_id" | "visa_type" | "visa_form" | "keyword"> & { sku_id?: number[] | undefined };

/** Products of a filter, archived ones left out, and whether they offer it already. */
export const linkCandidates = (db: Db, productId: number, { sku_id, ...f }: CandidateFilter): Promise<Candidate[]> =>
  rows<Candidate>(
    db,
    q`select k.id, k.sku_no, k.name, exists (select from refuse_no_worry_links l where l.product_id = ${productId} and l.sku_id = k.id) as is_linked
      from ${skuFrom} where ${and([skuWhere(f), q`k.sku_status <> 'archived'`, sku_id && q`k.id = any(${sku_id}::int8[])`])} order by k.sort, k.id`,
  );

export interface LinkRow {
  id: number;
  sku_id: number;
  sku_no: string;
  price_override: number | null;
}
/** Links with their own price at an instant. */
export const linksById = (db: Db, productId: number, ids: readonly number[], at: Date): Promise<LinkRow[]> =>
  rows<LinkRow>(
    db,
    q`select l.id, l.sku_id, k.sku_no, ${overrideAt(q`${at}::timestamptz`)} as price_override from refuse_no_worry_links l join skus k on k.id = l.sku_id
      where l.product_id = ${productId} and l.id = any(${[...ids]}::int8[]) order by k.sku_no`,
  );

/** The same by number of the product. */
export const linksByNo = (db: Db, productId: number, nos: readonly string[], at: Date): Promise<LinkRow[]> =>
  rows<LinkRow>(
    db,
    q`select l.id, l.sku_id, k.sku_no, ${overrideAt(q`${at}::timestamptz`)} as price_override from refuse_no_worry_links l join skus k on k.id = l.sku_id
      where l.product_id = ${productId} and k.sku_no = any(${[...nos]}::text[])`,
  );

/** Products whose own price changes later, by a request that was passed. */
export const arrangedOverrides = (
  db: Db,
  productId: number,
  skuIds: readonly number[],
  now: Date,
): Promise<{ sku_no: string; adjust_no: string }[]> =>
  rows(
    db,
    q`select k.sku_no, a.adjust_no from refuse_no_worry_prices r join skus k on k.id = r.sku_id join price_adjustments a on a.id = r.adjustment_id
      where r.product_id = ${productId} and r.sku_id = any(${[...skuIds]}::int8[]) and r.effective_from > ${now} order by k.sku_no`,
  );
