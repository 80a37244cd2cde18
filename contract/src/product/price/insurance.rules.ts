/**
 * What an insurance product covers and how its rates lie in the plane of days × ages. Pure: the form draws its holes
 * with it, the server refuses a listing with it, the SKU editor judges with it what may be recommended. No zod.
 */
import { yuan } from "../../kit/format.ts";

export const MEDICAL_CURRENCIES = { EUR: "欧元", CNY: "人民币", USD: "美元" } as const;
export type MedicalCurrency = keyof typeof MEDICAL_CURRENCIES;
export const INSURANCE_REGIONS = { schengen: "申根", world: "全球", asia: "亚洲" } as const;
export type InsuranceRegion = keyof typeof INSURANCE_REGIONS;

/** Days and ages at both ends inclusive. */
export interface RateArea {
  day_from: number;
  day_to: number;
  age_from: number;
  age_to: number;
}
/** A rectangle of one plan; of a plan itself the one it can be bought in. */
export interface RateCell extends RateArea {
  plan_key: string;
}
export interface RatedPlan extends RateArea {
  key: string;
  name: string;
}
export interface CoveredPlan {
  name: string;
  medical_currency: MedicalCurrency;
  /** Hundredths of the currency. */
  medical_cover: number;
}

export const DAY_MAX = 365;
export const AGE_MAX = 80;

const span = (from: number, to: number): string => (from === to ? String(from) : `${from}–${to}`);
export const daysText = (a: RateArea): string => span(a.day_from, a.day_to);
export const agesText = (a: RateArea): string => span(a.age_from, a.age_to);
export const areaText = (a: RateArea): string => `${daysText(a)} 天 / ${agesText(a)} 岁`;

/** `basic:8-10:0-70`: how a request to change prices names a rate. */
export const rateRef = (r: RateCell): string => `${r.plan_key}:${r.day_from}-${r.day_to}:${r.age_from}-${r.age_to}`;
const REF = /^([a-z][a-z0-9]{0,11}):(\d{1,3})-(\d{1,3}):(\d{1,3})-(\d{1,3})$/;
export function rateOfRef(ref: string): RateCell | null {
  const [, plan_key, ...numbers] = REF.exec(ref) ?? [];
  const [day_from = 0, day_to = 0, age_from = 0, age_to = 0] = numbers.map(Number);
  return plan_key === undefined ? null : { plan_key, day_from, day_to, age_from, age_to };
}
/** A rate as people call it; a plan nobody knows keeps its key. */
export function rateRefText(plans: readonly Pick<RatedPlan, "key" | "name">[], ref: string): string {
  const cell = rateOfRef(ref);
  return cell ? `${plans.find((p) => p.key === cell.plan_key)?.name ?? cell.plan_key} ${areaText(cell)}` : ref;
}

export const isWithin = (a: RateArea, day: number, age: number): boolean =>
  day >= a.day_from && day <= a.day_to && age >= a.age_from && age <= a.age_to;

export interface RateFault extends RateCell {
  kind: "hole" | "overlap" | "outside";
}

/** Starts of the pieces into which bands cut `from`–`to`. */
const cuts = (from: number, to: number, bands: readonly (readonly [number, number])[]): number[] =>
  [...new Set([from, ...bands.flatMap(([a, b]) => [a, b + 1])])].filter((n) => n >= from && n <= to).sort((a, b) => a - b);

