/** 推荐位: fixed places of the front ends and the products that stand in them, in order and in time. */
import { api, done, list, optional, pick, read, write } from "../kit/endpoint.ts";
import { percent, anyOf, bool, choice, decimal, id, int, money, status, text, time, version, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { sku } from "./sku/sku.ts";

const code = may.product_recommend;

export const RECOMMEND_POSITIONS = {
  home_hot: "首页热门",
  country: "国家页",
  pay_success: "支付成功",
  search_empty: "搜索无结果",
  detail_related: "详情相关",
} as const;
export const RECOMMEND_ENDS = { customer: "直客端", peer: "同行端" } as const;
export const RECOMMEND_FILLS = { none: "不补位", sales: "按30天销量补位" } as const;
export const RECOMMEND_STATES = { live: "生效中", waiting: "未开始", over: "已过期", skipped: "跳过" } as const;
/** Items of one slot, those of other times included. */
export const RECOMMEND_ITEMS_MAX = 100;

/** Of the last seven days; null where no front end has reported. */
const figures = {
  impressions_7: z.nullable(int("近7天曝光")),
  clicks_7: z.nullable(int("近7天点击")),
  click_rate: z.nullable(percent("点击率", decimal("点击率", 0, 100))),
  orders_7: z.nullable(int("近7天下单")),
};
export const productRecommend = z.object({
  id: id("编号"),
  position: choice("位置", RECOMMEND_POSITIONS),
  end: choice("端", RECOMMEND_ENDS),
  name: text("名称", { min: 2, max: 20 }),
  max_items: int("展示上限", 1, 20),
  fill: choice("补位", RECOMMEND_FILLS),
  status: status(),
  live_count: int("生效"),
  item_count: int("配置数"),
  next_change_at: z.nullable(time("下次变化")),
  ...figures,
  version: version(),
  updated_at: time("更新时间"),
});
const f = productRecommend.shape;

const itemFields = {
  sku_id: id("商品", "sku"),
  label: text("标签", { min: 0, max: 6 }),
  start_at: z.nullable(time("开始")),
  end_at: z.nullable(time("结束")),
  /** Empty: everywhere. */
  province_codes: z
    .array(z.string().regex(/^\d{6}$/, { error: "省份编码不正确" }))
    .max(34)
    .meta({ label: "地区", kind: "codes" }),
};
const shownSku = {
  ...pick(sku, "sku_no", "name", "flag_emoji", "country_name"),
  lowest_price: z.nullable(money("最低价")),
};
export const recommendItem = z.object({
  ...itemFields,
  ...shownSku,
  state: choice("状态", RECOMMEND_STATES),
  /** Why it is skipped. */
  reason: z.nullable(text("原因")),
  impressions_7: figures.impressions_7,
  clicks_7: figures.clicks_7,
});
const save = z
  .array(z.strictObject(itemFields))
  .max(RECOMMEND_ITEMS_MAX, { error: `最多配置${RECOMMEND_ITEMS_MAX}个商品` })
  .meta({ label: "推荐商品", kind: "list" });
const slot = z.object({ ...f, items: z.array(recommendItem).meta({ label: "推荐商品", kind: "list" }) });
const versioned = pick(productRecommend, "id", "version");

export const productRecommendApi = api({
  product_recommend_query: list("推荐位列表", code, {
    filter: { position: z.optional(anyOf(f.position)), end: z.optional(anyOf(f.end)), status: z.optional(f.status) },
    row: productRecommend,
    sorts: ["updated_at", "id"],
    exports: ["name", "position", "end", "status", "live_count", "item_count", "updated_at"],
  }),
  product_recommend_get: read("推荐位详情", code, pick(productRecommend, "id"), slot),
  product_recommend_update: write(
    "修改推荐位",
    code,
    { ...versioned, ...optional(pick(productRecommend, "name", "max_items", "fill")) },
    productRecommend,
  ),
  product_recommend_enable: write("启用推荐位", code, versioned, done),
  product_recommend_disable: write("停用推荐位", code, versioned, done),
  /** The whole list in its order; the version is the slot's. */
  product_recommend_item_save: write("保存推荐商品", code, { ...versioned, items: save }, slot),
  /** What a visitor sees now; with `items`, what he would see after saving them. */
  product_recommend_item_preview: read(
    "预览推荐位",
    code,
    { id: f.id, province_code: z.optional(z.nullable(text("省份", { max: 6 }))), items: z.optional(save) },
    z.object({
      list: z.array(z.object({ sku_id: id("商品", "sku"), label: itemFields.label, ...shownSku, is_filled: bool("补位") })),
      skipped: z.array(z.object({ sku_id: id("商品", "sku"), ...pick(sku, "sku_no", "name"), reason: text("原因") })),
    }),
  ),
});
