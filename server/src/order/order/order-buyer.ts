/** Who buys: a direct customer, or a peer as it stands today, if it may. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { orderApi } from "@visadesk/contract/order/order.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { hashesOf } from "#kit/seal/seal.ts";
import { accountOf } from "../../ledger/index.ts";
import { creditOf, freeUrgentLeft, keepOpen, mayBuy, mayOrder, named, ownersOf, priceContext } from "../../peer/index.ts";
import { peerBuyer, type Buyer } from "../../product/index.ts";
import { ownersFor } from "../../setting/index.ts";

interface Who {
  customer_kind: string;
  peer_id?: number | null | undefined;
  contact_mobile?: string | undefined;
}
/** As prices and limits know him. */
export const buyerOf = async (db: Db, o: Who): Promise<Buyer> =>
  o.customer_kind !== "direct" && o.peer_id
    ? peerBuyer(o.peer_id, await priceContext(db, o.peer_id))
    : {
        kind: o.customer_kind === "direct" ? "direct" : "peer",
        ...(o.contact_mobile && { mobile_hashes: hashesOf("mobile", o.contact_mobile) }),
      };

const fault = (message: string): never => {
  throw badInput({ path: "peer_id", message });
};

/** The peer of an entry, null: a direct customer's or nobody chosen yet. Refused in words where it may not buy this product now. */
export async function buyingPeer({ db, now }: Pick<Ctx, "db" | "now">, o: Who & { sku_id: number }): Promise<number | null> {
  const { peer_id = null, customer_kind } = o;
  if (peer_id === null) return null;
  if (customer_kind === "direct") return fault("直客订单不选同行");
  const peer = (await named(db, [peer_id])).get(peer_id) ?? fault("同行不存在");
  if ((peer.business_kind === "corporate") !== (customer_kind === "corporate"))
    return fault(
      `「${peer.short_name}」${customer_kind === "corporate" ? "不是企业客户，请把客户类型改为同行" : "是企业客户，请把客户类型改为企业"}`,
    );
  const { country_id } = found(await row<{ country_id: string }>(db, q`select country_id from skus where id = ${o.sku_id}`), "商品不存在");
  const stop = await mayBuy(db, peer_id, { id: o.sku_id, country_id }, now);
  if (stop) refuse(stop.block === "frozen" ? "peer_frozen" : "not_on_sale", stop.text);
  return peer_id;
}
/** The same of an order that is made: whoever is no direct customer is a peer of ours, and stays one until the order stands. */
export async function peerOfOrder(ctx: Pick<Ctx, "db" | "now">, o: Who & { sku_id: number }): Promise<number | null> {
  if (o.peer_id) await keepOpen(ctx.db, o.peer_id);
  const peer = await buyingPeer(ctx, o);
  return peer === null && o.customer_kind !== "direct" ? fault(o.customer_kind === "corporate" ? "请选择企业" : "请选择同行") : peer;
}

/** An order that comes back is one more: of a peer that may order now. */
export async function expectOrdering(ctx: Pick<Ctx, "db" | "now">, peer_id: number | null): Promise<void> {
  if (peer_id === null) return;
  await keepOpen(ctx.db, peer_id);
  const stop = await mayOrder(ctx.db, peer_id, ctx.now);
  if (stop !== null) refuse("peer_frozen", stop);
}

/** Urgent fees that the level of the buyer still pays this month. */
export const freeUrgentOf = async (db: Db, o: Who, now: Date): Promise<number> =>
  o.customer_kind !== "direct" && o.peer_id ? freeUrgentLeft(db, o.peer_id, shanghaiDate(now).slice(0, 7)) : 0;

export async function orderBuyerGet({ peer_id }: { peer_id: number }, ctx: Ctx): Promise<Output<typeof orderApi.order_buyer_get>> {
  const peer = (await named(ctx.db, [peer_id])).get(peer_id) ?? fault("同行不存在");
  const [price, stop, free_urgent_left, account] = await Promise.all([
    priceContext(ctx.db, peer_id),
    mayOrder(ctx.db, peer_id, ctx.now),
    freeUrgentOf(ctx.db, { customer_kind: "peer", peer_id }, ctx.now),
    ctx.has(may.order_pay_register) ? accountOf(ctx.db, peer_id, ctx.now, creditOf) : null,
  ]);
  return {
    peer_id,
    peer_name: peer.short_name,
    level_id: price.level,
    level_name: price.level_name,
    group_name: price.group_name,
    stop,
    free_urgent_left,
    account: account && {
      principal: account.principal,
      gift: account.gift,
      credit_available: account.credit_available,
      blocked: account.credit_blocked,
    },
  };
}

interface Place {
  household_province?: string | null | undefined;
  household_city?: string | null | undefined;
}
/** Who looks after an order: whoever has the peer, else whoever has the region of its first applicant. */
export async function ownersAt(db: Db, peerId: number | null, place: Place | undefined, day: string): Promise<Owners> {
  const region = await ownersFor(db, place?.household_province ?? null, place?.household_city ?? null, day);
  const peer = peerId === null ? null : await ownersOf(db, peerId, day);
  return { bd: peer?.bd ?? region.bd, cs: peer?.cs ?? region.cs };
}
type Owners = Awaited<ReturnType<typeof ownersOf>>;
