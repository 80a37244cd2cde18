/** Decisions about insurance products: what keeps one from being listed, and what a save changed. Pure. */
import { insuranceProduct, SURRENDERS } from "@visadesk/contract/product/price/insurance-product.ts";
import {
  areaText,
  coverText,
  INSURANCE_REGIONS,
  rateRef,
  rateRefText,
  tilingFaults,
  type RateCell,
} from "@visadesk/contract/product/price/insurance.rules.ts";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { cellChanges, type Cell } from "#kit/call/changes.ts";
import type { FieldChange } from "#kit/call/context.ts";
import type { Plan, ProductRow, Rate } from "./insurance-product.sql.ts";

const planName = (plans: readonly Plan[], key: string): string => plans.find((p) => p.key === key)?.name ?? key;

/** What is missing before a product can be listed, most telling first. */
export function listingFaults(product: Pick<ProductRow, "plans" | "clause_file">, rates: readonly Rate[]): string[] {
  const bare = rates.find((r) => r.cost === null);
  return [
    ...tilingFaults(product.plans, rates),
    ...(bare ? [`计划「${planName(product.plans, bare.plan_key)}」的 ${areaText(bare)}还没有成本，请由可查看成本的同事填写`] : []),
    ...(product.clause_file === null ? ["还没有条款，请先上传条款PDF"] : []),
  ];
}

/** Rates that give less than they cost. */
export const ratesBelowCost = (rates: readonly Rate[]): Rate[] => rates.filter((r) => r.cost !== null && r.premium < r.cost);

/** The margin is told only to those who may see it. */
export function belowText(plans: readonly Plan[], rate: Rate, seesCost: boolean): string {
  const what = `计划「${planName(plans, rate.plan_key)}」${areaText(rate)}`;
  return seesCost
    ? `${what} 毛利 ${money(rate.premium - (rate.cost ?? 0))} 低于底线 ${money(0)}，需他人放行上架`
    : `${what} 的保费低于底线，需他人放行上架`;
}

export type ProductFacts = Pick<
  ProductRow,
  "name" | "code" | "region" | "country_ids" | "plans" | "min_lead_hours" | "surrender" | "clause_file"
> & {
  supplier_name: string;
};
const planText = (p: Plan): string => `${p.name}：医疗 ${coverText(p)}，总保额 ${money(p.sum_insured)}，${areaText(p)}`;
const factCells = (of: ProductFacts): Cell[] =>
  (
    [
      ["name", of.name],
      ["code", of.code],
      ["supplier_name", of.supplier_name],
      ["region", INSURANCE_REGIONS[of.region]],
      ["country_ids", of.country_ids.join("、")],
      ["plans", of.plans.map(planText).join("；")],
      ["min_lead_hours", of.min_lead_hours],
      ["surrender", SURRENDERS[of.surrender]],
      ["clause_file", of.clause_file],
    ] as const
  ).map(([field, value]) => ({ field, label: labelOf(insuranceProduct, field), value }));

const MAX_TOLD = 60;
type Amounts = readonly (RateCell & { premium: number; cost: number | null })[];
/** Amounts that differ, by rate; fields of costs begin with `cost.`, so that a log can leave them out. */
export function rateChanges(plans: readonly Plan[], before: Amounts, after: Amounts): FieldChange[] {
  const [was, is] = [new Map(before.map((r) => [rateRef(r), r])), new Map(after.map((r) => [rateRef(r), r]))];
  const changes = [...new Set([...was.keys(), ...is.keys()])].flatMap((ref) =>
    (["premium", "cost"] as const).flatMap((kind) => {
      const [a, b] = [was.get(ref)?.[kind] ?? null, is.get(ref)?.[kind] ?? null];
      const label = `${kind === "premium" ? "保费" : "成本"} ${rateRefText(plans, ref)}`;
      return a === b ? [] : [{ field: `${kind}.${ref}`, label, before: a === null ? null : money(a), after: b === null ? null : money(b) }];
    }),
  );
  if (changes.length <= MAX_TOLD) return changes;
  return [{ field: "rates", label: "费率矩阵", before: `${before.length}条`, after: `${after.length}条，改动${changes.length}处` }];
}

export const productChanges = (before: ProductFacts | null, after: ProductFacts): FieldChange[] =>
  cellChanges(before && factCells(before), factCells(after));

/** First field that a listed product does not give up any more, by its label; null when none differs. */
export function lockedField(before: ProductRow, after: Pick<ProductRow, "code" | "supplier_id" | "region" | "plans">): string | null {
  const shown = (p: typeof after, name: keyof typeof after): string =>
    name === "plans" ? JSON.stringify(p.plans.map((x) => Object.entries(x).toSorted(([a], [b]) => a.localeCompare(b)))) : String(p[name]);
  const names = ["code", "supplier_id", "region", "plans"] as const;
  const name = names.find((n) => shown(before, n) !== shown(after, n));
  return name ? labelOf(insuranceProduct, name) : null;
}
