/** Urges and refunds that answer work orders of peers. */
import { orderRemindFlow } from "@visadesk/contract/order/order-remind.ts";
import { refundFlow } from "@visadesk/contract/order/refund/refund.flow.ts";
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";
import type { OrderDoor } from "../../peer/index.ts";
import { orderScope } from "../list/scope.ts";

/** As many as a person reads through. */
const MOST = 50;
const LINKED = {
  urge: {
    rows: q`order_reminds r join orders o on o.id = r.order_id`,
    fit: q`r.kind = 'urge'`,
    no: q`o.order_no`,
    shown: q`r.remind_status as state, null::int8 as amount`,
    states: orderRemindFlow.states,
  },
  // One that was turned down or taken back answers nobody.
  refund: {
    rows: q`refunds r join orders o on o.id = r.order_id`,
    fit: q`r.refund_status not in ('rejected', 'withdrawn')`,
    no: q`r.refund_no`,
    shown: q`r.refund_status as state, coalesce(r.approved_amount, r.asked_amount) as amount`,
    states: refundFlow.states,
  },
} as const;
interface Found {
  id: number;
  no: string;
  state: string;
  amount: number | null;
  at: string;
}
const stateOf = (states: Readonly<Record<string, { label: string }>>, state: string): string => states[state]?.label ?? state;

export const linkable: OrderDoor["linkable"] = async (ctx, { noun, peer_id, order_id, id, linked }) => {
  const of = LINKED[noun];
  const where: Sql = and([
    !linked && of.fit,
    q`o.peer_id = ${peer_id}`,
    order_id !== null && q`o.id = ${order_id}`,
    id !== undefined && q`r.id = ${id}`,
    orderScope(ctx, "o"),
  ]);
  const found = await rows<Found>(
    ctx.db,
    q`select r.id, ${of.no} as no, ${of.shown}, r.created_at as at from ${of.rows} where ${where} order by r.id desc limit ${MOST}`,
  );
  return found.map((f) => ({ ...f, state: stateOf(of.states, f.state) }));
};

/** Also of one that was taken back since. */
export const linkedNo: OrderDoor["linkedNo"] = async (db, { noun, id, peer_id }) =>
  (
    await row<{ no: string }>(
      db,
      q`select ${LINKED[noun].no} as no from ${LINKED[noun].rows} where r.id = ${id} and o.peer_id = ${peer_id}`,
    )
  )?.no ?? null;
