/** Figures of 订单耗时, and the list of spans behind them. */
import { to } from "#kit/screens.ts";

export const ROWS = "rows";
export const SPEND_TABS = [
  { key: "stat", label: "统计", filter: {}, no_sheet: true },
  { key: ROWS, label: "明细", filter: {} },
] as const;

/** What both of them are asked by; it goes along from one to the other. */
export const KEPT = ["clock", "ended_at", "country_id", "sku_id", "embassy_id", "supplier_id", "expert_id", "is_urgent"] as const;

/** The rows of a number. */
export function rowsHref(params: URLSearchParams, more: Readonly<Record<string, string>>): string {
  const kept = KEPT.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? ""] as const] : []));
  return to("order-spend-time", {}, { tab: ROWS, ...Object.fromEntries(kept), ...more });
}
