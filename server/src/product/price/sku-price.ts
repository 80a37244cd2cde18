/** 价格解释: which price wins for whom, why each other lost, and the split to read out. */
import { SALE_ENDS } from "@visadesk/contract/product/sku/sku.ts";
import { skuPriceApi } from "@visadesk/contract/product/sku/sku-price.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { levels, priceContext } from "../../peer/index.ts";
import { sourceWord, type PriceResult } from "./price.rules.ts";
import { peerBuyer, type Band, type Buyer } from "./buyer.ts";
import { peoplePrices, urgentOf } from "./quote.ts";
import { sellable } from "../sku-scan/sellable.ts";
import { priceHistory } from "./sku-price.sql.ts";
import { priceRows, skuFacts } from "../sku/sku.sql.ts";

type Ask = Parsed<typeof skuPriceApi.sku_price_quote>;
type Answer = Output<typeof skuPriceApi.sku_price_quote>;
type Explained = Answer["people"][number];
const BAND_WORDS = { adult: "成人", child: "儿童" } as const;

/** The partner API sells at the peer's price. */
async function buyerOf(db: Db, { end, peer_id, level }: Ask): Promise<Buyer> {
  if (end === "customer") return { kind: "direct" };
  if (peer_id) return peerBuyer(peer_id, await priceContext(db, peer_id));
  const of = level ? (await levels(db)).find((l) => l.code === level) : undefined;
  return { kind: "peer", ...(level && { level }), ...(of && { fallback: of.fallback }) };
}

function explained(result: PriceResult | null, band: Band, n: number): Explained {
  if (!result) refuse("not_on_sale", "该商品此时没有门市价，请先设置价格");
  return {
    band,
    n,
    price: result.price,
    service: result.service,
    embassy: result.embassy,
    centre: result.centre,
    source: result.source,
    source_label: sourceWord(result.source),
    ladder: result.trace.map((c) => ({ source: c.source, label: sourceWord(c.source), price: c.price, lost: c.lost })),
  };
}

/** 成人每人 ¥1,128.00（等级价）：签证费 ¥715.00，服务费 ¥413.00。 */
function sentence(p: Explained): string {
  const parts = [
    p.embassy > 0 && `签证费 ${money(p.embassy)}`,
    p.centre > 0 && `签证中心服务费 ${money(p.centre)}`,
    `服务费 ${money(p.service)}`,
  ].filter(Boolean);
  return `${BAND_WORDS[p.band]}每人 ${money(p.price)}（${p.source_label}）：${parts.join("，")}。`;
}

async function explain(ask: Ask, ctx: Ctx): Promise<Answer> {
  const at = ask.at ? new Date(ask.at) : ctx.now;
  const sku = found(await skuFacts(ctx.db, ask.sku_id), "商品不存在");
  const rows = await priceRows(ctx.db, ask.sku_id);
  const blocks = await sellable(ctx.db, ask.sku_id, ctx.now);
  const hasChild = sku.child_age > 0;
  // Without a price of their own children pay the adult's.
  const counts = hasChild ? { adult: ask.adults, child: ask.children } : { adult: ask.adults + ask.children, child: 0 };
  const bands: Band[] = counts.child > 0 ? (counts.adult > 0 ? ["adult", "child"] : ["child"]) : ["adult"];
  // Whether a special has room is told for all of them together, and for one where nobody is counted yet.
  const each = bands.flatMap((band) => Array.from({ length: Math.max(1, counts[band]) }, () => band));
  const prices = await peoplePrices(ctx.db, { sku_id: ask.sku_id, rows, buyer: await buyerOf(ctx.db, ask), bands: each }, at);
  const people = bands.map((band) => explained(prices[each.indexOf(band)] ?? null, band, counts[band]));
  const urgent = urgentOf(sku.urgent_tiers, rows, ask.urgent_tier_code || null, at);
  const count = people.reduce((n, p) => n + p.n, 0);
  const total = people.reduce((sum, p) => sum + p.n * p.price, 0) + (urgent ? urgent.fee * count : 0);
  return {
    at: at.toISOString(),
    blocks: [...(sku.ends.includes(ask.end) ? [] : [`未在${SALE_ENDS[ask.end]}上架`]), ...blocks],
    child_age: sku.child_age,
    people,
    urgent,
    total,
    script: [
      ...people.map(sentence),
      ...(urgent ? [`${urgent.name}另收每人 ${money(urgent.fee)}。`] : []),
      ...(count > 1 ? [`${count} 人合计 ${money(total)}。`] : []),
    ],
    tiers: sku.urgent_tiers.map(({ tier_code, name }) => ({ tier_code, name })),
  };
}

export const skuPriceServer = serve(skuPriceApi, {
  sku_price_quote: explain,
  sku_price_history: async ({ id }, ctx) => ({ list: await priceHistory(ctx.db, id) }),
});