/** Where a plan has no rate, or two: pieces of the plane, neighbouring days of the same ages put together. */
export function rateFaults(plan: RatedPlan, all: readonly RateCell[]): RateFault[] {
  const rates = all.filter((r) => r.plan_key === plan.key);
  const days = cuts(
    plan.day_from,
    plan.day_to,
    rates.map((r) => [r.day_from, r.day_to]),
  );
  const ages = cuts(
    plan.age_from,
    plan.age_to,
    rates.map((r) => [r.age_from, r.age_to]),
  );
  const faults = rates
    .filter((r) => r.day_from < plan.day_from || r.day_to > plan.day_to || r.age_from < plan.age_from || r.age_to > plan.age_to)
    .map(({ plan_key, day_from, day_to, age_from, age_to }): RateFault => ({
      kind: "outside",
      plan_key,
      day_from,
      day_to,
      age_from,
      age_to,
    }));
  for (const [j, age_from] of ages.entries()) {
    let open: RateFault | null = null;
    for (const [i, day_from] of days.entries()) {
      const n = rates.filter((r) => isWithin(r, day_from, age_from)).length;
      const kind = n === 0 ? "hole" : n > 1 ? "overlap" : null;
      const day_to = (days[i + 1] ?? plan.day_to + 1) - 1;
      if (open && kind === open.kind) open.day_to = day_to;
      else if (kind === null) open = null;
      else faults.push((open = { kind, plan_key: plan.key, day_from, day_to, age_from, age_to: (ages[j + 1] ?? plan.age_to + 1) - 1 }));
    }
  }
  return faults;
}

export function rateFaultText(plan: Pick<RatedPlan, "name">, f: RateFault): string {
  if (f.kind === "hole") return `计划「${plan.name}」缺少 ${areaText(f)}的费率`;
  if (f.kind === "overlap") return `计划「${plan.name}」的 ${areaText(f)}有多条费率，请只保留一条`;
  return `计划「${plan.name}」的 ${areaText(f)}超出可投保范围，请删除或放宽范围`;
}

/** Every plan's faults as sentences, in the order of the plans. */
export const tilingFaults = (plans: readonly RatedPlan[], rates: readonly RateCell[]): string[] =>
  plans.flatMap((plan) => rateFaults(plan, rates).map((f) => rateFaultText(plan, f)));

const DAY_MS = 86_400_000;
/** Days of a journey, both the day of leaving and the day of coming back counted; 0 or less when it ends before it begins. */
export const insuredDays = (departure: string, back: string): number =>
  Math.round((Date.parse(`${back}T00:00:00Z`) - Date.parse(`${departure}T00:00:00Z`)) / DAY_MS) + 1;

const SIGNS: Readonly<Record<MedicalCurrency, string>> = { EUR: "€", CNY: "¥", USD: "$" };
/** €30,000: hundredths are shown only where there are any. */
export const coverText = (p: Pick<CoveredPlan, "medical_currency" | "medical_cover">): string =>
  `${SIGNS[p.medical_currency]}${yuan(p.medical_cover).replace(/\.00$/, "")}`;

/** What a Schengen visa asks for, in euro cents. */
export const SCHENGEN_MEDICAL_MIN = 3_000_000;
export interface InsuredCountry {
  id: string;
  name_zh: string;
  continent: string;
  is_schengen: boolean;
}
export interface FittingProduct {
  name: string;
  region: InsuranceRegion;
  /** Empty: the whole region. */
  country_ids: readonly string[];
  plans: readonly CoveredPlan[];
}

/** Does the product cover a journey to the country? */
export const coversCountry = (product: Pick<FittingProduct, "region" | "country_ids">, country: InsuredCountry): boolean =>
  (product.country_ids.length === 0 || product.country_ids.includes(country.id)) &&
  (product.region === "world" || (product.region === "schengen" ? country.is_schengen : country.continent === "亚洲"));

/** Why a product cannot be recommended with goods of a country, as a sentence; null when it fits. */
export function insuranceFits(country: InsuredCountry, product: FittingProduct): string | null {
  if (!coversCountry(product, country)) return `「${product.name}」的保障地区不含${country.name_zh}`;
  if (!country.is_schengen) return null;
  const low = product.plans.find((p) => p.medical_currency !== "EUR" || p.medical_cover < SCHENGEN_MEDICAL_MIN);
  return low ? `申根商品要求医疗保额不低于 €30,000，「${product.name}」的计划「${low.name}」为 ${coverText(low)}` : null;
}
