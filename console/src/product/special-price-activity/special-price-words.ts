/** What the screens of 限时特价 say about times, limits and prices. */
import { shanghai } from "@visadesk/contract/kit/format.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";

export type Activity = Output<typeof specialPriceActivityApi.special_price_activity_query>["list"][number];
export type ActivityDetail = Output<typeof specialPriceActivityApi.special_price_activity_get>;
export type SpecialSku = Output<typeof specialPriceActivityApi.special_price_activity_sku_query>["list"][number];

/** An item as the form holds it: a product just added has no price yet. */
export interface ItemDraft {
  sku_id: number;
  adult: number | null;
  child: number | null;
  per_order: number;
  per_buyer: number;
  total_limit: number;
}
export const blankItem = (sku_id: number): ItemDraft => ({ sku_id, adult: null, child: null, per_order: 0, per_buyer: 0, total_limit: 0 });

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const span = (ms: number): string =>
  ms >= 2 * DAY ? `${Math.floor(ms / DAY)}天` : ms >= HOUR ? `${Math.floor(ms / HOUR)}小时` : `${Math.max(1, Math.floor(ms / 60_000))}分钟`;

type Timed = Pick<Activity, "state" | "start_at" | "end_at">;
/** `2天后开始`, `剩5小时`: how far away the next change is. */
export function untilText({ state, start_at, end_at }: Timed, now: number): string {
  if ((state === "not_started" || state === "warming") && start_at) return `${span(Date.parse(start_at) - now)}后开始`;
  if (state === "running" && end_at) return `剩${span(Date.parse(end_at) - now)}`;
  return state === "ended" && end_at ? `${span(now - Date.parse(end_at))}前结束` : "";
}

const minute = (at: string | null): string => (at === null ? "" : shanghai(at).slice(0, 16));
/** `2026-11-20 10:00 至 11-25 10:00`; a draft may lack its times. */
export function periodText({ start_at, end_at }: Pick<Timed, "start_at" | "end_at">): string {
  if (start_at === null && end_at === null) return "未定时间";
  const [from, to] = [minute(start_at), minute(end_at)];
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  return `${from || "未定"} 至 ${(sameYear ? to.slice(5) : to) || "未定"}`;
}

export const soldText = ({ sold, total }: { sold: number; total: number | null }): string => `${sold} / ${total === null ? "不限" : total}`;
export const limitText = (n: number): string => (n === 0 ? "不限" : String(n));

type Audience = Pick<Activity, "end" | "level_ids">;
/** Level prices the audience would pay otherwise: those of its levels, all of them for peers in general. */
export const levelsOf = (sku: SpecialSku, a: Audience): SpecialSku["levels"] =>
  a.end === "customer" ? [] : sku.levels.filter((l) => a.level_ids.length === 0 || a.level_ids.some((id) => id === l.ref_id));

/** What `直减` and `折` start from: the lowest price the audience pays without the special. */
export function usualPrice(sku: SpecialSku, a: Audience, band: "adult" | "child"): number | null {
  const retail = band === "adult" ? sku.retail_adult : sku.retail_child;
  const levels = levelsOf(sku, a).map((l) => l[band]);
  return levels.length > 0 ? Math.min(...levels) : retail;
}

/** Why a price cannot be, as the server will say it; null: it can, or there is none yet. */
export function priceFault(sku: SpecialSku, band: "adult" | "child", price: number | null): string | null {
  const retail = band === "adult" ? sku.retail_adult : sku.retail_child;
  if (retail === null) return "没有门市价";
  if (price === null) return null;
  if (price >= retail) return "特价应低于门市价";
  return price < (band === "adult" ? sku.fee_adult : sku.fee_child) ? "低于官方收费" : null;
}

export const marginOf = (sku: SpecialSku, price: number | null): number | null =>
  price === null || sku.cost_adult === undefined ? null : price - sku.cost_adult;

export type Cut = { kind: "minus"; cents: number } | { kind: "fold"; fold: number };
/** A price cut by an amount, or to so many tenths of itself, in whole yuan. */
export const cutPrice = (price: number, cut: Cut): number =>
  cut.kind === "minus" ? Math.max(1, price - cut.cents) : Math.max(1, Math.round((price * cut.fold) / 1_000) * 100);
