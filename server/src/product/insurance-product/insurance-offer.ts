/** Insurance bought with an order: the plan that was chosen, judged and priced for each person of the journey. */
import { insuranceFits } from "@visadesk/contract/product/price/insurance.rules.ts";
import type { Db } from "#kit/db/db.ts";
import { badInput, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { insuranceQuote } from "./insurance-quote.ts";
import { countriesOf, productView } from "./insurance-product.sql.ts";

export interface InsuranceChoice {
  product_id: number;
  plan_key: string;
}
/** What an order keeps of it beside its fee lines. */
export interface InsuranceSold {
  id: number;
  name: string;
  plan_key: string;
  plan_name: string;
  start_on: string;
  end_on: string;
}
export interface InsuranceAsk {
  country_id: string;
  choice: InsuranceChoice;
  travel_date: string | null;
  return_date: string | null;
  /** Who is insured, in the caller's order. */
  people: readonly { birth_date?: string | null | undefined; path: string }[];
}
export interface InsuranceOffer {
  sold: InsuranceSold;
  premiums: number[];
  /** What the insurer gets for all of them; null: somebody's cost is not filled in. */
  cost: number | null;
}

/** Refuses what cannot be bought now, with the reason, at the caller's field. */
export async function insuranceOffer(db: Db, ask: InsuranceAsk, at: Date): Promise<InsuranceOffer> {
  const { choice, travel_date: departure, return_date } = ask;
  if (!departure) throw badInput({ path: "travel_date", message: "购买保险请填写出行日期" });
  if (!return_date) throw badInput({ path: "return_date", message: "购买保险请填写回国日期" });
  const product = await productView(db, choice.product_id, at);
  const plan = product?.plans.find((p) => p.key === choice.plan_key);
  if (!product || !plan || product.product_status !== "on_sale") refuse("guard_failed", "所选保险不在售，请重新选择");
  const [country] = await countriesOf(db, [ask.country_id]);
  const fault = country ? insuranceFits(country, product) : null;
  if (fault !== null) refuse("guard_failed", fault);
  const premiums: number[] = [];
  let cost: number | null = 0;
  for (const p of ask.people) {
    if (!p.birth_date) throw badInput({ path: p.path, message: "购买保险请填写出生日期" });
    if (p.birth_date > departure) throw badInput({ path: p.path, message: "出生日期不能晚于出行日期" });
    const quoted = await insuranceQuote(db, choice.product_id, { departure, return_date, birth_date: p.birth_date }, at);
    refuseUnless(!quoted.is_late, "too_late", `「${product.name}」须在出行前 ${product.min_lead_hours} 小时投保`);
    const price = quoted.prices.find((x) => x.plan_key === choice.plan_key);
    if (!price || price.premium === null) refuse("guard_failed", `「${product.name}·${plan.name}」：${price?.fault ?? "没有费率"}`);
    premiums.push(price.premium);
    cost = cost === null || (price.cost ?? null) === null ? null : cost + (price.cost ?? 0);
  }
  const sold = { id: product.id, name: product.name, plan_key: plan.key, plan_name: plan.name, start_on: departure, end_on: return_date };
  return { sold, premiums, cost };
}

/** Door: the terms of a plan and what the insurer gets for a person, as of the instant it was sold. */
export async function insuranceTerms(
  db: Db,
  choice: InsuranceChoice,
  trip: { departure: string; return_date: string; birth_date: string },
  at: Date,
): Promise<{ insurer_id: number; product_name: string; plan_name: string; cost: number | null; terms: object } | null> {
  const product = await productView(db, choice.product_id, at);
  const plan = product?.plans.find((p) => p.key === choice.plan_key);
  if (!product || !plan) return null;
  const quoted = await insuranceQuote(db, choice.product_id, trip, at);
  const { medical_currency, medical_cover, sum_insured, name } = plan;
  return {
    insurer_id: product.supplier_id,
    product_name: product.name,
    plan_name: name,
    cost: quoted.prices.find((p) => p.plan_key === choice.plan_key)?.cost ?? null,
    terms: { surrender: product.surrender, region: product.region, medical_currency, medical_cover, sum_insured },
  };
}
