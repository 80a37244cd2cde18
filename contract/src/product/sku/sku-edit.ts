/** Making a product: one body holds its fields, price grid and papers. */
import { districtArea } from "../../base-data/embassy.ts";
import { CURRENCIES, rateText } from "../../base-data/official-fee.ts";
import { api, optional, pick, read, write } from "../../kit/endpoint.ts";
import { bool, choice, choices, id, int, longText, money, status, text, time, version, z } from "../../kit/field.ts";
import { numberFault } from "../../kit/field-number.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import {
  COVER_MODES,
  DOCUMENT_OWNERS,
  IDENTITIES,
  PRICE_KINDS,
  RETURN_WAYS,
  SALE_ENDS,
  sku,
  skuInsurance,
  TIER_KINDS,
  UPLOAD_TYPES,
  VISA_FORMS,
} from "./sku.ts";
import { skuFlow } from "./sku.flow.ts";

export const DOCUMENT_WHENS = { always: "一律", under_18: "未满18岁", married: "已婚", out_of_district: "户籍不在领区" } as const;
const TIERS_MAX = 3;
const PAPERS_MAX = 400;

const spuCode = () =>
  z
    .string({ error: "请选择所属SPU" })
    .regex(/^[A-Z]{2}-[A-Z0-9-]{2,17}$/, { error: "请选择所属SPU" })
    .meta({ label: "所属SPU", kind: "text" });
const workDays = (label: string) =>
  z
    .int({ error: numberFault("预计办理工作日", "须为整数") })
    .min(0, { error: `${label}不能为负数` })
    .max(120, { error: `${label}不能大于120` })
    .meta({ label, kind: "int" });

export const tierInput = z.strictObject({
  tier_code: text("加急档编号", { max: 8, check: (v) => (/^[A-Z]\d{1,4}$/.test(v) ? null : "加急档编号应为 U1 这样的编号") }),
  name: text("加急档名称", { max: 20 }),
  tier_kind: choice("加急类型", TIER_KINDS),
  work_days_min: workDays("最短工作日"),
  work_days_max: workDays("最长工作日"),
});
/** An amount of the grid. A fee in a foreign currency is frozen by the server: its CNY amount follows from the rate. */
export const priceInput = z.strictObject({
  price_kind: choice("价种", PRICE_KINDS),
  ref_id: text("对象", { min: 0, max: 40 }),
  adult: money("成人价"),
  child: z.nullable(money("儿童价")),
  currency: choice("原币", CURRENCIES),
  foreign_adult: z.nullable(int("原币成人")),
  foreign_child: z.nullable(int("原币儿童")),
  rate: z.nullable(rateText()),
  official_fee_id: z.nullable(id("官方收费", "official_fee")),
});
/** A paper asked of an identity; its place in the list is its place on the customer's page. */
export const paperInput = z.strictObject({
  identity: choice("身份", IDENTITIES),
  document_id: id("资料", "document"),
  owner: choice("归属", DOCUMENT_OWNERS),
  when: choice("何时需要", DOCUMENT_WHENS),
  group_key: text("任选组", { min: 0, max: 20 }),
  need_n: int("任选数", 1, 20),
  copies: z.nullable(int("份数", 1, 9)),
  note: text("备注", { min: 0, max: 100 }),
});

/** What a person fills in. */
const form = {
  visa_product_unit_code: spuCode(),
  name: text("商品名称", { max: 50 }),
  service_level: text("服务档", { max: 10 }),
  ends: choices("上架端", SALE_ENDS),
  embassy_id: z.nullable(id("送签使领馆", "embassy")),
  submit_place_id: z.nullable(id("递签/采集地点", "embassy")),
  cover_mode: choice("受理范围", COVER_MODES),
  cover_area: districtArea,
  need_interview: bool("面签"),
  need_fingerprint: bool("录指纹"),
  need_delivery: bool("面递"),
  need_training: bool("面签辅导"),
  need_return_material: bool("回寄资料"),
  need_effect_date: bool("需选生效日期"),
  material_upload_type: choice("下单流程", UPLOAD_TYPES),
  passport_months: int("护照有效期(月)", 0, 24),
  passport_pages: int("空白页", 0, 6),
  work_days_min: workDays("最短工作日"),
  work_days_max: workDays("最长工作日"),
  advance_days: int("至少提前(天)", 0, 365),
  urgent_tiers: z
    .array(tierInput)
    .max(TIERS_MAX, { error: `加急档最多${TIERS_MAX}个` })
    .meta({ label: "加急档", kind: "list" }),
  child_age: int("儿童线(岁)", 0, 18),
  identities: z
    .array(choice("适用身份", IDENTITIES))
    .min(1, { error: "请选择适用身份" })
    .max(6)
    .meta({ label: "适用身份", kind: "choices", options: IDENTITIES }),
  refund_policy_id: z.nullable(id("退款政策", "refund_policy")),
  ...skuInsurance,
  mail_centre_id: z.nullable(id("收件中心", "mail_centre")),
  return_way: choice("回寄方式", RETURN_WAYS),
  booking_note: longText("预订须知", 5000, 0),
  tips: longText("温馨提示", 5000, 0),
  fee_included: longText("费用包含", 5000, 0),
  fee_excluded: longText("费用不含", 5000, 0),
  sort: int("排序", 0, 99_999),
  prices: z.array(priceInput).max(100, { error: "价格最多100行" }).meta({ label: "价格", kind: "list" }),
  papers: z
    .array(paperInput)
    .max(PAPERS_MAX, { error: `资料最多${PAPERS_MAX}行` })
    .meta({ label: "资料", kind: "list" }),
};
const start = (({ visa_product_unit_code, name, service_level, embassy_id, submit_place_id, cover_mode }) => ({
  visa_product_unit_code,
  name,
  service_level,
  embassy_id,
  submit_place_id,
  cover_mode,
}))(form);

