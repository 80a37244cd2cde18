/** 限时特价: for whom, from when to when, which products at which price, and how many may have it. */
import { api, done, list, move, optional, pick, read, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, choices, id, ids, int, money, range, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { orderFlow } from "../../order/order.flow.ts";
import { LEVEL_CODES } from "../../peer/level/level.words.ts";
import { may } from "../../permissions.ts";
import { specialPriceActivityFlow, specialPriceShown } from "./special-price-activity.flow.ts";
import { SALE_ENDS, VISA_FORMS, VISA_TYPES } from "../sku/sku.ts";
import { skuFlow } from "../sku/sku.flow.ts";

const code = may.special_price;

export const SPECIAL_ENDS = { customer: "直客端", peer: "同行端" } as const;
/** Products of one activity. */
export const SPECIAL_ITEMS_MAX = 200;

const limit = (label: string) => int(label, 0, 1_000_000);
const band = { adult: money("特价", { min: 1 }), child: z.nullable(money("儿童特价", { min: 1 })) };
/** 0: no limit. */
const limits = { per_order: limit("每单限购"), per_buyer: limit("每人限购"), total_limit: limit("总量") };

/** A product as an activity weighs it: what it costs the buyer and, for those who may see it, us. */
export const specialSku = z.object({
  sku_id: id("商品", "sku"),
  sku_no: text("商品编号"),
  name: text("商品"),
  country_name: text("国家/地区"),
  flag_emoji: text("旗", { min: 0 }),
  ends: choices("上架端", SALE_ENDS),
  sku_status: choice("状态", stateLabels(skuFlow)),
  child_age: int("儿童线(岁)"),
  retail_adult: z.nullable(money("门市价")),
  retail_child: z.nullable(money("儿童门市价")),
  levels: z
    .array(z.object({ ref_id: text("等级"), adult: money("等级价"), child: money("儿童等级价") }))
    .meta({ label: "等级价", kind: "list" }),
  fee_adult: money("官方收费"),
  fee_child: money("儿童官方收费"),
  cost_adult: z.optional(money("总成本")),
  cost_child: z.optional(money("儿童总成本")),
  margin_floor: z.optional(money("毛利底线")),
});

export const specialPriceItem = z.object({
  id: id("编号"),
  sku: specialSku,
  ...band,
  ...limits,
  sold: int("已售"),
  order_count: int("订单数"),
  saved: money("让利额"),
});

export const specialPriceActivity = z.object({
  id: id("编号"),
  name: text("活动名称", { min: 2, max: 30 }),
  end: choice("端", SPECIAL_ENDS),
  level_ids: choices("等级", LEVEL_CODES),
  group_ids: ids("分组", 50, "peer_group"),
  /** The end and whom of it, in words. */
  audience: text("对象"),
  item_count: int("商品数"),
  warm_at: z.nullable(time("预热时间")),
  start_at: z.nullable(time("开始时间")),
  end_at: z.nullable(time("结束时间")),
  stack_coupon: bool("可叠加券"),
  note: text("备注", { min: 0, max: 500, long: true }),
  activity_status: choice("发布状态", stateLabels(specialPriceActivityFlow)),
  state: choice("状态", stateLabels(specialPriceShown)),
  sold: int("已售"),
  /** Sum of the limits; null while some product has none. */
  total: z.nullable(int("总量")),
  saved: money("让利额"),
  order_count: int("订单数"),
  created_by_name: z.nullable(text("创建人")),
  stop_reason: z.nullable(text("终止原因")),
  stopped_at: z.nullable(time("终止时间")),
  published_by_name: z.nullable(text("发布人")),
  published_at: z.nullable(time("发布时间")),
  version: version(),
  updated_at: time("更新时间"),
});
const f = specialPriceActivity.shape;
export const specialPriceActivityDetail = specialPriceActivity.extend({
  items: z.array(specialPriceItem).meta({ label: "商品", kind: "list" }),
});

const itemInput = z.strictObject({ sku_id: id("商品", "sku"), ...band, ...limits });
/** A draft may still lack its times; publishing asks for them. */
const facts = {
  ...pick(specialPriceActivity, "name", "end", "level_ids", "group_ids", "stack_coupon", "note"),
  warm_at: f.warm_at.default(null),
  start_at: f.start_at.default(null),
  end_at: f.end_at.default(null),
  items: z
    .array(itemInput)
    .min(1, { error: "请至少选择一个商品" })
    .max(SPECIAL_ITEMS_MAX, { error: `一个活动最多${SPECIAL_ITEMS_MAX}个商品` })
    .refine((rows) => new Set(rows.map((r) => r.sku_id)).size === rows.length, { error: "同一个商品只能添加一次" })
    .meta({ label: "商品", kind: "list" }),
};
const versioned = pick(specialPriceActivity, "id", "version");
/** A time left out of a change stays; one that is sent empty goes. */
const changes = optional({ ...facts, ...pick(specialPriceActivity, "warm_at", "start_at", "end_at") });

/** An order that had the special price. */
export const specialPriceUse = z.object({
  id: id("编号"),
  order_id: id("订单"),
  order_no: text("订单号"),
  sku_no: text("商品编号"),
  sku_name: text("商品"),
  qty: int("人数"),
  saved: money("让利额"),
  order_status: choice("订单状态", stateLabels(orderFlow)),
  created_at: time("下单时间"),
  released_at: z.nullable(time("退回名额")),
});

/** An activity as one product sees it. */
const skuSpecial = z.object({
  activity_id: id("活动"),
  ...pick(specialPriceActivity, "name", "audience", "start_at", "end_at", "state", "stack_coupon"),
  ...band,
  ...limits,
  sold: int("已售"),
});

export const specialPriceActivityApi = api({
  special_price_activity_query: list("限时特价列表", code, {
    filter: {
      keyword: z.optional(text("活动名称", { min: 0, max: 30 })),
      end: z.optional(anyOf(f.end)),
      state: z.optional(anyOf(f.state)),
      sku_id: z.optional(anyOf(id("商品", "sku"))),
      level_ids: z.optional(anyOf(choice("等级", LEVEL_CODES))),
      period: z.optional(range("活动时间")),
    },
    row: specialPriceActivity,
    sorts: ["name", "start_at", "end_at", "updated_at"],
    exports: [
      "name",
      "end",
      "audience",
      "item_count",
      "start_at",
      "end_at",
      "state",
      "sold",
      "total",
      "saved",
      "order_count",
      "created_by_name",
      "updated_at",
    ],
  }),
  special_price_activity_get: read("限时特价详情", code, pick(specialPriceActivity, "id"), specialPriceActivityDetail),
  special_price_activity_add: write("新增限时特价", code, facts, specialPriceActivityDetail),
  special_price_activity_update: write("编辑限时特价", code, { ...versioned, ...changes }, specialPriceActivityDetail),
  special_price_activity_copy: write("复制限时特价", code, pick(specialPriceActivity, "id", "name"), specialPriceActivityDetail),
  special_price_activity_publish: move(specialPriceActivityFlow, "publish", versioned, specialPriceActivityDetail, { key: true }),
  special_price_activity_stop: move(
    specialPriceActivityFlow,
    "stop",
    { ...versioned, reason: text("终止原因", { min: 2, max: 200, long: true }) },
    specialPriceActivityDetail,
    { key: true },
  ),
  special_price_activity_remove: write("删除限时特价", code, versioned, done),
  /** Products to choose from, at the prices of now. */
  special_price_activity_sku_query: list("可选特价商品", code, {
    filter: {
      keyword: z.optional(text("商品/编号", { min: 0, max: 40 })),
      country_id: z.optional(anyOf(text("国家/地区").meta({ label: "国家/地区", kind: "text", of: "country" }))),
      visa_type: z.optional(anyOf(z.int().meta({ label: "签证类型", kind: "choice", options: VISA_TYPES }))),
      visa_form: z.optional(anyOf(choice("签证形式", VISA_FORMS))),
      end: z.optional(f.end),
      sku_ids: z.optional(anyOf(id("商品", "sku"), SPECIAL_ITEMS_MAX)),
    },
    row: specialSku,
    sorts: ["sku_no", "name"],
  }),
  special_price_activity_order_query: list("限时特价订单", code, {
    filter: { activity_id: id("活动") },
    row: specialPriceUse,
    sorts: ["created_at"],
  }),
  special_price_item_query: read(
    "商品的限时特价",
    { any: [may.sku, code] },
    { sku_id: id("商品") },
    z.object({ list: z.array(skuSpecial) }),
  ),
});
