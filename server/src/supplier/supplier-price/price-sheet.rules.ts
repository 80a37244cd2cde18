/** A supplier's own sheet: money as he types it, blank cells stay as they are. Pure. */
import { currencyDigits, parseFee } from "@visadesk/contract/base-data/official-fee.rules.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierPriceApi } from "@visadesk/contract/supplier/supplier-price.ts";
import { refuse } from "#kit/http/refuse.ts";
import type { PriceFacts } from "../supplier-change/supplier-change.rules.ts";

export type SheetRow = Parsed<typeof supplierPriceApi.supplier_price_import>["rows"][number];
type Sku = { child_age: number; urgent_tiers: readonly { tier_code: string }[] };

/** An amount of a cell; a bare sign of the currency before it is no fault. */
function amountOf(text: string, label: string, currency: string): number {
  const digits = currencyDigits(currency);
  const cents = parseFee(text.replace(/^(¥|￥)\s*/, ""), currency);
  return cents ?? refuse("bad_input", `${label}“${text}”应为金额${digits === 0 ? "，不带小数" : `，最多${digits}位小数`}`);
}
/** `200` where the product has one tier, else `U1:200 U2:350`. */
function urgentOf(text: string, facts: PriceFacts, sku: Sku): Record<string, number> {
  if (!text.includes(":") && !text.includes("：")) {
    const [only, ...more] = sku.urgent_tiers;
    if (!only || more.length > 0) refuse("bad_input", only ? "有多个加急档，请写成 U1:200 U2:350" : "商品没有加急档，请将加急留空");
    return { [only.tier_code]: amountOf(text, "加急", facts.currency) };
  }
  const pairs = text.split(/[\s,，;；、]+/).filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const [code = "", amount = ""] = pair.split(/[:：]/);
      return [code.trim(), amountOf(amount.trim(), "加急", facts.currency)];
    }),
  );
}

const NOTHING: PriceFacts = {
  adult: 0,
  child: null,
  urgent: {},
  embassy_included: false,
  centre_included: false,
  embassy_fee: 0,
  currency: "CNY",
};
/** The cost that a row asks for, beside the one that holds. A fee of 0 is one that the price does not hold. */
export function factsOfRow(row: SheetRow, before: PriceFacts | null, sku: Sku): PriceFacts {
  const base = before ?? NOTHING;
  if (row.adult === "") refuse("bad_input", "请填写成人价");
  const embassy_fee = row.embassy_fee === "" ? base.embassy_fee : amountOf(row.embassy_fee, "使馆费", base.currency);
  return {
    ...base,
    adult: amountOf(row.adult, "成人价", base.currency),
    child: row.child === "" ? base.child : amountOf(row.child, "儿童价", base.currency),
    urgent: row.urgent === "" ? base.urgent : urgentOf(row.urgent, base, sku),
    embassy_fee,
    embassy_included: row.embassy_fee === "" ? base.embassy_included : embassy_fee > 0,
  };
}
