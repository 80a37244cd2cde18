/** Orders a remittance is for: unpaid ones of its peer, each at its whole price. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { remittanceApi } from "@visadesk/contract/finance/remittance.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, likeText, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import { orderScope, remittedOrders, type RemittedOrderRow } from "../../order/index.ts";
import { peerScope } from "../../peer/index.ts";

type Endpoint = typeof remittanceApi.remittance_payable_query;
const MOST = 200;
export interface Part {
  order_id: number;
  amount: number;
}

/** Orders of peers in sight; of direct customers those in sight themselves. */
const seen = (ctx: Pick<Ctx, "me">, peer: number | null): Sql =>
  peer === null
    ? and([q`o.peer_id is null`, orderScope(ctx, "o")])
    : q`o.peer_id = ${peer} and exists (select 1 from peers p where ${and([q`p.id = o.peer_id`, peerScope(ctx)])})`;

export async function payableQuery({ peer_id, order_no }: Parsed<Endpoint>, ctx: Ctx): Promise<Output<Endpoint>> {
  if (peer_id === undefined && order_no === undefined) throw badInput({ path: "peer_id", message: "请选择同行或填写订单号" });
  const list = await rows<Output<Endpoint>["list"][number]>(
    ctx.db,
    q`select o.id as order_id, o.order_no, coalesce(s.name, '') as sku_name, o.amount_payable as payable, o.created_at
      from orders o left join skus s on s.id = o.sku_id
      where ${and([
        seen(ctx, peer_id ?? null),
        q`o.order_status = 'pending_payment' and o.pay_status = 'unpaid' and o.amount_payable > 0`,
        order_no !== undefined && q`o.order_no like ${`${likeText(order_no.toUpperCase())}%`}`,
      ])} order by o.id desc limit ${MOST + 1}`,
  );
  return { list: list.slice(0, MOST), more: list.length > MOST };
}

const gone = (o: RemittedOrderRow): never => refuse("order_not_payable", `订单 ${o.order_no} 已支付或已取消`);
/** The orders of these parts as they stand, refused where one is no longer to be paid, or at another price. */
export async function judgedOrders(ctx: Ctx, peerId: number | null, parts: readonly Part[]): Promise<RemittedOrderRow[]> {
  const found = await remittedOrders(
    ctx,
    parts.map((p) => p.order_id),
  );
  if (found.length < parts.length) throw badInput({ path: "order_parts", message: "订单不存在或重复" });
  for (const o of found) {
    const part = parts.find((p) => p.order_id === o.order_id);
    if (o.peer_id !== peerId) throw badInput({ path: "order_parts", message: `订单 ${o.order_no} 不属于该客户` });
    if (!o.is_payable) gone(o);
    if (part?.amount !== o.payable) refuse("order_not_payable", `订单 ${o.order_no} 应付为 ${money(o.payable)}，请修改订单分配`);
  }
  return found;
}
/** What a person may name: those in his sight. */
export async function assertSeen(ctx: Ctx, peerId: number | null, parts: readonly Part[]): Promise<void> {
  for (const { order_id } of parts) {
    const order = await row(ctx.db, q`select 1 from orders o where ${and([q`o.id = ${order_id}`, seen(ctx, peerId)])}`);
    if (!order) throw badInput({ path: "order_parts", message: "订单不存在、不属于该客户或无权查看" });
  }
}
