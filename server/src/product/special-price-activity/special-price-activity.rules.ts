/** Decisions about activities that need no database: what an item may cost, what may still change, what clashes. */
import { money } from "@visadesk/contract/kit/format.ts";
import { totalCost } from "../price/price.rules.ts";
import type { Band } from "../price/buyer.ts";
import { amountOf, type PricedSku, type SupplierCost } from "../price-adjustment/price-adjustment.rules.ts";
import type { Audience } from "./special-price.rules.ts";

/** What an item of an activity says. */
export interface ItemFacts {
  sku_id: number;
  adult: number;
  child: number | null;
  per_order: number;
  per_buyer: number;
  total_limit: number;
}
export interface ActivityFacts extends Audience {
  name: string;
  warm_at: string | null;
  start_at: string | null;
  end_at: string | null;
  stack_coupon: boolean;
  note: string;
}
/** A product under judgement, with the prices at which the activity will meet it. */
export interface WeighedSku extends PricedSku {
  id: number;
  sku_no: string;
  margin_floor: number;
  supplier: SupplierCost | null;
}
export interface Fault {
  field: string;
  message: string;
}

export const bandsOf = (sku: { child_age: number }): readonly Band[] => (sku.child_age > 0 ? ["adult", "child"] : ["adult"]);

/** Amount of a price kind without target; null: the product has none. */
export function rowAmount(sku: PricedSku, kind: "retail" | "embassy_fee" | "centre_fee", band: Band): number | null {
  const row = sku.rows.find((r) => r.price_kind === kind && r.ref_id === "");
  return row ? amountOf(row, band) : null;
}
export const feesOf = (sku: PricedSku, band: Band): number =>
  (rowAmount(sku, "embassy_fee", band) ?? 0) + (rowAmount(sku, "centre_fee", band) ?? 0);

/** Total cost of a person; null while no supplier has a price. */
export function costOf(sku: WeighedSku, band: Band): number | null {
  if (!sku.supplier) return null;
  const amount = band === "child" ? (sku.supplier.child ?? sku.supplier.adult) : sku.supplier.adult;
  return totalCost(
    { ...sku.supplier, amount },
    { embassy: rowAmount(sku, "embassy_fee", band) ?? 0, centre: rowAmount(sku, "centre_fee", band) ?? 0 },
  );
}

const BAND_WORDS = { adult: "", child: "儿童" } as const;
/** Why the item cannot be sold at this price, or null. */
export function itemFault(sku: WeighedSku, item: ItemFacts): Fault | null {
  for (const band of bandsOf(sku)) {
    const price = item[band];
    const retail = rowAmount(sku, "retail", band);
    const word = BAND_WORDS[band];
    if (price === null) return { field: band, message: `请输入儿童特价：${sku.sku_no}` };
    if (retail === null) return { field: band, message: `商品 ${sku.sku_no} 还没有门市价` };
    if (price >= retail) return { field: band, message: `${word}特价应低于门市价 ${money(retail)}：${sku.sku_no}` };
    const fees = feesOf(sku, band);
    if (price < fees) return { field: band, message: `${word}特价不能低于官方收费 ${money(fees)}：${sku.sku_no}` };
  }
  return null;
}

/** Margin of the worst band that ends below the floor, or null. */
export function belowFloor(sku: WeighedSku, item: ItemFacts): number | null {
  const margins = bandsOf(sku).flatMap((band) => {
    const cost = costOf(sku, band);
    const price = item[band];
    return cost === null || price === null ? [] : [price - cost];
  });
  const worst = Math.min(...margins);
  return margins.length > 0 && worst < sku.margin_floor ? worst : null;
}

/** Why audience or times of an activity contradict themselves, or null. */
export function activityFault(a: ActivityFacts): Fault | null {
  if (a.level_ids.length > 0 && a.group_ids.length > 0) return { field: "group_ids", message: "等级与分组只能选其一" };
  if (a.end === "customer" && a.level_ids.length > 0) return { field: "level_ids", message: "直客端活动不分等级" };
  if (a.end === "customer" && a.group_ids.length > 0) return { field: "group_ids", message: "直客端活动不分分组" };
  if (a.start_at !== null && a.end_at !== null && Date.parse(a.end_at) <= Date.parse(a.start_at))
    return { field: "end_at", message: "结束时间应晚于开始时间" };
  if (a.warm_at !== null && a.start_at === null) return { field: "start_at", message: "设置预热时间前请先选择开始时间" };
  if (a.warm_at !== null && a.start_at !== null && Date.parse(a.warm_at) > Date.parse(a.start_at))
    return { field: "warm_at", message: "预热时间不能晚于开始时间" };
  return null;
}

/** Times that publishing asks for, or null. */
export function timesFault(a: ActivityFacts, now: Date): Fault | null {
  if (a.start_at === null) return { field: "start_at", message: "请选择开始时间" };
  if (a.end_at === null) return { field: "end_at", message: "请选择结束时间" };
  return Date.parse(a.end_at) <= now.getTime() ? { field: "end_at", message: "结束时间应晚于现在" } : null;
}

/** A limit may be raised; 0 is none at all. */
const isRaised = (before: number, after: number): boolean => before === after || after === 0 || (before !== 0 && after > before);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const instant = (at: string | null): number | null => (at === null ? null : Date.parse(at));

/** While an activity runs only its end, its note and higher limits may change. */
export function isAllowedWhileRunning(
  before: { facts: ActivityFacts; items: readonly ItemFacts[] },
  after: { facts: ActivityFacts; items: readonly ItemFacts[] },
): boolean {
  const fixed = ({ name, end, level_ids, group_ids, warm_at, start_at, stack_coupon }: ActivityFacts): unknown => [
    name,
    end,
    level_ids,
    group_ids,
    instant(warm_at),
    instant(start_at),
    stack_coupon,
  ];
  if (!same(fixed(before.facts), fixed(after.facts)) || before.items.length !== after.items.length) return false;
  const fixedOf = (i: ItemFacts): unknown => [i.adult, i.child, i.per_order, i.per_buyer];
  return before.items.every((was) => {
    const now = after.items.find((i) => i.sku_id === was.sku_id);
    return now !== undefined && same(fixedOf(was), fixedOf(now)) && isRaised(was.total_limit, now.total_limit);
  });
}

export interface Period {
  start_at: string;
  end_at: string;
}
/** Half-open: one may begin at the instant at which the other ends. */
export const periodsMeet = (a: Period, b: Period): boolean =>
  Date.parse(a.start_at) < Date.parse(b.end_at) && Date.parse(b.start_at) < Date.parse(a.end_at);

/** `V2、V3`, `分组 华东同业`, `全部同行`, `全部直客`. */
export function audienceWords(a: Audience, groups: ReadonlyMap<number, string>): string {
  if (a.end === "customer") return "全部直客";
  if (a.level_ids.length > 0) return a.level_ids.join("、");
  return a.group_ids.length > 0 ? `分组 ${a.group_ids.map((id) => groups.get(id) ?? id).join("、")}` : "全部同行";
}

/** The limits of an item in words. */
export const itemWords = (i: ItemFacts): string =>
  [
    money(i.adult),
    i.child === null ? "" : `儿童 ${money(i.child)}`,
    i.per_order > 0 ? `每单限${i.per_order}` : "",
    i.per_buyer > 0 ? `每人限${i.per_buyer}` : "",
    i.total_limit > 0 ? `总量${i.total_limit}` : "不限总量",
  ]
    .filter(Boolean)
    .join(" · ");
