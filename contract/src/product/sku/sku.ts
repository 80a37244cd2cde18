import { api, list, pick, read } from "../../kit/endpoint.ts";
import { stateLabels } from "../../kit/flow.ts";
import {
  anyOf,
  bool,
  choice,
  choices,
  date,
  id,
  int,
  money,
  percent,
  range,
  share,
  status,
  text,
  time,
  version,
  z,
} from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { priceAdjustment } from "../price/price-adjustment.ts";
import { skuBookable } from "./sku-bookable.ts";
import { skuDocument, skuInsurance, skuPrice, urgentTier } from "./sku-parts.ts";
import { backPlanOutput } from "../../base-data/calendar/back-plan.ts";
import { skuSheet } from "../sheet-columns.ts";
import { skuFlow } from "./sku.flow.ts";
import {
  COVER_MODES,
  ENTRY_COUNTS,
  IDENTITIES,
  RETURN_WAYS,
  SALE_BLOCKS,
  SALE_ENDS,
  UPLOAD_TYPES,
  VISA_FORMS,
  VISA_TYPES,
} from "./sku.words.ts";

export * from "./sku.words.ts";
export * from "./sku-parts.ts";

export const coverArea = z.array(
  z.object({ province_code: z.string(), province: z.string(), only_cities: z.array(z.string()), except_cities: z.array(z.string()) }),
);

export const sku = z.object({
  id: id("编号"),
  sku_no: text("商品编号"),
  name: text("商品名称", { max: 50 }),
  visa_product_unit_code: text("SPU编码"),
  spu_name: text("所属SPU"),
  spu_status: status("SPU状态"),
  country_id: text("国家/地区").meta({ label: "国家/地区", kind: "text", of: "country" }),
  country_name: text("国家/地区"),
  flag_emoji: text("旗", { min: 0 }),
  visa_type: z.int().meta({ label: "签证类型", kind: "choice", options: VISA_TYPES }),
  visa_form: choice("签证形式", VISA_FORMS),
  entry_count: choice("入境次数", ENTRY_COUNTS),
  service_level: text("服务档"),
  ends: choices("上架端", SALE_ENDS),
  embassy_id: z.nullable(id("送签使领馆", "embassy")),
  embassy_name: z.nullable(text("送签使领馆")),
  district_name: z.nullable(text("领区", { min: 0 })),
  cover_mode: choice("受理范围", COVER_MODES),
  material_upload_type: choice("下单流程", UPLOAD_TYPES),
  need_visit: bool("需赴馆"),
  work_days_min: int("办理工作日(最短)"),
  work_days_max: int("办理工作日(最长)"),
  has_urgent: bool("可加急"),
  supplier_count: int("供应商数"),
  /** Adult price of each level that has one. */
  levels: z.array(z.object({ level: z.string(), adult: money("等级价") })).meta({ label: "等级价", kind: "list" }),
  retail_adult: z.nullable(money("门市价")),
  retail_child: z.nullable(money("儿童价")),
  embassy_fee: z.nullable(money("签证费")),
  centre_fee: z.nullable(money("签证中心服务费")),
  total_cost: z.nullable(money("总成本")),
  margin: z.nullable(money("毛利", { signed: true })),
  orders_30: int("30天单量"),
  /** Share of the last 30 days' results and its 95 % interval; null of too few results. */
  issue_rate: z.nullable(share("出签率")),
  issue_low: z.nullable(share("出签率下限")),
  issue_high: z.nullable(share("出签率上限")),
  /** People, of orders of any time. */
  issue_n: int("30天出结果(人)"),
  /** Working days of the last 60 days' results, same SPU at the same mission; null of none. */
  days_n: int("60天结果数"),
  days_p50: z.nullable(int("实际时效中位")),
  days_p75: z.nullable(int("实际时效")),
  /** Promised fewer days than three of four got; ten results at least. */
  is_promise_short: bool("承诺偏短"),
  /** When somebody who orders now can travel; null of archived products and while its place has no free dates. */
  earliest_travel: z.nullable(date("最早可出行")),
  no_slots: bool("无号"),
  completeness: percent("完整度", z.int()),
  sale_blocks: z.array(z.string()).meta({ label: "不可下单原因", kind: "list" }),
  sku_status: choice("状态", stateLabels(skuFlow)),
  version: version(),
  updated_at: time("更新时间"),
});
const f = sku.shape;

