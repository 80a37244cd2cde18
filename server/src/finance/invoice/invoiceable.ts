/** Orders that may be invoiced: of a peer, or of direct customers by their number. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, likeText, q, rows } from "#kit/db/sql.ts";
import { badInput, found } from "#kit/http/refuse.ts";
import { orderScope } from "../../order/index.ts";
import { peerScope } from "../../peer/index.ts";
import { financeSettings } from "../finance-setting/finance-setting.ts";
import { invoicedOrders, leftOf } from "./invoice-money.sql.ts";

type Endpoint = typeof invoiceApi.invoice_invoiceable_query;
const MOST = 200;
interface Row {
  order_id: number;
  order_no: string;
  created_at: string;
  sku_name: string;
  is_open: boolean;
}

export async function invoiceableOrders(f: Parsed<Endpoint>, ctx: Ctx): Promise<Output<Endpoint>> {
  const { peer_id, order_no } = f;
  if (peer_id === undefined && order_no === undefined) throw badInput({ path: "peer_id", message: "请选择同行或填写订单号" });
  const seen =
    peer_id === undefined
      ? q`o.peer_id is null and ${orderScope(ctx, "o") ?? q`true`}`
      : q`o.peer_id = ${peer_id} and exists (select 1 from peers p where ${and([q`p.id = o.peer_id`, peerScope(ctx)])})`;
  const list = await rows<Row>(
    ctx.db,
    q`select o.id as order_id, o.order_no, o.created_at, coalesce(s.name, '') as sku_name, o.order_status not in ('completed', 'cancelled', 'deleted') as is_open
      from orders o left join skus s on s.id = o.sku_id
      where ${and([seen, q`o.amount_paid > 0`, order_no !== undefined && q`o.order_no like ${`${likeText(order_no.toUpperCase())}%`}`])}
      order by o.id desc limit ${MOST + 1}`,
  );
  const page = list.slice(0, MOST);
  const money = await invoicedOrders(
    ctx.db,
    page.map((o) => o.order_id),
  );
  const shown = page.map((o) => {
    const of = found(money.get(o.order_id));
    const m = of.money;
    const [service, embassy] = [Math.max(0, leftOf(of, "service")), Math.max(0, leftOf(of, "embassy"))];
    return {
      ...o,
      paid: m.service_paid + m.embassy_paid,
      refunded: m.service_refunded + m.embassy_refunded,
      gift: m.gift - m.gift_returned,
      invoiced: of.service + of.embassy,
      service_left: service,
      embassy_left: embassy,
      left: service + embassy,
    };
  });
  const { tax_service_bp, tax_embassy_bp, special_surcharge_bp, item_service, item_embassy } = await financeSettings(ctx.db);
  return {
    list: shown.toSorted((a, b) => Number(b.left > 0) - Number(a.left > 0)),
    terms: { tax_service_bp, tax_embassy_bp, special_surcharge_bp, item_service, item_embassy },
    more: list.length > MOST,
  };
}
