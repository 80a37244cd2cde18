/** Decisions about recommended products that need no database. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { RECOMMEND_ENDS, type productRecommendApi } from "@visadesk/contract/product/product-recommend.ts";

type Api = typeof productRecommendApi;
export type Slot = Output<Api["product_recommend_update"]>;
export type Item = Parsed<Api["product_recommend_item_save"]>["items"][number];
type State = Output<Api["product_recommend_get"]>["items"][number]["state"];

/** What decides whether a product may be shown. */
export interface RecommendedSku {
  id: number;
  sku_no: string;
  name: string;
  flag_emoji: string;
  country_name: string;
  lowest_price: number | null;
  sku_status: "draft" | "on_sale" | "off_sale" | "archived";
  ends: string[];
  sale_blocks: string[];
}

const from = (i: Item): number => (i.start_at === null ? Number.NEGATIVE_INFINITY : Date.parse(i.start_at));
const to = (i: Item): number => (i.end_at === null ? Number.POSITIVE_INFINITY : Date.parse(i.end_at));
const holdsAt = (i: Item, at: number): boolean => from(i) <= at && at < to(i);

/** Most items that hold at one instant; what begins together counts together. */
export const mostAtOnce = (items: readonly Item[]): number =>
  Math.max(0, ...items.map((i) => items.filter((x) => holdsAt(x, from(i))).length));

/** Why an item cannot stand in a list, or null: the first item that is wrong, by its place. */
export function itemFault(items: readonly Item[]): { at: number; field: string; message: string } | null {
  for (const [at, item] of items.entries()) {
    if (items.findIndex((i) => i.sku_id === item.sku_id) !== at) return { at, field: "sku_id", message: "同一商品只能推荐一次" };
    if (from(item) >= to(item)) return { at, field: "end_at", message: "结束时间应晚于开始时间" };
  }
  return null;
}

/** Why a product is not shown, or null. */
export function skipReason(sku: RecommendedSku | undefined, end: Slot["end"]): string | null {
  if (!sku) return "商品不存在";
  if (sku.sku_status !== "on_sale") return { draft: "商品草稿", off_sale: "商品已下架", archived: "商品已归档" }[sku.sku_status];
  if (!sku.ends.includes(end)) return `未上架${RECOMMEND_ENDS[end]}`;
  return sku.sale_blocks[0] ?? null;
}

export function itemState(
  item: Item,
  sku: RecommendedSku | undefined,
  end: Slot["end"],
  now: Date,
): { state: State; reason: string | null } {
  if (to(item) <= now.getTime()) return { state: "over", reason: null };
  if (from(item) > now.getTime()) return { state: "waiting", reason: null };
  const reason = skipReason(sku, end);
  return { state: reason === null ? "live" : "skipped", reason };
}

interface Shown {
  sku: RecommendedSku;
  label: string;
  is_filled: boolean;
}
/** What stands in the slot now: items in their order up to its limit, then, where it fills, the best sold of the others. */
export function shownNow(
  slot: Pick<Slot, "end" | "max_items" | "fill">,
  items: readonly Item[],
  skus: ReadonlyMap<number, RecommendedSku>,
  best: readonly RecommendedSku[],
  facts: { now: Date; province: string | null },
): { list: Shown[]; skipped: { sku_id: number; reason: string }[] } {
  const list: Shown[] = [];
  const skipped: { sku_id: number; reason: string }[] = [];
  for (const item of items) {
    const sku = skus.get(item.sku_id);
    const { state, reason } = itemState(item, sku, slot.end, facts.now);
    const isElsewhere = item.province_codes.length > 0 && facts.province !== null && !item.province_codes.includes(facts.province);
    const why =
      state === "live"
        ? isElsewhere
          ? "不在推荐地区"
          : list.length >= slot.max_items
            ? `超过展示上限${slot.max_items}`
            : null
        : (reason ?? { waiting: "未开始", over: "已过期", skipped: "商品不可展示" }[state]);
    if (why !== null || !sku) skipped.push({ sku_id: item.sku_id, reason: why ?? "商品不存在" });
    else list.push({ sku, label: item.label, is_filled: false });
  }
  const named = new Set(items.map((i) => i.sku_id));
  const rest = slot.fill === "sales" ? best.filter((s) => !named.has(s.id)) : [];
  const room = Math.max(0, slot.max_items - list.length);
  return { list: [...list, ...rest.slice(0, room).map((sku) => ({ sku, label: "", is_filled: true }))], skipped };
}
