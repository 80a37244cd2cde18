/** 价格解释 and the history of a product's prices. */
import { api, read } from "../../kit/endpoint.ts";
import { choice, id, int, money, text, time, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { LEVEL_CODES } from "../../peer/level/level.words.ts";
import { PRICE_BANDS } from "../price/price-adjustment.ts";
import { PRICE_KINDS, SALE_ENDS } from "./sku.ts";

/** One price that could have counted; `lost` says why it did not, null for the winner. */
const candidate = z.object({
  source: z.string(),
  label: text("价格"),
  /** Which level, group, peer, special or rule it is. */
  name: z.nullable(text("名称")),
  price: z.nullable(money("金额")),
  lost: z.nullable(text("未采用的原因")),
});
const explained = z.object({
  band: choice("人群", PRICE_BANDS),
  n: int("人数"),
  price: money("售价"),
  service: money("服务费"),
  embassy: money("签证费"),
  centre: money("签证中心服务费"),
  source: z.string(),
  source_label: text("采用"),
  ladder: z.array(candidate),
});

export const skuPriceApi = api({
  sku_price_quote: read(
    "价格解释",
    may.sku,
    {
      sku_id: id("商品", "sku"),
      end: choice("销售端", SALE_ENDS),
      /** A peer as it stands; without one whoever has the level and no price of his own. */
      peer_id: z.optional(z.nullable(id("同行", "peer"))),
      level: z.optional(z.nullable(choice("同行等级", LEVEL_CODES))),
      adults: int("成人", 0, 50),
      children: int("儿童", 0, 50),
      urgent_tier_code: z.optional(text("加急档", { min: 0, max: 20 })),
      /** Absent: now. */
      at: z.optional(z.nullable(time("时间"))),
    },
    z.object({
      at: time("时间"),
      /** Why it cannot be ordered at present. */
      blocks: z.array(z.string()),
      child_age: int("儿童线(岁)"),
      people: z.array(explained),
      urgent: z.nullable(z.object({ name: z.string(), fee: money("加急费") })),
      total: money("合计"),
      /** Sentences to read out on the phone. */
      script: z.array(z.string()),
      tiers: z.array(z.object({ tier_code: z.string(), name: z.string() })),
    }),
  ),
  /** Every price the product ever had, the oldest first. */
  sku_price_history: read(
    "价格历史",
    may.sku,
    { id: id("商品", "sku") },
    z.object({
      list: z.array(
        z.object({
          id: id(),
          price_kind: choice("价种", PRICE_KINDS),
          ref_id: text("对象", { min: 0 }),
          ref_name: z.nullable(text("对象名称")),
          adult: money("成人"),
          child: z.nullable(money("儿童")),
          effective_from: time("生效"),
          effective_to: z.nullable(time("失效")),
          adjust_no: z.nullable(text("调价单")),
          maker_name: z.nullable(text("申请人")),
        }),
      ),
    }),
  ),
});
