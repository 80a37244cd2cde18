/** 结算价 of a match: proposed, reviewed as a price adjustment of the product, never edited. */
import { api, done, pick, read, write } from "../kit/endpoint.ts";
import { bool, choice, id, ids, int, money, rate, share, text, time, z } from "../kit/field.ts";
import { CURRENCIES } from "../base-data/official-fee.ts";
import { may } from "../permissions.ts";
import { ADJUST_REASONS } from "../product/price/price-adjustment.words.ts";
import { supplierPrice } from "./supplier-product.ts";

const code = may.supplier_product;
export const supplierPriceFacts = {
  adult: money("成人结算价"),
  child: z.nullable(money("儿童结算价")),
  /** Extra of each tier of urgency. */
  urgent: z.record(text("加急档", { max: 20 }), money("加急")).meta({ label: "加急", kind: "json" }),
  embassy_included: bool("含使馆费"),
  centre_included: bool("含中心费"),
  embassy_fee: money("使馆费"),
  currency: choice("币种", CURRENCIES),
};
const why = {
  /** Absent or null: as soon as it is approved. */
  effective_at: z.optional(z.nullable(time("生效时间"))),
  reason_kind: choice("原因类别", ADJUST_REASONS),
  reason: text("说明", { min: 5, max: 200 }),
};
/** A row of a supplier's own sheet, found by his codes; money as typed, in yuan. */
const sheetRow = z.strictObject({
  supplier_code: text("供应商编码", { min: 0, max: 60 }),
  adult: text("成人价", { min: 0, max: 30 }),
  child: text("儿童价", { min: 0, max: 30 }),
  urgent: text("加急", { min: 0, max: 30 }),
  embassy_fee: text("使馆费", { min: 0, max: 30 }),
});

/** What the product has a cost for, and what it is sold at. */
const pricedSku = z.object({
  has_child: bool("有儿童价"),
  tiers: z.array(z.object({ tier_code: text("加急档"), name: text("名称") })),
  /** Sales now and what goes on from them when the cost does not hold it; needs the right to see margins. */
  sale: z.optional(
    z.object({
      levels: z.array(z.object({ name: text("级别"), adult: money("成人"), child: z.nullable(money("儿童")) })),
      embassy_fee: money("签证费"),
      centre_fee: money("签证中心服务费"),
    }),
  ),
});

export const supplierPriceApi = api({
  supplier_price_query: read(
    "结算价历史",
    code,
    { supplier_product_id: id("匹配") },
    z.object({ list: z.array(supplierPrice), sku: pricedSku }),
  ),
  supplier_price_propose: write(
    "提交结算价",
    code,
    { supplier_product_id: id("匹配"), ...supplierPriceFacts, ...why },
    z.object({ id: id("结算价"), adjust_no: z.nullable(text("调价单号")) }),
    { key: true },
  ),
  supplier_price_withdraw: write("撤回结算价", code, { ...pick(supplierPrice, "id") }, done, { key: true }),
  /** The same change of many; `dry_run` answers what would become of each, and a commit names the dry run it rests on. */
  supplier_price_batch: write(
    "批量调价",
    code,
    {
      ids: ids("匹配", 200).min(1, { error: "请选择匹配" }),
      by: choice("方式", { amount: "加减金额", percent: "按比例" }),
      amount: z.optional(money("加减金额", { signed: true })),
      rate_bp: z.optional(rate("调整比例", -9000, 10_000)),
      dry_run: bool("预览"),
      /** As the dry run answered it. */
      seen: z.optional(text("预览标记", { max: 64 })),
      ...why,
    },
    z.object({
      rows: z.array(
        z.object({
          id: id("匹配"),
          name: text("匹配"),
          /** Of both amounts; null: there is no cost yet. */
          currency: z.nullable(text("币种")),
          old_adult: z.nullable(money("原成人价")),
          new_adult: z.nullable(money("新成人价")),
          fault: z.nullable(text("不能调价的原因")),
          adjust_no: z.nullable(text("调价单号")),
        }),
      ),
      seen: text("预览标记"),
      done: int("已提交"),
    }),
    { key: true },
  ),
  /** A dry run writes nothing and answers each row; a commit names the dry run it rests on. */
  supplier_price_import: write(
    "导入供应商报价",
    code,
    {
      supplier_id: id("供应商", "supplier"),
      rows: z
        .array(sheetRow)
        .min(1, { error: "报价单没有数据" })
        .max(2_000, { error: "一次最多导入2000行" })
        .meta({ label: "报价单", kind: "list" }),
      dry_run: bool("预检"),
      /** As the dry run answered it. */
      seen: z.optional(text("预检标记", { max: 64 })),
      ...why,
    },
    z.object({
      rows: z.array(
        z.object({
          row: int("行号"),
          supplier_code: text("供应商编码", { min: 0 }),
          name: z.nullable(text("匹配")),
          /** Of both amounts; null: there is no cost yet. */
          currency: z.nullable(text("币种")),
          old_adult: z.nullable(money("原成人价")),
          new_adult: z.nullable(money("新成人价")),
          outcome: z.enum(["change", "same", "fault"]),
          fault: z.nullable(text("错误")),
          adjust_no: z.nullable(text("调价单号")),
        }),
      ),
      /** What the last 30 days would have cost at the new prices. */
      replay: z.object({
        orders: int("近30天办理人数"),
        cost_delta: money("成本变化", { signed: true }),
        margin_before: z.nullable(share("原毛利率")),
        margin_after: z.nullable(share("新毛利率")),
        below_floor: z.array(z.string()).meta({ label: "低于底线的商品", kind: "list" }),
      }),
      /** Rows that rise or fall by more than a tenth: the reason is longer then. */
      steep: int("涨跌超过10%的行"),
      seen: text("预检标记"),
      done: int("已提交"),
    }),
    { key: true },
  ),
});