export const skuDetail = z.object({
  ...f,
  steps: z.array(z.object({ title: z.string(), text: z.string() })),
  stay_min: int("停留最短"),
  stay_max: int("停留最长"),
  stay_unit: z.string(),
  validity: int("有效期"),
  validity_unit: z.string(),
  need_interview: bool("面签"),
  need_fingerprint: bool("录指纹"),
  need_delivery: bool("面递"),
  need_training: bool("面签辅导"),
  need_return_material: bool("回寄资料"),
  need_effect_date: bool("需选生效日期"),
  passport_months: int("护照有效期(月)"),
  passport_pages: int("空白页"),
  advance_days: int("至少提前(天)"),
  child_age: int("儿童线(岁)"),
  identities: choices("适用身份", IDENTITIES),
  days_p90: z.nullable(int("实际时效九成")),
  return_way: choice("回寄方式", RETURN_WAYS),
  submit_place_name: z.nullable(text("递签地点")),
  refund_policy_name: z.nullable(text("退款政策")),
  ...skuInsurance,
  mail_centre_name: z.nullable(text("收件中心")),
  /** Where originals go, as it is printed: whom, at which number, where and when. */
  receive_address: z.nullable(
    z.object({
      name: text("收件中心"),
      contact: text("收件人"),
      mobile: text("电话"),
      address: text("地址"),
      hours: text("收件时间", { min: 0 }),
    }),
  ),
  booking_note: text("预订须知", { min: 0, max: 5000 }),
  tips: text("温馨提示", { min: 0, max: 5000 }),
  fee_included: text("费用包含", { min: 0, max: 5000 }),
  fee_excluded: text("费用不含", { min: 0, max: 5000 }),
  first_listed_at: z.nullable(time("首次上架")),
  off_reason: z.nullable(text("下架原因")),
  cover_area: coverArea,
  /** Null for products without a visit, and while nobody keeps the date. */
  bookable: z.nullable(skuBookable),
  prices: z.array(skuPrice),
  /** Changes of these prices that wait for their review or their time. */
  adjustments: z.array(priceAdjustment),
  documents: z.array(skuDocument),
  urgent_tiers: z.array(urgentTier),
  suppliers: z.array(
    z.object({
      supplier_name: z.string().meta({ label: "供应商", kind: "text" }),
      priority: int("优先级", 1, 99),
      adult: z.nullable(money("结算价")),
      embassy_included: z.boolean(),
      lead_min: z.int(),
      lead_max: z.int(),
    }),
  ),
  protections: z.array(
    z.object({ id: id(), name: text("拒签无忧"), scope: z.string(), rate: z.int(), cap: money("上限"), price: money("价格") }),
  ),
});
/** The product's page and the country's sheet show the plan. */
const seesPlan = { any: [may.sku, may.country] } as const;
export const skuApi = api({
  sku_query: list("商品列表", may.sku, {
    filter: {
      keyword: z.optional(text("商品/编号/SPU", { min: 0, max: 40 })),
      country_id: z.optional(anyOf(f.country_id)),
      visa_type: z.optional(anyOf(f.visa_type)),
      visa_form: z.optional(anyOf(f.visa_form)),
      visa_product_unit_code: z.optional(text("SPU编码", { max: 20 })),
      embassy_id: z.optional(anyOf(id("送签使领馆", "embassy"))),
      ends: z.optional(anyOf(z.enum(["customer", "peer", "api"]).meta({ label: "上架端", kind: "choice", options: SALE_ENDS }))),
      sku_status: z.optional(anyOf(f.sku_status)),
      need_visit: z.optional(f.need_visit),
      has_urgent: z.optional(f.has_urgent),
      province_code: z.optional(
        z
          .string()
          .regex(/^\d{6}$/, { error: "地址编码不存在" })
          .meta({ label: "受理省份", kind: "text", of: "province" }),
      ),
      supplier_id: z.optional(anyOf(id("供应商", "supplier"))),
      refund_policy_id: z.optional(anyOf(id("退款政策", "refund_policy"))),
      is_complete: z.optional(bool("资料齐全")),
      is_blocked: z.optional(bool("在售但不可下单")),
      block: z.optional(anyOf(choice("不可下单原因", SALE_BLOCKS))),
      is_promise_short: z.optional(f.is_promise_short),
      /** For holders of the cost code; of others it is refused. */
      margin: z.optional(z.strictObject({ from: z.optional(z.int()), to: z.optional(z.int()) }).meta({ label: "毛利", kind: "money" })),
      is_below_floor: z.optional(bool("毛利低于底线")),
      updated_at: z.optional(range("更新时间")),
    },
    row: sku,
    sorts: ["sku_no", "name", "updated_at", "work_days_max"],
    exports: [
      "sku_no",
      "name",
      "spu_name",
      "country_name",
      "visa_type",
      "visa_form",
      "district_name",
      "work_days_min",
      "work_days_max",
      "earliest_travel",
      "retail_adult",
      "embassy_fee",
      "orders_30",
      "sku_status",
      "updated_at",
    ],
    columns_may: { total_cost: may.cost_view, margin: may.cost_view },
    sheet: skuSheet,
    export_sheets: ["资料"],
  }),
  sku_stat_get: read("商品计数", may.sku, {}, z.record(z.string(), z.int())),
  sku_get: read("商品详情", may.sku, pick(sku, "id"), skuDetail),
  /** `work_days_max`: as if the product promised that many. */
  sku_plan_get: read(
    "商品倒推日历",
    seesPlan,
    { id: id("编号"), travel_date: z.nullable(date("出行日期")), work_days_max: z.optional(int("最长工作日", 0, 120)) },
    backPlanOutput,
  ),
  sku_pick: read(
    "选择商品",
    "staff",
    {
      keyword: z.optional(text("关键词", { min: 0, max: 40 })),
      country_id: z.optional(text("国家", { max: 2 })),
      on_sale: z.optional(bool("在售")),
    },
    z.object({
      list: z.array(
        z.object({
          id: id(),
          sku_no: z.string(),
          name: z.string(),
          country_id: z.string(),
          country_name: z.string(),
          flag_emoji: z.string(),
          visa_type: z.int(),
          visa_form: z.string(),
          district_name: z.nullable(z.string()),
          retail_adult: z.nullable(z.int()),
          work_days_min: z.int(),
          work_days_max: z.int(),
          material_upload_type: z.string(),
          need_visit: z.boolean(),
          need_effect_date: z.boolean(),
          return_way: z.string(),
          identities: z.array(choice("身份", IDENTITIES)),
          urgent_tiers: z.array(urgentTier),
          protections: z.array(z.object({ id: id(), name: z.string(), price: z.int() })),
          sale_blocks: z.array(z.string()),
        }),
      ),
    }),
  ),
});
