/** Rows that stand inside a product: its prices, papers, urgent tiers, and the insurance that goes with it. */
import { bool, choice, id, ids, money, richText, text, time, z } from "../../kit/field.ts";
import { DOCUMENT_OWNERS, IDENTITIES, INSURANCES_MAX, PRICE_KINDS, TIER_KINDS } from "./sku.words.ts";

export const skuPrice = z.object({
  id: id(),
  price_kind: choice("价种", PRICE_KINDS),
  ref_id: text("对象", { min: 0 }),
  /** Of a group or a peer. */
  ref_name: z.nullable(text("对象名称")),
  adult: money("成人"),
  child: z.nullable(money("儿童")),
  currency: text("原币"),
  foreign_adult: z.nullable(z.int()),
  rate: z.nullable(z.string()),
  effective_from: time("生效"),
  effective_to: z.nullable(time("失效")),
  margin: z.nullable(money("毛利", { signed: true })),
});
export const skuDocument = z.object({
  id: id(),
  identity: choice("身份", IDENTITIES),
  document_id: id("资料"),
  kind: z.int(),
  name: text("资料"),
  category: z.nullable(z.int()),
  sub_type: z.nullable(z.string()),
  requirement: richText("要求", { min: 0, max: 5000 }),
  owner: choice("归属", DOCUMENT_OWNERS),
  when: z.string(),
  group_key: z.string(),
  need_n: z.int(),
  copies: z.nullable(z.int()),
  is_original: z.boolean(),
  page_type: z.int(),
});
export const urgentTier = z.object({
  tier_code: z.string(),
  name: z.string().meta({ label: "名称", kind: "text" }),
  tier_kind: choice("加急类型", TIER_KINDS),
  work_days_min: z.int(),
  work_days_max: z.int(),
  fee: money("加急费"),
});

/** Insurance that goes with the product. */
export const skuInsurance = {
  insurance_product_ids: ids("推荐保险", INSURANCES_MAX),
  insurance_required: bool("必须投保"),
};
