/** What countries and their official fees ask of product and order. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { countryApi } from "@visadesk/contract/base-data/country.ts";
import type { officialFeeApi } from "@visadesk/contract/base-data/official-fee.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";

export interface FeeChangeAsk {
  /** Rows of official fees the prices may point at now. */
  former: readonly number[];
  fee: { id: number; currency: string; adult: number; child: number | null };
  /** From when the fee counts, and never before now. */
  at: Date;
  /** CNY per unit; null: each product's own, as it was frozen last. */
  rate: string | null;
  keep: "service" | "price";
}
export type FeeChange = Output<typeof officialFeeApi.official_fee_affected_query>["list"][number];
export interface FeeAdjustAsk extends FeeChangeAsk {
  sku_ids: readonly number[];
  /** How many products the caller saw. */
  expected_count: number;
  /** Read by the reviewer. */
  reason: string;
}
export type FeeAdjustResult = Output<typeof officialFeeApi.official_fee_adjust>;

export interface ProductOfCountry {
  /** Products of the former fee rows, those without an open request first, and how many there are. */
  feeChanges(ctx: Ctx, ask: FeeChangeAsk): Promise<{ total: number; list: FeeChange[] }>;
  /** One price request per chosen product, all in one batch. */
  feeAdjust(ctx: Ctx, ask: FeeAdjustAsk): Promise<FeeAdjustResult>;
  /** Newest rate per currency at which a price was frozen. */
  lastRates(db: Db, currencies: readonly string[]): Promise<Map<string, string>>;
  productsOnSale(ctx: Ctx, country_id: string): Promise<Output<typeof countryApi.country_sheet_get>["products"]>;
}

export interface CountryImpactAsk {
  country_id: string;
  passport_months: number;
  is_short?: boolean | undefined;
}
export interface OrderOfCountry {
  /** How many people of a country are not submitted yet, and whose passport would be too short. */
  countryImpact(ctx: Ctx, ask: CountryImpactAsk): Promise<Output<typeof countryApi.country_impact_get>>;
  /** The people themselves, of orders the caller may see. */
  countryImpactList(ctx: Ctx, ask: CountryImpactAsk): ListDef;
}
