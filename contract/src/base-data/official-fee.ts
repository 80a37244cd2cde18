/** What missions and their visa centres ask for, in their own currency and in time. Prices of products point at it. */
import { api, done, list, pick, read, rowResult, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, id, ids, int, money, text, time, version, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { skuFlow } from "../product/sku/sku.flow.ts";
import { stateLabels } from "../kit/flow.ts";
import { adjustCell } from "../product/price/price-adjustment.ts";
import { isRate } from "./official-fee.rules.ts";

export const FEE_KINDS = { embassy: "签证费", centre: "签证中心服务费" } as const;
/** Follows from the two times. */
export const FEE_STATES = { current: "现行", pending: "待生效", ended: "已失效" } as const;
/** What gives way when a fee changes: the sale price follows it, or the service part of it does. */
export const FEE_KEEPS = { service: "保留服务费，售价随官方收费变动", price: "保留售价，服务费吸收变动" } as const;
export const CURRENCIES = {
  CNY: "人民币 CNY",
  USD: "美元 USD",
  EUR: "欧元 EUR",
  GBP: "英镑 GBP",
  JPY: "日元 JPY",
  KRW: "韩元 KRW",
  AUD: "澳元 AUD",
  CAD: "加元 CAD",
  NZD: "新西兰元 NZD",
  CHF: "瑞士法郎 CHF",
  HKD: "港币 HKD",
  MOP: "澳门元 MOP",
  TWD: "新台币 TWD",
  SGD: "新加坡元 SGD",
  THB: "泰铢 THB",
  VND: "越南盾 VND",
  IDR: "印尼盾 IDR",
  MYR: "马来西亚林吉特 MYR",
  PHP: "菲律宾比索 PHP",
  INR: "印度卢比 INR",
  LKR: "斯里兰卡卢比 LKR",
  NPR: "尼泊尔卢比 NPR",
  KHR: "柬埔寨瑞尔 KHR",
  LAK: "老挝基普 LAK",
  MMK: "缅元 MMK",
  AED: "阿联酋迪拉姆 AED",
  SAR: "沙特里亚尔 SAR",
  KWD: "科威特第纳尔 KWD",
  TRY: "土耳其里拉 TRY",
  EGP: "埃及镑 EGP",
  ZAR: "南非兰特 ZAR",
  RUB: "卢布 RUB",
  DKK: "丹麦克朗 DKK",
  SEK: "瑞典克朗 SEK",
  NOK: "挪威克朗 NOK",
  PLN: "波兰兹罗提 PLN",
  CZK: "捷克克朗 CZK",
  HUF: "匈牙利福林 HUF",
  BRL: "巴西雷亚尔 BRL",
  MXN: "墨西哥比索 MXN",
} as const;

export const rateText = () => text("汇率", { max: 20, check: (v) => (isRate(v) ? null : "汇率应为大于0的数，最多六位小数") });

export const officialFee = z.object({
  id: id("编号"),
  country_ids: z
    .array(text("国家/地区", { max: 2 }))
    .min(1, { error: "请选择国家/地区" })
    .max(60, { error: "国家/地区最多60个" })
    .meta({ label: "国家/地区", kind: "list", of: "country" }),
  name: text("名称", { min: 2, max: 40 }),
  fee_kind: choice("收费类型", FEE_KINDS),
  currency: choice("币种", CURRENCIES),
  /** Minor units of the currency; a child without an amount of its own pays the adult's. */
  adult: int("成人"),
  child: z.nullable(int("儿童")),
  effective_from: time("生效时间"),
  effective_to: z.nullable(time("失效时间")),
  source_url: text("官方网址", { min: 0, max: 300, check: (v) => (/^(https?:\/\/.+)?$/.test(v) ? null : "请输入以http或https开头的网址") }),
  verify_months: int("核验周期(月)", 1, 36),
  fee_state: choice("状态", FEE_STATES),
  verified_at: z.nullable(time("核验时间")),
  verified_by_name: z.nullable(text("核验人")),
  is_verify_due: bool("待核验"),
  /** Products whose prices point at this row. */
  sku_count: int("关联商品数"),
  /** Products that still stand on a former row of the same name. */
  former_count: int("待调价商品数"),
  /** Price requests opened for this fee that wait for their review. */
  adjust_open: int("待审核调价"),
  version: version(),
});
const f = officialFee.shape;

/** What a new fee does to one product. */
export const feeChange = z.object({
  sku_id: id("商品", "sku"),
  sku_no: text("商品编号"),
  name: text("商品"),
  sku_status: choice("状态", stateLabels(skuFlow)),
  rate: z.nullable(text("汇率")),
  fee_old: money("原官方收费"),
  /** Null while the rate is missing. */
  fee_new: z.nullable(money("新官方收费")),
  retail_old: z.nullable(money("原门市价")),
  retail_new: z.nullable(money("新门市价")),
  /** Of an adult at the retail price; only for those who may see cost. */
  margin_old: z.nullable(money("原毛利", { signed: true })),
  margin_new: z.nullable(money("新毛利", { signed: true })),
  /** The supplier's price already holds the fee: his price does not follow by itself. */
  fee_in_cost: bool("供应商报价含此费"),
  cells: z.array(adjustCell),
  /** The open request that already changes one of these cells. */
  adjust_no: z.nullable(text("调价单号")),
  /** Why no request can be opened, beside one that is open. */
  fault: z.nullable(text("不能调价")),
});

const ask = {
  ...pick(officialFee, "id"),
  rate: z.optional(z.nullable(rateText())),
  keep: choice("调价方式", FEE_KEEPS),
};

export const officialFeeApi = api({
  official_fee_query: list("官方收费", may.country, {
    filter: {
      country_id: z.optional(text("国家", { max: 2 })),
      keyword: z.optional(text("名称", { min: 0, max: 40 })),
      fee_kind: z.optional(anyOf(f.fee_kind)),
      fee_state: z.optional(anyOf(f.fee_state)),
    },
    row: officialFee,
    sorts: ["name", "effective_from"],
  }),
  /** Without `id` a new row; one that begins in the future ends the row in force of the same name. */
  official_fee_save: write(
    "保存官方收费",
    may.country,
    {
      id: z.optional(f.id),
      version: z.optional(f.version),
      ...pick(officialFee, "country_ids", "name", "fee_kind", "currency", "adult", "effective_from", "source_url"),
      child: z.optional(f.child),
      effective_to: z.optional(f.effective_to),
      verify_months: z.optional(f.verify_months),
    },
    officialFee,
    { key: true },
  ),
  official_fee_verify: write(
    "核验官方收费",
    may.country,
    { ...pick(officialFee, "id", "version"), source: text("官方网址", { max: 300, pattern: "url" }) },
    done,
  ),
  official_fee_affected_query: read(
    "官方收费影响的商品",
    may.country,
    ask,
    z.object({
      fee: officialFee,
      /** The row it follows; null: the first of its name. */
      former: z.nullable(officialFee),
      /** A foreign fee whose products have no rate yet: one must be typed. */
      needs_rate: bool("请输入汇率"),
      /** Products the change reaches; the list holds the first 500. */
      total: int("受影响的商品数"),
      list: z.array(feeChange),
    }),
  ),
  /** One price request per product, in one batch; a product that has one stays as it is. */
  official_fee_adjust: write(
    "官方收费调价",
    [may.country, may.sku],
    { ...ask, sku_ids: ids("商品", 500, "sku").min(1, { error: "请选择商品" }), expected_count: int("受影响的商品数") },
    z.object({ batch_no: z.nullable(text("批次")), opened: int("已提交"), results: z.array(rowResult) }),
    { key: true },
  ),
});
