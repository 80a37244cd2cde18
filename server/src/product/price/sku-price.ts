/** 价格解释: which price wins for whom, why each other lost, and the split to read out. */
import { SALE_ENDS } from "@visadesk/contract/product/sku/sku.ts";
import { skuPriceApi } from "@visadesk/contract/product/sku/sku-price.ts";
import { fallbackText } from "@visadesk/contract/peer/level/level.rules.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { levels, named, priceContext } from "../../peer/index.ts";
import { sourceWord, type PriceResult } from "./price.rules.ts";
import { peerBuyer, type Band, type Buyer } from "./buyer.ts";
import { peoplePrices, urgentOf } from "./quote.ts";
import { withRefNames } from "./price-refs.ts";
import { sellable } from "../sku-scan/sellable.ts";
import { priceHistory } from "./sku-price.sql.ts";
import { priceRows, skuFacts } from "../sku/sku.sql.ts";

type Ask = Parsed<typeof skuPriceApi.sku_price_quote>;
type Answer = Output<typeof skuPriceApi.sku_price_quote>;
type Explained = Answer["people"][number];
const BAND_WORDS = { adult: "成人", child: "儿童" } as const;

interface Asker {
  buyer: Buyer;
  /** What each price is named by. */
  names: Partial<Record<PriceResult["source"], string | null>>;
}
/** The partner API sells at the peer's price. */
async function askerOf(db: Db, { end, peer_id, level }: Ask): Promise<Asker> {
  if (end === "customer") return { buyer: { kind: "direct" }, names: {} };
  if (peer_id) {
    const context = await priceContext(db, peer_id);
    const peer = (await named(db, [peer_id])).get(peer_id)?.short_name ?? null;
    const names = {
      peer,
      group: context.group_name,
      level: `${context.level} ${context.level_name}`,
      rule: fallbackText(context.fallback),
    };
    return { buyer: peerBuyer(peer_id, context), names };
  }
  const of = level ? (await levels(db)).find((l) => l.code === level) : undefined;
  return {
    buyer: { kind: "peer", ...(level && { level }), ...(of && { fallback: of.fallback }) },
    names: of ? { level: `${of.code} ${of.name}`, rule: fallbackText(of.fallback) } : { level: level ?? null },
  };
}

function explained(result: PriceResult | null, band: Band, n: number, names: Asker["names"]): Explained {
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
    ladder: result.trace.map((c) => ({
      source: c.source,
      label: sourceWord(c.source),
      name: c.name ?? names[c.source] ?? null,
      price: c.price,
      lost: c.lost,
    })),
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
  const { buyer, names } = await askerOf(ctx.db, ask);
  const prices = await peoplePrices(ctx.db, { sku_id: ask.sku_id, rows, buyer, bands: each }, at);
  const people = bands.map((band) => explained(prices[each.indexOf(band)] ?? null, band, counts[band], names));
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
  sku_price_history: async ({ id }, ctx) => ({ list: await withRefNames(ctx.db, await priceHistory(ctx.db, id)) }),
});
