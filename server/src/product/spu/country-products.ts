import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { countryApi } from "@visadesk/contract/base-data/country.ts";
import type { Ctx } from "#kit/call/context.ts";
import { skuRows } from "../sku/sku-list.sql.ts";

type OnSale = Output<typeof countryApi.country_sheet_get>["products"][number];
const MAX = 100;

/** What is on sale for a country, in the catalogue's order. */
export async function productsOnSale(ctx: Pick<Ctx, "db" | "now">, country_id: string): Promise<OnSale[]> {
  const found = await skuRows(ctx.db, { country_id: [country_id], sku_status: ["on_sale"] }, ctx.now, MAX);
  return found.map(({ id, sku_no, name, district_name, retail_adult, work_days_min, work_days_max, sale_blocks }) => ({
    id,
    sku_no,
    name,
    district_name,
    retail_adult,
    work_days_min,
    work_days_max,
    sale_blocks,
  }));
}
