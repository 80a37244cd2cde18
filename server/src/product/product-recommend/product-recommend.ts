/** 推荐位: what the front ends recommend, in order, in time and by place. */
import { shortTime } from "@visadesk/contract/kit/format.ts";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import {
  productRecommend,
  productRecommendApi,
  RECOMMEND_ENDS,
  RECOMMEND_FILLS,
  RECOMMEND_ITEMS_MAX,
} from "@visadesk/contract/product/product-recommend.ts";
import { cellChanges, type Cell } from "#kit/call/changes.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { definedOf } from "#kit/files/objects.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve, type Served } from "#kit/call/serve.ts";
import { provinceCodes } from "../../base-data/index.ts";
import { itemFault, itemState, mostAtOnce, shownNow, type Item, type RecommendedSku, type Slot } from "./product-recommend.rules.ts";
import { bestSold, itemsOf, recommendedSkus, slotList, slotView } from "./product-recommend.sql.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { productRecommendNoun } from "./product-recommend.noun.ts";

type Api = typeof productRecommendApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
const NO_SLOT = "推荐位不存在";
const STATUS = ["停用", "启用"] as const;

const viewed = async (ctx: Ctx, id: number): Promise<Slot> => found(await slotView(ctx.db, id, ctx.now), NO_SLOT);
const noteOf = (ctx: Ctx, slot: Slot, changes: readonly FieldChange[]): void =>
  ctx.note({ noun: "product_recommend", noun_id: slot.id, noun_no: `${slot.name}·${RECOMMEND_ENDS[slot.end]}`, changes });
const touch = (ctx: Ctx, { id, version }: Slot, set: SetOf<"product_recommends"> = {}): Promise<unknown> =>
  saveRow(ctx, productRecommendNoun, { id, version, set: { ...set, updated_at: ctx.now }, told: true });

/** The slot, locked, as the caller saw it. */
async function held(ctx: Ctx, input: { id: number; version: number }): Promise<Slot> {
  const slot = await viewed(ctx, input.id);
  await lockRow(ctx, productRecommendNoun, { ...input, current: slot, missing: NO_SLOT });
  // Behind whoever held it before.
  return viewed(ctx, input.id);
}
function assertRoom(items: readonly Item[], max: number): void {
  refuseUnless(mostAtOnce(items) <= max, "limit_exceeded", `超过展示上限${max}`, { max_items: max });
}

async function view(ctx: Ctx, id: number): Promise<Output<Api["product_recommend_get"]>> {
  const slot = await viewed(ctx, id);
  const items = await itemsOf(ctx.db, id, ctx.now);
  const skus = await skusOf(ctx, slot, items);
  return {
    ...slot,
    items: items.flatMap((item) => {
      const sku = skus.get(item.sku_id);
      return sku ? [{ ...item, ...cardOf(sku), ...itemState(item, sku, slot.end, ctx.now) }] : [];
    }),
  };
}
const skusOf = (ctx: Ctx, slot: Slot, items: readonly Item[]): Promise<Map<number, RecommendedSku>> =>
  recommendedSkus(
    ctx.db,
    items.map((i) => i.sku_id),
    slot.end,
    ctx.now,
  );
const cardOf = ({ sku_no, name, flag_emoji, country_name, lowest_price }: RecommendedSku) => ({
  sku_no,
  name,
  flag_emoji,
  country_name,
  lowest_price,
});

const cells = (s: Pick<Slot, "name" | "max_items" | "fill">): Cell[] =>
  (["name", "max_items", "fill"] as const).map((field) => ({
    field,
    label: labelOf(productRecommend, field),
    value: field === "fill" ? RECOMMEND_FILLS[s.fill] : s[field],
  }));

async function update(input: In<"product_recommend_update">, ctx: Ctx): Promise<Slot> {
  const before = await held(ctx, input);
  const { id: _id, version: _version, ...set } = input;
  if (set.max_items !== undefined) assertRoom(await itemsOf(ctx.db, before.id, ctx.now), set.max_items);
  await touch(ctx, before, definedOf(set));
  const after = await viewed(ctx, before.id);
  noteOf(ctx, after, cellChanges(cells(before), cells(after)));
  return after;
}

