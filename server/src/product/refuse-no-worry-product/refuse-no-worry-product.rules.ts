/** Decisions about refusal protections that need no database. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import { money, percentText } from "@visadesk/contract/kit/format.ts";
import {
  PROTECTION_BUY_UNTIL,
  PROTECTION_PRICINGS,
  PROTECTION_PROOFS,
  refuseNoWorryProduct,
  type refuseNoWorryProductApi,
} from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { PROTECTION_SCOPES } from "@visadesk/contract/product/price/refuse-no-worry-product.words.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.ts";
import type { Cell } from "#kit/call/changes.ts";
import type { AdjustCell } from "../price-adjustment/price-adjustment.rules.ts";

export type Protection = Output<typeof refuseNoWorryProductApi.refuse_no_worry_product_add>;
export type Amounts = Pick<Protection, "pricing" | "price" | "price_rate" | "price_min">;

/** Amounts that the way of pricing does not use are zero. */
export const usedAmounts = (a: Amounts): Amounts => (a.pricing === "fixed" ? { ...a, price_rate: 0, price_min: 0 } : { ...a, price: 0 });

/** Amounts that were typed and the way of pricing does not use: refused, never dropped. */
export function typedFaults(pricing: Amounts["pricing"], typed: { [K in keyof Amounts]?: Amounts[K] | undefined }): Issue[] {
  const unused = pricing === "fixed" ? (["price_rate", "price_min"] as const) : (["price"] as const);
  const message =
    pricing === "fixed"
      ? "固定金额定价不用费率和最低售价，请填0，或改为按订单价定价"
      : "按订单价定价不用固定售价，请填0，或改为固定金额定价";
  return unused.flatMap((path) => (typed[path] ? [{ path, message }] : []));
}

export const sameAmounts = (a: Amounts, b: Amounts): boolean =>
  a.pricing === b.pricing && a.price === b.price && a.price_rate === b.price_rate && a.price_min === b.price_min;

/** Why a product cannot be put on sale, or null. */
export function listingFault(p: Pick<Protection, "proofs"> & Amounts): string | null {
  if (p.proofs.length === 0) return "请至少选择一项证明";
  if (p.pricing === "fixed" ? p.price === 0 : p.price_rate === 0) return p.pricing === "fixed" ? "请先填写固定售价" : "请先填写费率";
  return null;
}

type CellKey = Pick<AdjustCell, "price_kind" | "ref_id">;
/** The amount a cell of a request stands for: the fixed price, or the share and the least price; null: there is none. */
export function amountOf(p: Amounts, cell: CellKey): number | null {
  if (cell.ref_id !== "") return null;
  if (cell.price_kind === "premium") return p.pricing === "fixed" ? p.price : p.price_min;
  return cell.price_kind === "rate" && p.pricing === "percent" ? p.price_rate : null;
}

/** The amounts after a request. */
export const withCells = (p: Amounts, cells: readonly AdjustCell[]): Amounts =>
  cells.reduce((a, c) => {
    if (c.new === null || c.price_kind === "override") return a;
    if (c.price_kind === "rate") return { ...a, price_rate: c.new };
    return a.pricing === "fixed" ? { ...a, price: c.new } : { ...a, price_min: c.new };
  }, p);

/** The cells in which what is asked for differs from what holds. */
export function adjustCells(p: Amounts, asked: { [K in "price" | "price_rate" | "price_min"]?: number | undefined }): AdjustCell[] {
  const premium = p.pricing === "fixed" ? asked.price : asked.price_min;
  const wanted = [
    { price_kind: "premium" as const, new: premium },
    { price_kind: "rate" as const, new: p.pricing === "percent" ? asked.price_rate : undefined },
  ];
  return wanted.flatMap((w) => {
    const old = amountOf(p, { price_kind: w.price_kind, ref_id: "" });
    return w.new === undefined || old === null || old === w.new
      ? []
      : [{ price_kind: w.price_kind, ref_id: "", band: "adult" as const, old, new: w.new }];
  });
}

/** 600‱ as a reader knows it: 6%. */
export const rateText = (rate: number): string => percentText(rate, 10_000);
export const priceText = (a: Amounts): string =>
  a.pricing === "fixed" ? money(a.price) : `订单价的${rateText(a.price_rate)}${a.price_min > 0 ? `，最低 ${money(a.price_min)}` : ""}`;

const exclusionText = ({ identities, age_below, age_above, refusal_within_years }: Protection["exclusions"]): string =>
  [
    ...identities.map((i) => IDENTITIES[i]),
    ...(age_below > 0 ? [`未满${age_below}岁`] : []),
    ...(age_above > 0 ? [`超过${age_above}岁`] : []),
    ...(refusal_within_years > 0 ? [`${refusal_within_years}年内有拒签史`] : []),
  ].join("、") || "无";

const WORDS: Readonly<Record<string, (p: Protection) => unknown>> = {
  name: (p) => p.name,
  scope: (p) => PROTECTION_SCOPES[p.scope],
  rate: (p) => `${p.rate}%`,
  supplier_name: (p) => p.supplier_name ?? "自行承担",
  cap: (p) => (p.cap === 0 ? "不封顶" : money(p.cap)),
  pricing: (p) => `${PROTECTION_PRICINGS[p.pricing]}：${priceText(p)}`,
  exclusions: (p) => exclusionText(p.exclusions),
  buy_until: (p) => PROTECTION_BUY_UNTIL[p.buy_until],
  proof_days: (p) => p.proof_days,
  appeal_times: (p) => p.appeal_times,
  proofs: (p) => p.proofs.map((x) => PROTECTION_PROOFS[x]).join("、"),
  clause: (p) => p.clause,
  reserve_cost: (p) => money(p.reserve_cost),
};
/** The product as its log tells it. */
export const protectionCells = (p: Protection): Cell[] =>
  Object.entries(WORDS).map(([field, value]) => ({ field, label: labelOf(refuseNoWorryProduct, field), value: value(p) }));
