/** 拒签无忧: pays fees back after a refusal. Terms change for new sales only; amounts, once listed, by a reviewed request. */
import { api, done, list, move, optional, pick, read, write } from "../../kit/endpoint.ts";
import {
  percent,
  anyOf,
  bool,
  choice,
  choices,
  date,
  decimal,
  id,
  int,
  longText,
  money,
  rate,
  text,
  time,
  version,
  z,
} from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { ADJUST_REASONS, priceAdjustment } from "./price-adjustment.ts";
import { refuseNoWorryProductFlow } from "./refuse-no-worry-product.flow.ts";
import { PROTECTION_SCOPES } from "./refuse-no-worry-product.words.ts";
import { IDENTITIES } from "../sku/sku.ts";

const code = may.refuse_no_worry_product;

export const PROTECTION_PRICINGS = { fixed: "固定金额", percent: "按订单价" } as const;
export const PROTECTION_BUY_UNTIL = { order: "仅下单时", submission: "送签前可补买" } as const;
export const PROTECTION_PROOFS = { letter: "拒签信", page: "拒签页" } as const;
/** A share of payouts is told from this many sold on; below it one claim would move it too far. */
export const PROTECTION_RATE_FROM = 20;

const RATE_FAULT = "赔付比例应为1-100";
const paidPart = () => z.int({ error: RATE_FAULT }).min(1, { error: RATE_FAULT }).max(100, { error: RATE_FAULT });
const exclusions = z
  .strictObject({
    identities: choices("不可购买的身份", IDENTITIES),
    /** 0 in the next three: no limit. */
    age_below: int("不足年龄", 0, 120),
    age_above: int("超过年龄", 0, 120),
    refusal_within_years: int("拒签史年数", 0, 50),
  })
  .refine((e) => e.age_below === 0 || e.age_above === 0 || e.age_below <= e.age_above, {
    error: "年龄上限不能小于下限",
    path: ["age_above"],
  })
  .meta({ label: "不可购买", kind: "object" });

const terms = {
  name: text("名称", { min: 2, max: 40 }),
  scope: choice("保障范围", PROTECTION_SCOPES),
  /** Who bears what is paid back; null: we ourselves. */
  supplier_id: z.nullable(id("承保保司", "insurer")),
  rate: paidPart().meta({ label: "赔付比例", kind: "int", percent: 100 }),
  cap: money("赔付上限"),
  exclusions,
  buy_until: choice("购买时点", PROTECTION_BUY_UNTIL),
  proof_days: int("证明提交期限(天)", 1, 365),
  appeal_times: int("可申诉次数", 0, 9),
  proofs: choices("拒签证明", PROTECTION_PROOFS).min(1, { error: "请至少选择一项证明" }),
  clause: longText("条款", 5000, 0),
};
const amounts = {
  pricing: choice("定价方式", PROTECTION_PRICINGS),
  price: money("固定售价"),
  price_rate: rate("费率"),
  price_min: money("最低售价"),
};
const reserveCost = z.optional(money("计提成本"));

const figures = {
  sold: int("售出"),
  premium: money("保费"),
  claims_submitted: int("理赔提交"),
  claims_passed: int("理赔通过"),
  paid: money("已赔"),
  /** Percent of the premium; null below the count that makes it worth telling. */
  paid_rate: z.nullable(percent("赔付率", decimal("赔付率", 0, 1e9))),
};

export const refuseNoWorryProduct = z.object({
  id: id("编号"),
  ...terms,
  ...amounts,
  /** Only for those who may see costs. */
  reserve_cost: reserveCost,
  supplier_name: z.nullable(text("承保保司")),
  product_status: choice("状态", stateLabels(refuseNoWorryProductFlow)),
  first_listed_at: z.nullable(time("首次上架")),
  link_count: int("关联商品"),
  ...figures,
  version: version(),
  updated_at: time("更新时间"),
});
const f = refuseNoWorryProduct.shape;