async function setStatus(input: In<"product_recommend_enable">, ctx: Ctx, status: 0 | 1): Promise<{ ok: true }> {
  const slot = await held(ctx, input);
  refuseUnless(slot.status !== status, "state_changed");
  await touch(ctx, slot, { status });
  noteOf(ctx, slot, [{ field: "status", label: "状态", before: STATUS[slot.status], after: STATUS[status] }]);
  return { ok: true };
}

/** Lists as their log tells them: number, label and times of each item in order. */
const itemText = (item: Item, sku: RecommendedSku | undefined): string =>
  [
    sku?.sku_no ?? String(item.sku_id),
    item.label,
    item.start_at && `${shortTime(item.start_at)}起`,
    item.end_at && `${shortTime(item.end_at)}止`,
    item.province_codes.length > 0 && `${item.province_codes.length}省`,
  ]
    .filter(Boolean)
    .join(" ");
const listText = (items: readonly Item[], skus: ReadonlyMap<number, RecommendedSku>): string =>
  items.map((i) => itemText(i, skus.get(i.sku_id))).join("、");

function assertItems(items: readonly Item[], skus: ReadonlyMap<number, RecommendedSku>): void {
  const fault = itemFault(items);
  if (fault) throw badInput({ path: `items.${fault.at}.${fault.field}`, message: fault.message });
  const gone = items.findIndex((i) => !skus.has(i.sku_id));
  if (gone >= 0) throw badInput({ path: `items.${gone}.sku_id`, message: "商品不存在" });
  const odd = items.findIndex((i) => i.province_codes.some((c) => !provinceCodes.includes(c)));
  if (odd >= 0) throw badInput({ path: `items.${odd}.province_codes`, message: "省份编码不存在" });
}

async function itemSave(input: In<"product_recommend_item_save">, ctx: Ctx): Promise<Output<Api["product_recommend_item_save"]>> {
  const slot = await held(ctx, input);
  const { items } = input;
  const before = await itemsOf(ctx.db, slot.id, ctx.now);
  const skus = await skusOf(ctx, slot, [...before, ...items]);
  assertItems(items, skus);
  assertRoom(items, slot.max_items);
  await ctx.db.deleteFrom("product_recommend_items").where("slot_id", "=", slot.id).execute();
  if (items.length > 0)
    await ctx.db
      .insertInto("product_recommend_items")
      .values(items.map((item, sort) => ({ ...item, slot_id: slot.id, sort, created_at: ctx.now })))
      .execute();
  await touch(ctx, slot);
  noteOf(ctx, slot, [{ field: "items", label: "推荐商品", before: listText(before, skus), after: listText(items, skus) }]);
  return view(ctx, slot.id);
}

async function preview(input: In<"product_recommend_item_preview">, ctx: Ctx): Promise<Output<Api["product_recommend_item_preview"]>> {
  const slot = await viewed(ctx, input.id);
  if (slot.status === 0) refuse("guard_failed", "推荐位已停用，启用后才会展示");
  const items = input.items ?? (await itemsOf(ctx.db, slot.id, ctx.now));
  const skus = await skusOf(ctx, slot, items);
  const best = slot.fill === "sales" ? await bestSold(ctx.db, slot.end, ctx.now, RECOMMEND_ITEMS_MAX + slot.max_items) : [];
  const { list, skipped } = shownNow(slot, items, skus, best, { now: ctx.now, province: input.province_code ?? null });
  return {
    list: list.map(({ sku, label, is_filled }) => ({ sku_id: sku.id, label, ...cardOf(sku), is_filled })),
    skipped: skipped.map(({ sku_id, reason }) => {
      const sku = skus.get(sku_id);
      return { sku_id, sku_no: sku?.sku_no ?? "", name: sku?.name ?? "", reason };
    }),
  };
}

export const productRecommendServer: { readonly [K in keyof Api]: Served } = serve(productRecommendApi, {
  product_recommend_query: (input, ctx) => pageOf<Slot>(ctx.db, input, slotList(input, ctx.now)),
  product_recommend_get: ({ id }, ctx) => view(ctx, id),
  product_recommend_update: update,
  product_recommend_enable: (input, ctx) => setStatus(input, ctx, 1),
  product_recommend_disable: (input, ctx) => setStatus(input, ctx, 0),
  product_recommend_item_save: itemSave,
  product_recommend_item_preview: preview,
});
