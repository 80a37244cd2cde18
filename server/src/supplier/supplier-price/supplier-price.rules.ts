/** What a match costs, part by part, and what of it a proposal changes. Pure; amounts of cells are cents of CNY. */
import { feeCents } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { childFault, isSteep, NO_COST, stepOf, STEEP_FAULT } from "@visadesk/contract/supplier/supplier-price.rules.ts";
import { COST_STEP } from "@visadesk/contract/supplier/supplier.words.ts";
import type { PriceFacts } from "../supplier-change/supplier-change.rules.ts";

export interface StoredCost extends PriceFacts {
  /** Frozen with the proposal; null in CNY. */
  rate: string | null;
}
export interface CostCell {
  price_kind: "cost";
  /** The price's row; `id:tier` of a tier of urgency, `id:embassy` and `id:centre` of the fees it holds. */
  ref_id: string;
  band: "adult" | "child";
  old: number | null;
  new: number | null;
}
type Part = { part: string | undefined; band: CostCell["band"] };

/** One amount of a cost in CNY; null: it has none. `centre_fee`: what the product's centre asks for, where the cost holds it. */
export function costAmount(cost: StoredCost | null | undefined, { part, band }: Part, centre_fee: number): number | null {
  if (!cost) return null;
  const cny = (minor: number): number => feeCents(minor, cost.currency, cost.rate) ?? 0;
  if (part === undefined) return cny(band === "child" ? (cost.child ?? cost.adult) : cost.adult);
  if (part === "embassy") return cost.embassy_included ? cny(cost.embassy_fee) : 0;
  if (part === "centre") return cost.centre_included ? centre_fee : 0;
  const extra = cost.urgent[part];
  return extra === undefined ? null : cny(extra);
}

/** What the reviewer passes: every amount that differs. */
export function costCells(
  id: number,
  before: StoredCost | null,
  after: StoredCost,
  sku: { has_child: boolean; centre_fee: number },
): CostCell[] {
  const tiers = [...new Set([...Object.keys(before?.urgent ?? {}), ...Object.keys(after.urgent)])].sort();
  const parts: Part[] = [
    { part: undefined, band: "adult" },
    ...(sku.has_child ? [{ part: undefined, band: "child" as const }] : []),
    ...[...tiers, "embassy", "centre"].map((part) => ({ part, band: "adult" as const })),
  ];
  return parts.flatMap((p) => {
    const [old, next] = [costAmount(before, p, sku.centre_fee), costAmount(after, p, sku.centre_fee)];
    // A fee that is not in it now either is no change of a first cost.
    if (old === next || (old === null && next === 0)) return [];
    return [{ price_kind: "cost", ref_id: p.part === undefined ? String(id) : `${id}:${p.part}`, band: p.band, old, new: next }];
  });
}

/** Ten million yuan: more is a slip of the hand. */
const MAX_AMOUNT = 1_000_000_000;
export interface Fault {
  path: string;
  message: string;
}
/** Why the amounts do not fit together or the product, or null. */
export function factsFault(p: PriceFacts, sku: { child_age: number; urgent_tiers: readonly { tier_code: string }[] }): Fault | null {
  const bands = [p.adult, ...(p.child === null ? [] : [p.child])];
  if ([...bands, ...Object.values(p.urgent)].some((n) => n > MAX_AMOUNT)) return { path: "adult", message: "结算价过大" };
  if (p.adult === 0) return { path: "adult", message: NO_COST };
  if (p.child === 0) return { path: "child", message: NO_COST };
  const child = childFault(sku.child_age > 0, p.child);
  if (child) return { path: "child", message: child };
  const unknown = Object.keys(p.urgent).find((code) => !sku.urgent_tiers.some((t) => t.tier_code === code));
  if (unknown !== undefined) return { path: "urgent", message: `商品没有加急档${unknown}` };
  if (!p.embassy_included && p.embassy_fee !== 0) return { path: "embassy_fee", message: "不含使馆费时请将使馆费填0" };
  if (p.embassy_included && p.embassy_fee === 0) return { path: "embassy_fee", message: "请输入使馆费" };
  if (bands.some((n) => p.embassy_fee > n)) return { path: "embassy_fee", message: "使馆费不能大于结算价" };
  return null;
}

/** A step of more than a tenth, up or down, is explained in more than a word. */
export const hasSteep = (cells: readonly CostCell[]): boolean => cells.some((c) => isSteep(stepOf(c.old, c.new)));
export const stepFault = (cells: readonly CostCell[], reason: string): Fault | null =>
  [...reason].length < COST_STEP.text && hasSteep(cells) ? { path: "reason", message: STEEP_FAULT } : null;
