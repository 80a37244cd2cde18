/** What peers ask of products: what one costs them, with every price that was tried, and where groups have prices. */
import { q, rows } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import type { ProductDoor, TracedPrice } from "../../peer/index.ts";
import { priceRows, skuFacts } from "../sku/sku.sql.ts";
import { peerBuyer, type Band } from "./buyer.ts";
import { sourceWord } from "./price.rules.ts";
import { peoplePrices } from "./quote.ts";

const priceTrace: ProductDoor["priceTrace"] = async (db, { sku_id, peer_id, price }, at) => {
  const sku = found(await skuFacts(db, sku_id), "商品不存在");
  const bands: Band[] = sku.child_age > 0 ? ["adult", "child"] : ["adult"];
  const prices = await priceRows(db, sku_id);
  const results = await Promise.all(
    bands.map(
      async (band) => (await peoplePrices(db, { sku_id, rows: prices, buyer: peerBuyer(peer_id, price), bands: [band] }, at))[0] ?? null,
    ),
  );
  return results.flatMap((r, i): TracedPrice[] => {
    const band = bands[i];
    if (!r || !band) return [];
    const ladder = r.trace.map((t) => ({
      source: t.source,
      label: sourceWord(t.source),
      price: t.price,
      lost: t.lost,
      name: t.name ?? null,
    }));
    return [{ band, price: r.price, embassy: r.embassy, centre: r.centre, service: r.service, ladder }];
  });
};

const groupPrices: ProductDoor["groupPrices"] = async (db, groupIds) => {
  const named = await rows<{ ref_id: string; n: number }>(
    db,
    q`select ref_id, count(distinct sku_id)::int as n from sku_prices where price_kind = 'group' and ref_id = any(${groupIds.map(String)}::text[])
      and effective_to is null group by ref_id`,
  );
  return new Map(named.map((f) => [Number(f.ref_id), f.n]));
};
export const peerProducts: ProductDoor = { priceTrace, groupPrices };