const result = z.object({ key: z.string(), label: z.string(), ...figures });
export const refuseNoWorryDetail = refuseNoWorryProduct.extend({
  by_country: z.array(result).meta({ label: "按国家", kind: "list" }),
  by_identity: z.array(result).meta({ label: "按身份", kind: "list" }),
  /** Amounts that wait for their review or their time. */
  adjustments: z.array(priceAdjustment),
});

const versioned = pick(refuseNoWorryProduct, "id", "version");
const ADJUSTABLE = {
  price: z.optional(amounts.price),
  price_rate: z.optional(amounts.price_rate),
  price_min: z.optional(amounts.price_min),
};

export const refuseNoWorryProductApi = api({
  refuse_no_worry_product_query: list("拒签无忧产品列表", code, {
    filter: {
      keyword: z.optional(text("名称", { min: 0, max: 40 })),
      scope: z.optional(anyOf(f.scope)),
      country_id: z.optional(anyOf(text("国家/地区").meta({ label: "国家/地区", kind: "text", of: "country" }))),
      paid_rate: z.optional(
        z
          .strictObject({ from: z.optional(decimal("赔付率", 0, 1e6)), to: z.optional(decimal("赔付率", 0, 1e6)) })
          .meta({ label: "赔付率(%)", kind: "object" }),
      ),
      product_status: z.optional(anyOf(f.product_status)),
    },
    row: refuseNoWorryProduct,
    sorts: ["name", "updated_at"],
    columns_may: { reserve_cost: may.cost_view },
    exports: ["name", "product_status", "supplier_name", "scope", "rate", "cap", "link_count", "sold", "paid_rate", "updated_at"],
  }),
  refuse_no_worry_product_get: read("拒签无忧产品详情", code, pick(refuseNoWorryProduct, "id"), refuseNoWorryDetail),
  refuse_no_worry_product_add: write(
    "新增拒签无忧产品",
    code,
    { ...terms, supplier_id: z.optional(terms.supplier_id), ...amounts, reserve_cost: reserveCost },
    refuseNoWorryProduct,
  ),
  refuse_no_worry_product_update: write(
    "编辑拒签无忧产品",
    code,
    /** The amounts of a draft; of a product that was listed only its terms. */
    { ...versioned, ...optional({ ...terms, ...amounts }), reserve_cost: reserveCost },
    refuseNoWorryProduct,
  ),
  refuse_no_worry_product_on_sale: move(refuseNoWorryProductFlow, "on_sale", versioned, refuseNoWorryProduct),
  refuse_no_worry_product_off_sale: move(refuseNoWorryProductFlow, "off_sale", versioned, refuseNoWorryProduct),
  refuse_no_worry_product_remove: write("删除拒签无忧产品", code, versioned, done),
  refuse_no_worry_product_trial: read(
    "拒签无忧试算",
    code,
    {
      id: f.id,
      service: money("服务费"),
      embassy: money("签证费"),
      centre: money("签证中心费"),
      identity: z.optional(z.nullable(choice("身份", IDENTITIES))),
      birth_date: z.optional(z.nullable(date("出生日期"))),
      refused_on: z.optional(z.nullable(date("最近拒签日期"))),
    },
    z.object({
      order_price: money("订单价"),
      price: money("售价"),
      /** Fees the scope covers, before rate and cap. */
      covered: money("保障内费用"),
      payout: money("赔付"),
      is_capped: bool("按上限赔付"),
      excluded: z.nullable(text("不可购买的原因")),
    }),
  ),
  /** Asks for other amounts of a product that was listed; nothing changes before a second person passes it. */
  refuse_no_worry_product_adjust: write(
    "申请调价",
    code,
    {
      id: f.id,
      ...ADJUSTABLE,
      reason_kind: choice("原因", ADJUST_REASONS),
      reason: text("说明", { min: 5, max: 200, long: true }),
      /** Null: as soon as it is passed. */
      effective_at: z.nullable(time("生效时间")),
    },
    z.object({ adjust_no: text("调价单号") }),
    { key: true },
  ),
  /** Takes back one's own request that still waits; id and version are the request's. */
  refuse_no_worry_product_adjust_withdraw: write("撤销拒签无忧调价", code, pick(priceAdjustment, "id", "version"), done),
});
