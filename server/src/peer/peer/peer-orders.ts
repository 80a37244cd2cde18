/** 订单 of a peer: whoever sees the peer sees what it ordered, without the people in it. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { peerOrderApi } from "@visadesk/contract/peer/peer/peer-order.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf, type ListDef } from "#kit/db/page.ts";
import { and, likeText, q } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { NO_PEER, peerScope } from "./peer-scope.sql.ts";
import { storedPeer } from "./peer.sql.ts";

type Api = typeof peerOrderApi;
type Order = Output<Api["peer_order_query"]>["list"][number];
type Filter = Omit<Parsed<Api["peer_order_query"]>, "page" | "page_size">;

const OPEN = q`o.order_status not in ('completed', 'cancelled', 'deleted')`;
const orderList = (input: Filter, ctx: Pick<Ctx, "me">): ListDef => ({
  from: q`orders o`,
  where: and([
    q`o.peer_id = ${input.peer_id}`,
    q`o.order_status <> 'deleted'`,
    q`exists (select from peers p where ${and([q`p.id = o.peer_id`, peerScope(ctx)])})`,
    input.order_no && q`o.order_no like ${`${likeText(input.order_no.toUpperCase())}%`}`,
    input.is_open !== undefined && (input.is_open ? OPEN : q`not ${OPEN}`),
  ]),
  id: "o.id",
  select: q`o.id, o.order_no, c.name_zh as country_name, s.name as sku_name, o.applicant_count, o.order_status, o.pay_status, o.amount_payable,
    o.amount_paid, o.amount_refunded, o.promised_date, o.created_at, o.paid_at`,
  joins: q`join countries c on c.id = o.country_id join skus s on s.id = o.sku_id`,
  sorts: {
    created_at: { by: "o.created_at", order: "desc", keyset: true },
    paid_at: { by: "o.paid_at", order: "desc" },
  },
  sort: "created_at",
});

export const peerOrderServer = serve(peerOrderApi, {
  peer_order_query: async (input, ctx) => {
    found(await storedPeer(ctx, input.peer_id), NO_PEER);
    return pageOf<Order>(ctx.db, input, orderList(input, ctx));
  },
});
