/** Matches as the screens of 产品匹配 read and order them. Pure. */
import { feeCents, feeText } from "@visadesk/contract/base-data/official-fee.rules.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { supplierPriceApi } from "@visadesk/contract/supplier/supplier-price.ts";
import type { supplierProductApi } from "@visadesk/contract/supplier/supplier-product.ts";

export type Match = Output<typeof supplierProductApi.supplier_product_query>["list"][number];
export type Prices = Output<typeof supplierPriceApi.supplier_price_query>;
export type Price = Prices["list"][number];
export type Change = Output<typeof supplierProductApi.supplier_change_query>["list"][number];

/** A product that nobody does; its row is no match. */
export const isGap = (m: Pick<Match, "id">): boolean => m.id <= 0;
export const WEEKDAYS = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"] as const;

/** An amount in the currency it was agreed in. */
export const costText = (minor: number | null | undefined, currency: string | null): string =>
  minor === null || minor === undefined ? "—" : currency === null || currency === "CNY" ? money(minor) : feeText(minor, currency);
/** The same with its sign. */
export const deltaText = (minor: number, currency: string | null): string =>
  `${minor > 0 ? "+" : minor < 0 ? "-" : ""}${costText(Math.abs(minor), currency)}`;

export const stepText = (step: number | null): string =>
  step === null ? "" : `${step > 0 ? "+" : ""}${(Math.round(step * 1000) / 10).toFixed(1)}%`;
export const rateText = (rate: number | null): string => (rate === null ? "—" : `${(Math.round(rate * 1000) / 10).toFixed(1)}%`);

export const leadText = (m: Pick<Match, "lead_min" | "lead_max">): string =>
  m.lead_min === m.lead_max ? `${m.lead_max} 工作日` : `${m.lead_min}–${m.lead_max} 工作日`;
export const quotaText = (m: Pick<Match, "daily_quota">): string => (m.daily_quota === null ? "不限" : String(m.daily_quota));
/** Free today; null: no limit. */
export const quotaLeft = (m: Pick<Match, "daily_quota" | "used_today">): number | null =>
  m.daily_quota === null ? null : Math.max(0, m.daily_quota - m.used_today);
export const periodText = ({ valid_from, valid_to }: Pick<Match, "valid_from" | "valid_to">): string =>
  valid_from === null && valid_to === null
    ? "长期"
    : valid_to === null
      ? `${valid_from} 起长期有效`
      : `${valid_from ?? "即日"} 至 ${valid_to}`;
export const nameOf = (m: Pick<Match, "sku_name" | "supplier_name">): string => `${m.sku_name} · ${m.supplier_name ?? ""}`;

export const RANKINGS = { price: "按价格", lead: "按时效", issue_rate: "按出签率" } as const;
export type Ranking = keyof typeof RANKINGS;

/** What goes first by each ranking; who has no figure goes last, foreign costs behind those in CNY. */
const FIGURES: Readonly<Record<Ranking, (m: Match) => readonly number[]>> = {
  price: (m) => [m.adult === null || m.adult === undefined ? 2 : m.currency === "CNY" ? 0 : 1, m.adult ?? 0],
  lead: (m) => [m.lead_max, m.lead_min],
  issue_rate: (m) => (m.issue_rate === null ? [1, 0] : [0, -m.issue_rate]),
};
export const figureText = (m: Match, by: Ranking): string =>
  by === "price" ? costText(m.adult, m.currency) : by === "lead" ? leadText(m) : rateText(m.issue_rate);

const byFigures = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((v, i) => v !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
};
const byPriority = (a: Match, b: Match): number => (a.priority ?? 0) - (b.priority ?? 0) || a.id - b.id;

export interface Order {
  sku_id: number;
  name: string;
  /** First to last, as they shall be. */
  matches: readonly Match[];
  /** Somebody's place is another one than now. */
  moves: boolean;
}
/** Enabled matches product by product, in the order that a ranking gives them; equal ones keep theirs. */
export function ordersBy(all: readonly Match[], by: Ranking): Order[] {
  const enabled = all.filter((m) => !isGap(m) && m.status === 1);
  return [...Map.groupBy(enabled, (m) => m.sku_id)].map(([sku_id, list]) => {
    const now = list.toSorted(byPriority);
    const matches = now.toSorted((a, b) => byFigures(FIGURES[by](a), FIGURES[by](b)));
    return { sku_id, name: now[0]?.sku_name ?? "", matches, moves: matches.some((m, i) => m !== now[i]) };
  });
}
/** One product's matches with one of them a place up or down; null: there is no such place. */
export function moved(all: readonly Match[], id: number, by: -1 | 1): Match[] | null {
  const now = all.filter((m) => m.status === 1).toSorted(byPriority);
  const from = now.findIndex((m) => m.id === id);
  const [one, other] = [now[from], now[from + by]];
  if (!one || !other) return null;
  return now.toSpliced(Math.min(from, from + by), 2, ...(by < 0 ? [one, other] : [other, one]));
}
/** As `supplier_product_sort` takes it. */
export const sortBody = (sku_id: number, matches: readonly Match[]) => ({
  sku_id,
  ids: matches.map((m) => m.id),
  seen: matches.map(({ id, version }) => ({ id, version })),
});

/** Adult costs in CNY from when each began, now, and those that are passed and begin later: what the chart draws. */
export function costCurve(list: readonly Price[], now: number): { at: number; cents: number }[] {
  const all = list
    .flatMap((p) => {
      const cents = p.review === "approved" && p.effective_at !== null ? feeCents(p.adult, p.currency, p.rate) : null;
      const at = Date.parse(p.effective_at ?? "");
      return cents === null ? [] : [{ at, cents }];
    })
    .sort((a, b) => a.at - b.at);
  const [held, coming] = [all.filter((p) => p.at <= now), all.filter((p) => p.at > now)];
  const last = held.at(-1);
  return [...held, ...(last ? [{ at: now, cents: last.cents }] : []), ...coming];
}
