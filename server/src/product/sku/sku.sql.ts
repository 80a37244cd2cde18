import type { ProtectionTerms, UrgentTier } from "@visadesk/contract/product/snapshot.ts";
import type { Db } from "#kit/db/db.ts";
import { hot, q, row, rows, type Sql } from "#kit/db/sql.ts";
import type { PriceRow } from "../price/price.rules.ts";
import { supplierCost } from "../../supplier/index.ts";
import { amountsAt, overrideAt } from "../refuse-no-worry-product/refuse-no-worry-product.sql.ts";

/** Prices of a product, those that begin last first; `sku` is an id or a column of the query it stands in. */
export const pricesOf = (sku: Sql): Sql =>
  q`select id, price_kind, ref_id, adult, child, effective_from, effective_to from sku_prices where sku_id = ${sku} order by effective_from desc, id desc`;
export const priceRows = (db: Db, skuId: number): Promise<PriceRow[]> => rows<PriceRow>(db, pricesOf(q`${skuId}`));

export const skuForQuote = (
  db: Db,
  skuId: number,
): Promise<{ child_age: number; country_id: string; urgent_tiers: UrgentTier[] } | undefined> =>
  row(db, q`select child_age, country_id, urgent_tiers from skus where id = ${skuId}`);

/** What an explanation of prices needs of the product. */
export const skuFacts = (db: Db, skuId: number): Promise<{ child_age: number; urgent_tiers: UrgentTier[]; ends: string[] } | undefined> =>
  row(db, q`select child_age, urgent_tiers, ends from skus where id = ${skuId}`);

/** Protections on sale with an SKU, cheapest first, with the amounts of an instant. */
export const protectionsOf = (db: Db, skuId: number, at: Date): Promise<(ProtectionTerms & { price_override: number | null })[]> =>
  rows(
    db,
    hot(q`
    select n.id, n.name, n.scope, n.rate, n.cap, ${amountsAt(q`${at}::timestamptz`)}, n.exclusions, n.buy_until, n.proof_days, n.appeal_times, n.proofs, n.clause, ${overrideAt(q`${at}::timestamptz`)} as price_override
    from refuse_no_worry_links l join refuse_no_worry_products n on n.id = l.product_id
    where l.sku_id = ${skuId} and n.product_status = 'on_sale' order by coalesce(${overrideAt(q`${at}::timestamptz`)}, n.price), n.id`),
  );

/** Why `k` cannot be ordered, as text[]; its SPU is `u`, its country `c`. States other than on_sale are not a block of the list. */
export const blocksOf = (at: Date): Sql => q`
  array_remove(array[
    case when u.status = 0 then 'SPU已停用' end,
    case when c.status = 0 then '国家已停用' end,
    case when not exists (${supplierCost(at)}) then '无有效供应商报价' end,
    case when exists (select from refund_policies r where r.id = k.refund_policy_id and r.status = 0) then '退款政策已停用' end,
    case when exists (select from mail_centres r where r.id = k.mail_centre_id and r.status = 0) then '收件中心已停用' end
  ], null) || array(
    select distinct '资料「' || d.name || '」已停用' from sku_documents x join documents d on d.id = x.document_id where x.sku_id = k.id and d.status = 0)`;

export const skuBlocks = (
  db: Db,
  skuId: number,
  at: Date,
): Promise<{ sku_status: "draft" | "on_sale" | "off_sale" | "archived"; blocks: string[] } | undefined> =>
  row(
    db,
    q`
    select k.sku_status, ${blocksOf(at)} as blocks
    from skus k join spus u on u.visa_product_unit_code = k.visa_product_unit_code join countries c on c.id = k.country_id where k.id = ${skuId}`,
  );