/** A product as its form holds it, with what the form draws from. */
export const skuEdit = z.object({
  id: id("编号"),
  version: version(),
  sku_no: text("商品编号"),
  sku_status: choice("状态", stateLabels(skuFlow)),
  first_listed_at: z.nullable(time("首次上架")),
  ...form,
  spu_name: text("所属SPU"),
  country_id: text("国家/地区"),
  country_name: text("国家/地区"),
  flag_emoji: text("旗", { min: 0 }),
  visa_form: choice("签证形式", VISA_FORMS),
  /** Of the groups and peers that have prices. */
  ref_names: z.array(z.object({ price_kind: z.enum(["group", "peer"]), ref_id: text("对象"), name: text("名称") })),
  /** Levels in use that no rule prices: each needs a row. */
  ruleless_levels: z.array(text("等级")),
  has_detail: bool("有图文"),
  has_cost: bool("有供应商成本"),
  booked_places: z.array(id("地点")),
  /** The supplier's price and the floor, for the margins of the grid; null for those who may not see costs. */
  cost: z.nullable(
    z.object({
      adult: money("结算价"),
      child: z.nullable(money("儿童结算价")),
      embassy_included: z.boolean(),
      centre_included: z.boolean(),
    }),
  ),
  margin_floor: z.nullable(money("毛利底线")),
  documents: z.array(z.object({ id: id(), kind: z.int(), name: text("资料"), status: status(), copies: int("份数") })),
  /** Official fees of the country in force, each with the rate typed last for its currency. */
  fees: z.array(
    z.object({
      id: id(),
      fee_kind: z.enum(["embassy", "centre"]),
      name: text("名称"),
      currency: choice("币种", CURRENCIES),
      adult: int("成人"),
      child: z.nullable(int("儿童")),
      rate: z.nullable(text("汇率")),
    }),
  ),
});

/** SPUs a new product may belong to, with what it takes over from them. */
const startSpu = z.object({
  visa_product_unit_code: spuCode(),
  name: text("SPU名称"),
  country_id: text("国家/地区"),
  country_name: text("国家/地区"),
  flag_emoji: text("旗", { min: 0 }),
  pinyin: text("拼音"),
});
const of = pick(sku, "id", "version");
const made = z.object({ id: id("编号"), sku_no: text("商品编号") });

export const skuEditApi = api({
  sku_start_get: read("新增商品的起点", may.sku, {}, z.object({ spus: z.array(startSpu) })),
  sku_edit_get: read("编辑商品的内容", may.sku, pick(sku, "id"), skuEdit),
  /** A draft; with `copy_id` everything else is taken over from that product. */
  sku_add: write(
    "新增商品",
    may.sku,
    {
      ...start,
      ...optional(pick(z.object(start), "embassy_id", "submit_place_id")),
      cover_area: z.optional(form.cover_area),
      copy_id: z.optional(z.nullable(id("复制自", "sku"))),
    },
    made,
    {
      key: true,
    },
  ),
  sku_copy: write(
    "复制商品",
    may.sku,
    { id: sku.shape.id, ...pick(z.object(form), "name", "service_level", "embassy_id", "submit_place_id") },
    made,
    {
      key: true,
    },
  ),
  sku_update: write("编辑商品", may.sku, { ...of, ...optional(form) }, skuEdit),
});
