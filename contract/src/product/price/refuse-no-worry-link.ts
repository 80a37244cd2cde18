/** Which products offer a refusal protection, and at which price where it is one of their own. */
import { api, list, pick, read, write } from "../../kit/endpoint.ts";
import { percent, anyOf, bool, choice, decimal, id, ids, int, money, text, time, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { priceAdjustment } from "./price-adjustment.ts";
import { skuFlow } from "../sku/sku.flow.ts";
import { sku } from "../sku/sku.ts";

const code = may.refuse_no_worry_product;
/** Products linked at once. */
export const LINK_MAX = 500;

export const refuseNoWorryLink = z.object({
  id: id("编号"),
  ...pick(sku, "sku_no", "country_id", "country_name", "flag_emoji"),
  sku_id: id("商品", "sku"),
  sku_name: text("商品"),
  sku_status: choice("商品状态", stateLabels(skuFlow)),
  retail_adult: z.nullable(money("门市价")),
  /** Percent of the results of 30 days that were refusals, and how many there were. */
  refuse_rate: z.nullable(percent("拒签率", decimal("拒签率", 0, 100))),
  results_30: int("30天出结果"),
  /** What it costs on this product at the retail price; null while that has none. */
  price: z.nullable(money("售价(本单)")),
  price_override: z.nullable(money("单独定价")),
  sold: int("售出"),
  paid: money("已赔"),
});
const f = refuseNoWorryLink.shape;
const productId = id("拒签无忧产品");
const links = ids("商品", LINK_MAX).min(1, { error: "请选择商品" });
const override = z.nullable(money("单独定价"));

/** Products by what they are; at least one word, or the products themselves. */
const filter = z
  .strictObject({
    country_id: z.optional(anyOf(text("国家/地区").meta({ label: "国家/地区", kind: "text", of: "country" }), 200)),
    visa_type: z.optional(anyOf(sku.shape.visa_type)),
    visa_form: z.optional(anyOf(sku.shape.visa_form)),
    keyword: z.optional(text("商品/编号", { min: 0, max: 40 })),
    sku_id: z.optional(anyOf(id("商品", "sku"), LINK_MAX)),
  })
  .meta({ label: "商品范围", kind: "object" });

export const refuseNoWorryLinkApi = api({
  refuse_no_worry_link_query: list("拒签无忧关联商品", code, {
    filter: {
      product_id: productId,
      keyword: z.optional(text("商品/编号", { min: 0, max: 40 })),
      country_id: z.optional(anyOf(text("国家/地区").meta({ label: "国家/地区", kind: "text", of: "country" }))),
      sku_status: z.optional(anyOf(f.sku_status)),
      has_override: z.optional(bool("单独定价")),
    },
    row: refuseNoWorryLink,
    sorts: ["sku_no", "sold"],
    exports: ["sku_no", "sku_name", "country_name", "sku_status", "price", "sold", "paid"],
  }),
  /** What adding would do; nothing is kept. */
  refuse_no_worry_link_check: read(
    "试算关联商品数",
    code,
    { product_id: productId, filter },
    z.object({
      /** Not linked yet: what `_add` must come back with. */
      count: int("将关联"),
      linked: int("已关联"),
      examples: z.array(text("商品")),
    }),
  ),
  refuse_no_worry_link_add: write(
    "关联商品",
    code,
    { product_id: productId, filter, expected_count: int("将关联"), price_override: override },
    z.object({ added: int("已关联") }),
    { key: true },
  ),
  /** Only while the protection was never listed; afterwards its prices are asked for. */
  refuse_no_worry_link_update: write(
    "设置单独定价",
    code,
    { product_id: productId, ids: links, price_override: override },
    z.object({ changed: int("已改价") }),
  ),
  /** Asks for other prices on these products; nothing changes before a second person passes it. */
  refuse_no_worry_link_adjust: write(
    "申请单独定价",
    code,
    {
      product_id: productId,
      ids: links,
      price_override: override,
      ...pick(priceAdjustment, "reason_kind"),
      reason: text("说明", { min: 5, max: 200, long: true }),
      /** Null: as soon as it is passed. */
      effective_at: z.nullable(time("生效时间")),
    },
    z.object({ adjust_no: text("调价单号"), changed: int("改价商品") }),
    { key: true },
  ),
  /** Cover that was sold stays as it was. */
  refuse_no_worry_link_remove: write("移除关联商品", code, { product_id: productId, ids: links }, z.object({ removed: int("已移除") })),
});
