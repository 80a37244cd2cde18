/** Products as an activity weighs them, and the rows it keeps of them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";
import type { Db } from "#kit/db/db.ts";
import { likeOf, searchTokens } from "#kit/grams.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import { pricedSkus } from "../price-adjustment/price-adjustment.sql.ts";
import { amountOf } from "../price-adjustment/price-adjustment.rules.ts";
import { costOf, feesOf, rowAmount, type ItemFacts } from "./special-price-activity.rules.ts";
import { skuFrom } from "../sku/sku-list.sql.ts";

type Api = typeof specialPriceActivityApi;
export type SpecialSku = Output<Api["special_price_activity_sku_query"]>["list"][number];
type Filter = Parsed<Api["special_price_activity_sku_query"]>;
type Names = Pick<SpecialSku, "sku_id" | "sku_no" | "name" | "country_name" | "flag_emoji" | "ends">;

/** What is on sale; products named by id whatever their state, but never from the archive. */
export const specialSkuList = (f: Filter): ListDef => ({
  from: skuFrom,
  where: and([
    f.sku_ids ? q`k.id = any(${f.sku_ids}::int8[]) and k.sku_status <> 'archived'` : q`k.sku_status = 'on_sale'`,
    f.keyword && q`k.search @> ${searchTokens(f.keyword)}::text[] and k.search_text like ${likeOf(f.keyword)}`,
    f.country_id && q`k.country_id = any(${f.country_id}::text[])`,
    f.visa_type && q`u.visa_type = any(${f.visa_type}::int[])`,
    f.visa_form && q`u.visa_form = any(${f.visa_form}::text[])`,
    f.end && q`k.ends && ${f.end === "peer" ? ["peer", "api"] : ["customer"]}::text[]`,
  ]),
  id: "k.id",
  select: q`k.id as sku_id`,
  sorts: { sku_no: { by: "k.sku_no", order: "asc" }, name: { by: "k.name", order: "asc" } },
  sort: "sku_no",
});

/** Products by number at the prices of an instant; cost only where it may be seen, absent otherwise. */
export async function specialSkus(db: Db, ids: readonly number[], at: Date, seesCost: boolean): Promise<Map<number, SpecialSku>> {
  const names = await rows<Names>(
    db,
    q`
    select k.id as sku_id, k.sku_no, k.name, c.name_zh as country_name, c.flag_emoji, k.ends from skus k join countries c on c.id = k.country_id
    where k.id = any(${[...ids]}::int8[])`,
  );
  const named = new Map(names.map((n) => [n.sku_id, n]));
  const weighed = (await pricedSkus(db, ids, at)).flatMap((sku): [number, SpecialSku][] => {
    const own = named.get(sku.id);
    if (!own) return [];
    const costs = seesCost ? { cost_adult: costOf(sku, "adult"), cost_child: costOf(sku, "child") } : null;
    return [
      [
        sku.id,
        {
          ...own,
          sku_status: sku.sku_status,
          child_age: sku.child_age,
          retail_adult: rowAmount(sku, "retail", "adult"),
          retail_child: sku.child_age > 0 ? rowAmount(sku, "retail", "child") : null,
          levels: sku.rows
            .filter((r) => r.price_kind === "level")
            .map((r) => ({ ref_id: r.ref_id, adult: amountOf(r, "adult"), child: amountOf(r, "child") })),
          fee_adult: feesOf(sku, "adult"),
          fee_child: feesOf(sku, "child"),
          ...(costs && costs.cost_adult !== null && { cost_adult: costs.cost_adult }),
          ...(costs && costs.cost_child !== null && { cost_child: costs.cost_child }),
          ...(seesCost && { margin_floor: sku.margin_floor }),
        },
      ],
    ];
  });
  return new Map(weighed);
}

/** Writes an activity's items: others go, known ones keep what they sold. Who changes a price is answerable for it. */
export async function saveItems(db: Db, activityId: number, items: readonly ItemFacts[], by: number): Promise<void> {
  await rows(
    db,
    q`delete from special_price_items where activity_id = ${activityId} and sku_id <> all(${items.map((i) => i.sku_id)}::int8[])`,
  );
  await rows(
    db,
    q`
    insert into special_price_items as i (activity_id, sku_id, adult, child, per_order, per_buyer, total_limit, priced_by)
    select ${activityId}, x.sku_id, x.adult, x.child, x.per_order, x.per_buyer, x.total_limit, ${by}::int8
    from json_to_recordset(${JSON.stringify(items)}::json) as x(sku_id int8, adult int8, child int8, per_order int4, per_buyer int4, total_limit int4)
    order by x.sku_id
    on conflict (activity_id, sku_id) do update set adult = excluded.adult, child = excluded.child, per_order = excluded.per_order, per_buyer = excluded.per_buyer,
      total_limit = excluded.total_limit,
      priced_by = case when (i.adult, i.child) is distinct from (excluded.adult, excluded.child) then excluded.priced_by else i.priced_by end`,
  );
}
