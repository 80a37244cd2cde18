/** What a product has costs for, and what it is sold at: beside a cost that is typed. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierPriceApi } from "@visadesk/contract/supplier/supplier-price.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";

type PricedSku = Output<typeof supplierPriceApi.supplier_price_query>["sku"];
interface Sale {
  price_kind: "retail" | "level" | "embassy_fee" | "centre_fee";
  ref_id: string;
  adult: number;
  child: number | null;
}

async function saleOf(db: Db, skuId: number, at: Date): Promise<NonNullable<PricedSku["sale"]>> {
  const prices = await rows<Sale>(
    db,
    q`
    select p.price_kind, p.ref_id, p.adult, p.child from sku_prices p
    where p.sku_id = ${skuId} and p.price_kind in ('retail', 'level', 'embassy_fee', 'centre_fee')
      and p.effective_from <= ${at} and (p.effective_to is null or p.effective_to > ${at})
    order by p.price_kind = 'level', p.ref_id`,
  );
  const fee = (kind: Sale["price_kind"]): number => prices.find((p) => p.price_kind === kind)?.adult ?? 0;
  return {
    levels: prices.flatMap(({ price_kind, ref_id, adult, child }) =>
      price_kind === "retail" || price_kind === "level"
        ? [{ name: price_kind === "retail" ? "门市价" : `等级价 ${ref_id}`, adult, child }]
        : [],
    ),
    embassy_fee: fee("embassy_fee"),
    centre_fee: fee("centre_fee"),
  };
}

export async function pricedSku(db: Db, skuId: number, at: Date, seesMargin: boolean): Promise<PricedSku> {
  const sku = await row<{ has_child: boolean; urgent_tiers: { tier_code: string; name: string }[] }>(
    db,
    q`select k.child_age > 0 as has_child, k.urgent_tiers from skus k where k.id = ${skuId}`,
  );
  const tiers = (sku?.urgent_tiers ?? []).map(({ tier_code, name }) => ({ tier_code, name }));
  return { has_child: sku?.has_child ?? false, tiers, ...(seesMargin && { sale: await saleOf(db, skuId, at) }) };
}
