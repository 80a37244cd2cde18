/** 价格: what a product costs a peer, and each price that was tried on the way. */
import { may, permissionLabel } from "@visadesk/contract/permissions.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { peerMoneyApi } from "@visadesk/contract/peer/peer/peer-money.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import type { PriceContext, ProductDoor, TriedPrice } from "../doors.ts";
import { NO_PEER } from "../peer/peer-scope.sql.ts";
import { storedPeer } from "../peer/peer.sql.ts";
import { mayBuy, priceContext } from "./price-context.ts";

type Api = typeof peerMoneyApi;
type Answer = Output<Api["peer_price_trace_get"]>;

/** The screen on which a price of this kind is changed. */
const CHANGED_ON = {
  special: may.special_price,
  peer: may.price_adjustment,
  group: may.price_adjustment,
  level: may.price_adjustment,
  rule: may.peer_level,
  retail: may.price_adjustment,
} as const satisfies Record<TriedPrice["source"], number>;

/** Whom a price names, as people say it. */
const nameOf = (t: TriedPrice, of: { short_name: string; price: PriceContext }): string | null => {
  if (t.source === "peer") return of.short_name;
  if (t.source === "group") return of.price.group_name ?? "未分组";
  return t.source === "level" || t.source === "rule" ? `${of.price.level} ${of.price.level_name}` : t.name;
};

export async function priceTrace(
  { peer_id, sku_id, at: asked }: Parsed<Api["peer_price_trace_get"]>,
  ctx: Ctx,
  product: Pick<ProductDoor, "priceTrace">,
): Promise<Answer> {
  const { short_name } = found(await storedPeer(ctx, peer_id), NO_PEER);
  const sku = found(
    await row<{ id: number; name: string; country_id: string }>(
      ctx.db,
      q`select s.id, s.name, s.country_id from skus s where s.id = ${sku_id}`,
    ),
    "商品不存在",
  );
  const at = asked ? new Date(asked) : ctx.now;
  const price = await priceContext(ctx.db, peer_id);
  const [blocked, bands] = await Promise.all([
    mayBuy(ctx.db, peer_id, sku, at),
    product.priceTrace(ctx.db, { sku_id, peer_id, price }, at),
  ]);
  return {
    peer_id,
    peer_name: short_name,
    sku_id,
    sku_name: sku.name,
    at: at.toISOString(),
    blocked: blocked?.text ?? null,
    bands: bands.map(({ ladder, ...band }) => ({
      ...band,
      ladder: ladder.map((t) => ({ ...t, name: nameOf(t, { short_name, price }), changed_by: permissionLabel(CHANGED_ON[t.source]) })),
    })),
  };
}
