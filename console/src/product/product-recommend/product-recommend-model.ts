/** The list of a slot while it is being changed: plain moves over items in order. */
import { to } from "#kit/screens.ts";
import type { Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import type { productRecommendApi } from "@visadesk/contract/product/product-recommend.ts";

type Api = typeof productRecommendApi;
export type Slot = Output<Api["product_recommend_query"]>["list"][number];
export type SlotDetail = Output<Api["product_recommend_get"]>;
export type Stored = SlotDetail["items"][number];
type Body = Input<Api["product_recommend_item_save"]>["items"][number];

/** An item on screen; one that is not saved yet knows no state. */
export interface RecommendItem extends Pick<Stored, "sku_id" | "name" | "label" | "start_at" | "end_at" | "province_codes"> {
  stored: Stored | null;
}

export const slotHref = (s: { id: number }): string => to("product-recommend-list-detail", { id: s.id });

export const itemsOf = (slot: SlotDetail): RecommendItem[] =>
  slot.items.map((i) => ({
    sku_id: i.sku_id,
    name: i.name,
    label: i.label,
    start_at: i.start_at,
    end_at: i.end_at,
    province_codes: i.province_codes,
    stored: i,
  }));
export const bodyOf = (items: readonly RecommendItem[]): Body[] =>
  items.map(({ sku_id, label, start_at, end_at, province_codes }) => ({ sku_id, label, start_at, end_at, province_codes }));
export const isSame = (a: readonly RecommendItem[], b: readonly RecommendItem[]): boolean =>
  JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));

/** Takes one item out and puts it where `goal` stands. */
export function moved(items: readonly RecommendItem[], from: number, goal: number): RecommendItem[] {
  const item = items[from];
  if (!item || goal < 0 || goal >= items.length) return [...items];
  const rest = items.filter((_, i) => i !== from);
  return [...rest.slice(0, goal), item, ...rest.slice(goal)];
}
export const patched = (items: readonly RecommendItem[], at: number, patch: Partial<RecommendItem>): RecommendItem[] =>
  items.map((item, i) => (i === at ? { ...item, ...patch } : item));

export interface Picked {
  sku_id: number;
  name: string;
}
const fresh = ({ sku_id, name }: Picked): RecommendItem => ({
  sku_id,
  name,
  label: "",
  start_at: null,
  end_at: null,
  province_codes: [],
  stored: null,
});
/** At the end, those already there left out. */
export const added = (items: readonly RecommendItem[], picked: readonly Picked[]): RecommendItem[] => [
  ...items,
  ...picked.filter((p) => !items.some((i) => i.sku_id === p.sku_id)).map(fresh),
];
/** Another product in the same place, with the same label and times. */
export const replaced = (items: readonly RecommendItem[], at: number, by: Picked): RecommendItem[] =>
  items.some((i, n) => n !== at && i.sku_id === by.sku_id)
    ? [...items]
    : patched(items, at, { sku_id: by.sku_id, name: by.name, stored: null });

export const rateText = (rate: number | null): string => (rate === null ? "—" : `${rate.toFixed(1)}%`);
export const countText = (n: number | null): string => (n === null ? "—" : String(n));
