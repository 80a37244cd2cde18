/** Words of price requests that need no zod. */
export const ADJUST_TARGETS = { sku: "商品", insurance_product: "保险产品", refuse_no_worry_product: "拒签无忧产品" } as const;
export const ADJUST_REASONS = {
  supplier: "供应商调价",
  embassy: "使馆费变动",
  fx: "汇率",
  promo: "促销",
  market: "市场竞争",
  correct: "录入更正",
} as const;
export const ADJUST_SOURCES = { staff: "员工", supplier: "供应商", fee: "官方收费变动" } as const;
export const ADJUST_EFFECTS = { now: "通过后立即", at: "定时" } as const;
export const PRICE_BANDS = { adult: "成人", child: "儿童" } as const;
export const ADJUST_KINDS = {
  retail: "门市价",
  level: "等级价",
  group: "分组价",
  peer: "客户专属价",
  embassy_fee: "签证费",
  centre_fee: "签证中心服务费",
  urgent: "加急费",
  cost: "供应商成本",
  premium: "保费",
  rate: "费率",
  override: "单独定价",
} as const;
/** What staff may change of a product. */
export const SKU_KINDS = {
  retail: ADJUST_KINDS.retail,
  level: ADJUST_KINDS.level,
  group: ADJUST_KINDS.group,
  peer: ADJUST_KINDS.peer,
  embassy_fee: ADJUST_KINDS.embassy_fee,
  centre_fee: ADJUST_KINDS.centre_fee,
  urgent: ADJUST_KINDS.urgent,
} as const;
export const ADJUST_REJECTS = {
  price: "价格不合理",
  margin: "毛利不足",
  basis: "依据不足",
  time: "生效时间不合适",
  other: "其他",
} as const;
export const ADJUST_OPS = { add: "加减金额", percent: "加减比例", set: "设为" } as const;
export const ADJUST_ROUNDS = { none: "不取整", yuan: "取整到元", ten: "取整到10元" } as const;
/** Products of one request, requests of one decision. */
export const ADJUST_SKUS_MAX = 500;
export const ADJUST_REVIEW_MAX = 100;
/** A change lies at most so many days ahead. */
export const ADJUST_DAYS = 180;
/** Days of sales a change is replayed over. */
export const REPLAY_DAYS = 30;
