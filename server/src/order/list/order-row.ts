/** Fields of the order row that decide nothing: only the order is locked, its people stay untouched. */
import { orderDetail } from "@visadesk/contract/order/order.ts";
import type { Ctx } from "#kit/call/context.ts";
import { fieldsOf } from "#kit/files/objects.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { lockOrder } from "../flow/facts.sql.ts";
import type { OrderRow } from "../flow/facts.ts";
import { changesOf, insertOrderLog, logged, type LogRow } from "../order/order-log.ts";
import { inScope } from "../flow/order.rules.ts";
import { openFields } from "#kit/seal/seal.ts";
import { sealedOrder } from "../applicant/sealed.ts";

const NOT_FOUND = "订单不存在或无权查看";

/** The order row under its lock, when the caller may see it. */
export async function ownOrder(ctx: Ctx, id: number): Promise<OrderRow> {
  const order = found(await lockOrder(ctx.db, id), NOT_FOUND);
  if (!inScope(order, ctx.principal)) refuse("not_found", NOT_FOUND);
  return order;
}

/** Logs an act on the order row, in its timeline and in the call's log row. */
export async function logRow(ctx: Ctx, order: OrderRow, log: LogRow): Promise<void> {
  await insertOrderLog(ctx, order.id, log);
  ctx.note({ noun: "order", noun_id: order.id, noun_no: order.order_no, ...logged(log) });
}

/** Changed fields of the row against what is to be written. */
export const orderChanges = (order: OrderRow, data: Readonly<Record<string, unknown>>) =>
  changesOf(orderDetail, fieldsOf({ ...order, ...openFields(sealedOrder, order) }, Object.keys(data)), data);
