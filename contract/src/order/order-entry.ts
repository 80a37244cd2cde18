/** What a new order is priced by, and the price. */

import { bool, choice, date, id, mobile, money, personName, text, z } from "../kit/field.ts";
import { IDENTITIES } from "../product/sku/sku.words.ts";
import { FEE_KINDS } from "./words.ts";
import { insuranceChoice } from "./insurance-choice.ts";
import { order } from "./order-record.ts";

const f = order.shape;
const quoteApplicant = z.strictObject({
  name_cn: z.optional(z.nullable(personName())),
  surname_en: z.optional(z.nullable(text("姓(拼音)", { max: 40 }))),
  given_name_en: z.optional(z.nullable(text("名(拼音)", { max: 40 }))),
  gender: z.optional(z.nullable(z.enum(["male", "female"]))),
  birth_date: z.optional(z.nullable(date("出生日期"))),
  passport_no: z.optional(z.nullable(text("护照号", { max: 12 }))),
  passport_issue_date: z.optional(z.nullable(date("签发日"))),
  passport_expiry_date: z.optional(z.nullable(date("有效期至"))),
  passport_issue_place: z.optional(z.nullable(text("签发地", { max: 60 }))),
  id_card_no: z.optional(z.nullable(text("身份证号", { max: 18 }))),
  mobile: z.optional(z.nullable(mobile())),
  identity: z.optional(z.nullable(choice("身份", IDENTITIES))),
  household_province: z.optional(z.nullable(text("户籍省", { max: 6 }))),
  household_city: z.optional(z.nullable(text("户籍市", { max: 6 }))),
  relation: z.optional(z.enum(["self", "spouse", "child", "parent", "other"])),
  protection: z.optional(z.boolean()),
});
/** What an entry is priced by. */
export const orderEntry = {
  sku_id: f.sku_id,
  customer_kind: f.customer_kind,
  /** Of a peer's or a company's order; the price is its own. */
  peer_id: z.optional(z.nullable(id("同行", "peer"))),
  travel_date: z.optional(f.travel_date),
  return_date: z.optional(f.return_date),
  urgent_tier_code: z.optional(z.nullable(text("加急档", { max: 20 }))),
  refuse_no_worry_product_id: z.optional(z.nullable(id("拒签无忧"))),
  /** Of everybody of the order, for the whole journey. */
  insurance: z.optional(z.nullable(insuranceChoice)),
  applicants: z
    .array(quoteApplicant)
    .min(1, { error: "至少填写一位申请人" })
    .max(50, { error: "一张订单最多50位申请人" })
    .meta({ label: "申请人", kind: "list" }),
};
export const orderQuote = z.object({
  quote_hash: z.string(),
  amount_total: money("原价"),
  discount_total: money("优惠"),
  amount_payable: money("应付"),
  margin: z.nullable(money("毛利", { signed: true })),
  lines: z.array(
    z.object({
      applicant_seq: z.nullable(z.int()),
      /** Priced as a child's. */
      is_child: bool("儿童"),
      kind: choice("费用项", FEE_KINDS),
      label: z.string(),
      amount: money("原价"),
      discount_share: money("优惠分摊"),
      payable: money("应付"),
      source: z.string(),
    }),
  ),
  warnings: z.array(z.string()),
  promised: z.nullable(z.string()),
});
