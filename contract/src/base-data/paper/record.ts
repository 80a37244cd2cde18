/**
 * What every record of base data can do: be enabled and disabled, be removed while nothing ever used it, show the
 * products that rest on it, and be replaced in them.
 */
import { done, list, read, rowResult, write, prefixed, type Endpoint, type ListOutput, type Prefixed } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, choices, id, int, status, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may, type Code } from "../../permissions.ts";
import { SALE_ENDS } from "../../product/sku/sku.words.ts";
import { skuFlow } from "../../product/sku/sku.flow.ts";

/** Products replaced at once. */
export const REPLACE_MAX = 500;

/** A product that rests on the record; its id is that of the SKU. */
export const relatedProduct = z.object({
  id: id("编号"),
  sku_no: text("商品编号"),
  name: text("商品"),
  spu_name: text("SPU"),
  country_id: text("国家/地区").meta({ label: "国家/地区", kind: "text", of: "country" }),
  country_name: text("国家/地区"),
  flag_emoji: text("旗", { min: 0 }),
  district_name: z.nullable(text("领区", { min: 0 })),
  /** How it uses the record: 必交 · 在职人员 / 送签馆 / 递签地点 / 退款政策 … */
  usage: z.array(text("用法")).meta({ label: "用法", kind: "list" }),
  open_orders: int("在办订单"),
  ends: choices("上架端", SALE_ENDS),
  sku_status: choice("状态", stateLabels(skuFlow)),
  /** The record may be taken off this product without a substitute. */
  is_removable: bool("可移除"),
  updated_at: time("更新"),
});
const f = relatedProduct.shape;

type Z = z.core.$ZodType;
interface RelatedInput {
  record_id: unknown;
  keyword?: unknown;
  sku_status?: unknown;
  page_size?: number | undefined;
}
/** Any noun's list of related products. */
export type RelatedList = Endpoint<z.core.$ZodType<unknown, RelatedInput>, ListOutput<typeof relatedProduct>> & {
  readonly row: typeof relatedProduct;
};
/** Head of 关联商品: the record, and its products by state. */
export const relatedHead = z.object({
  title: text("名称"),
  status: status(),
  on_sale: int("在售"),
  off_sale: int("已下架"),
  draft: int("草稿"),
});
/** One product before and after a replacement that has not been made. */
export const replaceTrial = z.object({
  ...rowResult.shape,
  sku_no: text("商品编号"),
  name: text("商品"),
  before: z.array(text("现在")).meta({ label: "现在", kind: "list" }),
  after: z.array(text("替换后")).meta({ label: "替换后", kind: "list" }),
});
const trials = z.object({ results: z.array(replaceTrial) });
const candidates = z.object({ list: z.array(z.object({ id: id("编号"), title: text("名称") })) });
const replaced = z.object({ results: z.array(rowResult), done: int("已替换") });

/** A noun's endpoints as the console's shared acts take them. */
export type RecordEndpoints<N extends string> = Readonly<Record<`${N}_enable` | `${N}_disable` | `${N}_remove`, Endpoint>> &
  Readonly<Record<`${N}_product_query`, RelatedList>>;
/** Those of 关联商品; a noun without substitutes lacks the last three. */
export type RelatedEndpoints<N extends string> = Readonly<Record<`${N}_product_query`, RelatedList>> &
  Readonly<Record<`${N}_related_get`, Endpoint<Z, typeof relatedHead>>>;
export type ReplaceEndpoints<N extends string> = Readonly<Record<`${N}_replace`, Endpoint<Z, typeof replaced>>> &
  Readonly<Record<`${N}_replace_check`, Endpoint<Z, typeof trials>>> &
  Readonly<Record<`${N}_replace_pick`, Endpoint<Z, typeof candidates>>>;
const usedCount = () => int("使用的商品数");
const shared = <R extends Z>(label: string, code: Code, recordId: R) => ({
  enable: write(`启用${label}`, code, { id: recordId, version: version() }, done),
  /** `used_count`: products on sale that the caller saw; another number now answers count_changed. */
  disable: write(`禁用${label}`, code, { id: recordId, version: version(), used_count: usedCount() }, done),
  remove: write(`删除${label}`, code, { id: recordId, version: version() }, done),
  related_get: read(`${label}的使用情况`, code, { id: recordId }, relatedHead),
  product_query: list(`${label}的关联商品`, code, {
    filter: {
      record_id: recordId,
      keyword: z.optional(text("商品/编号", { min: 0, max: 40 })),
      sku_status: z.optional(anyOf(f.sku_status)),
    },
    row: relatedProduct,
    sorts: ["sku_no", "updated_at"],
    exports: ["sku_no", "name", "spu_name", "country_name", "district_name", "usage", "open_orders", "ends", "sku_status", "updated_at"],
  }),
});
const skuIds = () =>
  z
    .array(id("商品", "sku"))
    .min(1, { error: "请选择商品" })
    .max(REPLACE_MAX, { error: `一次最多${REPLACE_MAX}个商品` });
/** `to_id` null: taken off without a substitute. Answers product by product. */
const swap = <R extends Z>(label: string, code: Code, recordId: R) => ({
  replace: write(
    `批量替换${label}`,
    [code, may.sku],
    { id: recordId, to_id: z.nullable(recordId), sku_ids: skuIds(), expected_count: int("已选商品数") },
    replaced,
    { key: true },
  ),
  /** What replacing would do, product by product; nothing is kept. */
  replace_check: write(`试替换${label}`, [code, may.sku], { id: recordId, to_id: z.nullable(recordId), sku_ids: skuIds() }, trials, {
    unlogged: true,
  }),
  /** Enabled records that can take its place. */
  replace_pick: read(
    `可替换的${label}`,
    [code, may.sku],
    { id: recordId, keyword: z.optional(text("名称", { min: 0, max: 40 })) },
    candidates,
  ),
});

/** The endpoints of a record noun, for its `api({ … })`. */
export type RecordApi<N extends string, R extends Z> = Prefixed<N, ReturnType<typeof shared<R>>>;
export const recordApi = <const N extends string, R extends Z>(noun: N, label: string, code: Code, recordId: R): RecordApi<N, R> =>
  prefixed(noun, shared(label, code, recordId));

/** `{ elec_replace, elec_replace_check, elec_replace_pick }`, for nouns of which another record can take the place in a product. */
export type ReplaceApi<N extends string, R extends Z> = Prefixed<N, ReturnType<typeof swap<R>>>;
export const replaceApi = <const N extends string, R extends Z>(noun: N, label: string, code: Code, recordId: R): ReplaceApi<N, R> =>
  prefixed(noun, swap(label, code, recordId));

/** 0 禁用 / 1 启用. */
export const RECORD_STATUS = { "0": "禁用", "1": "启用" } as const;
export const recordStatus = (label = "状态") =>
  z.union([z.literal(0), z.literal(1)], { error: `请选择${label}` }).meta({ label, kind: "choice", options: RECORD_STATUS });

/** Fields every record of base data carries. */
export const recordFields = {
  sort: int("排序", 0, 99_999),
  remark: text("备注", { min: 0, max: 200 }),
  version: version(),
  updated_at: time("更新时间"),
};
