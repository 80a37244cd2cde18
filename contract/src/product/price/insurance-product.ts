/** 保险产品: plans of an insurer with rates by days and ages. Amounts are free until the first listing, afterwards they change by review. */
import { api, done, list, move, optional, pick, read, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, date, file, id, ids, int, money, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { insuranceProductFlow } from "./insurance-product.flow.ts";
import { AGE_MAX, coverText, DAY_MAX, INSURANCE_REGIONS, MEDICAL_CURRENCIES, rateOfRef, rateRef } from "./insurance.rules.ts";
import { ADJUST_REASONS, priceAdjustment } from "./price-adjustment.ts";
import { skuFlow } from "../sku/sku.flow.ts";

const code = may.insurance_product;
export const SURRENDERS = { before_start: "生效前全退", none: "不可退" } as const;
export const PLAN_MAX = 8;
export const RATE_MAX = 2_000;

const PLAN_KEY = /^[a-z][a-z0-9]{0,11}$/;
const planKey = () => text("计划代号", { max: 12, check: (v) => (PLAN_KEY.test(v) ? null : "计划代号应为小写字母开头的字母数字") });
const area = {
  day_from: int("最短天数", 1, DAY_MAX),
  day_to: int("最长天数", 1, DAY_MAX),
  age_from: int("最小年龄", 0, AGE_MAX),
  age_to: int("最大年龄", 0, AGE_MAX),
};
const isForward = (a: { day_from: number; day_to: number; age_from: number; age_to: number }): boolean =>
  a.day_from <= a.day_to && a.age_from <= a.age_to;

/** `area`: the days and ages it can be bought for; its rates fill them without a hole. */
export const insurancePlan = z
  .strictObject({
    key: planKey(),
    name: text("计划名称", { max: 20 }),
    medical_currency: choice("医疗保额币种", MEDICAL_CURRENCIES),
    /** Hundredths of its currency. */
    medical_cover: money("医疗保额", { min: 1 }),
    sum_insured: money("总保额"),
    ...area,
  })
  .refine(isForward, { error: "可投保的天数与年龄应从小到大" });
const plans = z
  .array(insurancePlan)
  .min(1, { error: "请至少填写一个计划" })
  .max(PLAN_MAX, { error: `计划最多${PLAN_MAX}个` })
  .refine((all) => new Set(all.map((p) => p.key)).size === all.length, { error: "计划代号重复" })
  .refine((all) => new Set(all.map((p) => p.name)).size === all.length, { error: "计划名称重复" })
  .meta({ label: "计划", kind: "list" });

/** `cost` is absent for those who may not see it, null while nobody has filled it. */
export const insuranceRate = z
  .strictObject({ plan_key: planKey(), ...area, premium: money("保费"), cost: z.optional(z.nullable(money("成本"))) })
  .refine(isForward, { error: "费率的天数与年龄应从小到大" });
const rates = z
  .array(insuranceRate)
  .max(RATE_MAX, { error: `费率最多${RATE_MAX}条` })
  .refine((all) => new Set(all.map(rateRef)).size === all.length, { error: "同一天数与年龄只填一条费率" })
  .meta({ label: "费率矩阵", kind: "list" });

export const insuranceProduct = z.object({
  id: id("编号"),
  name: text("名称", { min: 2, max: 40 }),
  code: text("编码", { pattern: "code", message: "编码应为5-12位大写字母或数字" }),
  supplier_id: id("保司", "insurer"),
  supplier_name: text("保司"),
  region: choice("地区", INSURANCE_REGIONS),
  country_ids: z
    .array(text("国家/地区", { max: 2 }))
    .max(60, { error: "国家/地区最多60个" })
    .meta({ label: "适用国家", kind: "list", of: "country" }),
  plans,
  plan_count: int("计划数"),
  min_lead_hours: int("至少提前(小时)", 0, 720),
  surrender: choice("退保规则", SURRENDERS),
  clause_file: z.nullable(file("条款PDF", "public_file")),
  /** Lowest amounts in force of all plans. */
  premium_from: z.nullable(money("保费起")),
  cost_from: z.optional(z.nullable(money("成本起"))),
  sku_count: int("关联商品"),
  policies_30: int("30天保单数"),
  claims: int("赔付登记数"),
  product_status: choice("状态", stateLabels(insuranceProductFlow)),
  first_listed_at: z.nullable(time("首次上架")),
  off_reason: z.nullable(text("停售原因")),
  version: version(),
  updated_at: time("更新时间"),
});
const f = insuranceProduct.shape;

const linkedSku = z.object({
  id: id("商品"),
  sku_no: text("商品编号"),
  name: text("商品"),
  country_name: text("国家/地区"),
  flag_emoji: text("旗", { min: 0 }),
  sku_status: choice("状态", stateLabels(skuFlow)),
  insurance_required: bool("必须投保"),
});
export const insuranceProductDetail = insuranceProduct.extend({
  /** In force now; of a draft what is to be. */
  rates,
  skus: z.array(linkedSku).meta({ label: "关联商品", kind: "list" }),
  /** Requests that are neither done nor refused; cost cells only for those who may see cost. */
  adjustments: z.array(priceAdjustment),
  moves: z.array(z.object({ move: z.string(), ok: z.boolean(), missing: z.nullable(z.string()) })),
});

const facts = {
  ...pick(insuranceProduct, "name", "code", "supplier_id", "region", "country_ids", "plans", "min_lead_hours", "surrender"),
  clause_file: f.clause_file.default(null),
  rates,
};
/** A clause left out of a change stays; one that is sent empty goes. */
const changes = optional({ ...facts, clause_file: f.clause_file });
const adjustedCell = z.strictObject({
  price_kind: choice("价种", { premium: "保费", cost: "成本" }),
  ref_id: text("费率", { max: 40, check: (v) => (rateOfRef(v) ? null : "费率不存在") }),
  old: money("原价"),
  new: money("新价"),
});

/** What one person pays for one plan; `fault` says why it cannot be bought. */
export const insurancePrice = z.object({
  plan_key: z.string(),
  plan_name: text("计划"),
  medical_currency: choice("医疗保额币种", MEDICAL_CURRENCIES),
  medical_cover: money("医疗保额"),
  sum_insured: money("总保额"),
  premium: z.nullable(money("保费")),
  cost: z.optional(z.nullable(money("成本"))),
  /** 8–10 天 / 0–70 岁. */
  band: z.nullable(text("费率档")),
  fault: z.nullable(text("不可投保原因")),
});

export const insuranceProductApi = api({
  insurance_product_query: list("保险产品列表", code, {
    filter: {
      keyword: z.optional(text("名称/编码", { min: 0, max: 40 })),
      supplier_id: z.optional(anyOf(f.supplier_id)),
      region: z.optional(anyOf(f.region)),
      country_id: z.optional(anyOf(text("适用国家", { max: 2 }).meta({ label: "适用国家", kind: "text", of: "country" }))),
      product_status: z.optional(anyOf(f.product_status)),
    },
    row: insuranceProduct,
    sorts: ["name", "code", "updated_at"],
    exports: ["name", "code", "supplier_name", "region", "plan_count", "premium_from", "sku_count", "product_status", "updated_at"],
    columns_may: { cost_from: may.cost_view },
    sheet: {
      plan_names: { type: text("计划"), of: ["plans"], value: (p) => p.plans.map((x) => x.name).join("、") },
      plan_covers: { type: text("医疗保额"), of: ["plans"], value: (p) => p.plans.map(coverText).join("、") },
    },
  }),
  insurance_product_get: read("保险产品详情", code, pick(insuranceProduct, "id"), insuranceProductDetail),
  insurance_product_add: write("新增保险产品", code, facts, insuranceProduct),
  insurance_product_update: write("编辑保险产品", code, { ...pick(insuranceProduct, "id", "version"), ...changes }, insuranceProduct),
  insurance_product_remove: write("删除保险产品", code, pick(insuranceProduct, "id", "version"), done),
  insurance_product_on_sale: move(insuranceProductFlow, "on_sale", pick(insuranceProduct, "id", "version"), insuranceProduct),
  insurance_product_off_sale: move(
    insuranceProductFlow,
    "off_sale",
    { ...pick(insuranceProduct, "id", "version"), reason: text("停售原因", { min: 2, max: 200 }) },
    insuranceProduct,
  ),
  insurance_product_quote: read(
    "保费试算",
    code,
    { ...pick(insuranceProduct, "id"), departure: date("出发日期"), return_date: date("返回日期"), birth_date: date("出生日期") },
    z.object({
      days: int("保障天数"),
      age: int("年龄"),
      /** Last instant at which it can be bought, and whether it has passed. */
      buy_until: time("最晚投保"),
      is_late: bool("已过投保时间"),
      prices: z.array(insurancePrice),
    }),
  ),
  insurance_product_adjust: write(
    "申请调价",
    code,
    {
      ...pick(insuranceProduct, "id"),
      reason_kind: choice("原因", ADJUST_REASONS),
      reason: text("说明", { min: 5, max: 200 }),
      /** Absent or null: as soon as it is approved. */
      effective_at: z.optional(z.nullable(time("生效时间"))),
      cells: z
        .array(adjustedCell)
        .min(1, { error: "请至少修改一个金额" })
        .max(RATE_MAX, { error: `一次最多调整${RATE_MAX}个金额` })
        .refine((all) => new Set(all.map((c) => `${c.price_kind} ${c.ref_id}`)).size === all.length, { error: "同一金额只填一次" })
        .meta({ label: "调价项", kind: "list" }),
    },
    z.object({ adjust_no: text("调价单号") }),
    { key: true },
  ),
  /** Takes back one's own request that still waits; id and version are the request's. */
  insurance_product_adjust_withdraw: write("撤销保险调价", code, pick(priceAdjustment, "id", "version"), done),
  /** For goods that recommend insurance: on sale only, or exactly the ones asked for. */
  insurance_product_pick: read(
    "选择保险产品",
    "staff",
    {
      keyword: z.optional(text("关键词", { min: 0, max: 40 })),
      country_id: z.optional(text("国家", { max: 2 })),
      ids: z.optional(ids("保险产品", 50)),
    },
    z.object({
      list: z.array(
        z.object({
          ...pick(insuranceProduct, "id", "name", "code", "supplier_name", "region", "premium_from", "product_status"),
          plans: z.array(z.object(pick(insurancePlan, "key", "name", "medical_currency", "medical_cover"))),
          /** Why it does not fit the country; null when it does, or none was named. */
          fault: z.nullable(text("不适用原因")),
        }),
      ),
    }),
  ),
  insurance_product_insurer_pick: read(
    "选择保司",
    "staff",
    { keyword: z.optional(text("关键词", { min: 0, max: 40 })) },
    z.object({ list: z.array(z.object({ id: id("保司"), name: text("保司"), short_name: text("简称") })) }),
  ),
});
