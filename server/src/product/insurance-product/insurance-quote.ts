/** What insurance costs one person for one journey: by the days of it, both ends counted, and his age on the day of leaving. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import { agesText, areaText, daysText, insuredDays, isWithin } from "@visadesk/contract/product/price/insurance.rules.ts";
import type { Db } from "#kit/db/db.ts";
import { badInput, found } from "#kit/http/refuse.ts";
import { productView, ratesAt, type Plan, type Rate } from "./insurance-product.sql.ts";
import { ageOn } from "../price/person.rules.ts";

export interface InsuranceTrip {
  /** YYYY-MM-DD. */
  departure: string;
  return_date: string;
  birth_date: string;
}
export type InsuranceQuote = Output<typeof insuranceProductApi.insurance_product_quote>;
const HOUR_MS = 3_600_000;

function priceOf(plan: Plan, rates: readonly Rate[], days: number, age: number): InsuranceQuote["prices"][number] {
  const { key, name, medical_currency, medical_cover, sum_insured } = plan;
  const rate = rates.find((r) => r.plan_key === key && isWithin(r, days, age));
  const fault =
    days < plan.day_from || days > plan.day_to
      ? `可投保 ${daysText(plan)} 天`
      : age < plan.age_from || age > plan.age_to
        ? `可投保 ${agesText(plan)} 岁`
        : rate
          ? null
          : "没有这一天数和年龄的费率";
  const { premium, cost } = (fault === null && rate) || { premium: null, cost: null };
  return {
    plan_key: key,
    plan_name: name,
    medical_currency,
    medical_cover,
    sum_insured,
    premium,
    cost,
    band: rate ? areaText(rate) : null,
    fault,
  };
}

/** Door: plan prices of one product at an instant, costs included; the caller decides who may see them. */
export async function insuranceQuote(db: Db, productId: number, trip: InsuranceTrip, at: Date): Promise<InsuranceQuote> {
  const product = found(await productView(db, productId, at), "保险产品不存在");
  const days = insuredDays(trip.departure, trip.return_date);
  if (days < 1) throw badInput({ path: "return_date", message: "返回日期不能早于出发日期" });
  if (trip.birth_date > trip.departure) throw badInput({ path: "birth_date", message: "出生日期不能晚于出发日期" });
  const age = ageOn(trip.birth_date, trip.departure);
  const rates = await ratesAt(db, productId, at);
  const until = new Date(Date.parse(`${trip.departure}T00:00:00+08:00`) - product.min_lead_hours * HOUR_MS);
  return {
    days,
    age,
    buy_until: until.toISOString(),
    is_late: at > until,
    prices: product.plans.map((plan) => priceOf(plan, rates, days, age)),
  };
}
