/** Money of a channel that came for a dead order, or a second time: due back at once, by a refund that nobody reviews. */
import type { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { canMove } from "@visadesk/contract/kit/flow.ts";
import { orderFlow } from "@visadesk/contract/order/order.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { calendarOf } from "../../base-data/index.ts";
import { CHANNEL_DAYS, postLatePayment } from "../../ledger/index.ts";
import { changeOrder, NOT_FOUND } from "../flow/change.ts";
import { isPaid, payStatusOf } from "../flow/order.rules.ts";
import type { Work } from "../flow/work.ts";
import { checkParts, payIn, takePayment } from "../order/order-pay.ts";
import { finishIfLeft } from "./refund-decide.ts";
import { DUE_DAYS, handToFinance } from "./refund-money.ts";
import { writeRefund } from "./refund-write.ts";
import { heldRefund, lateRefundOf } from "./refund.sql.ts";

/** A payment as a channel reports it. */
export interface ChannelPayment {
  method: "wechat" | "alipay" | "channel";
  amount: number;
  trade_no: string;
  proof: string[];
  paid_at: string;
}
interface Late {
  id: number;
  refund_no: string;
}
const DAY_MS = 86_400_000;
const payable = ({ facts: { order } }: Work): boolean => canMove(orderFlow, order.order_status, "pay") && !isPaid(order);
/** It was paid, or ended before it was; whatever is still filled in waits for its own payment. */
const takesNone = ({ facts: { order } }: Work): boolean => isPaid(order) || ["cancelled", "deleted"].includes(order.order_status);

async function openLate(w: Work, part: ChannelPayment): Promise<Late> {
  const { ctx, facts } = w;
  const { order } = facts;
  if (ctx.now.getTime() - Date.parse(part.paid_at) > CHANNEL_DAYS * DAY_MS)
    refuse("too_late", `支付已超过${CHANNEL_DAYS}天，通道不再接受原路退回，请由财务转账退回`);
  await takePayment(w, [part], null);
  const payment = found(
    await row<{ id: number }>(ctx.db, q`select id from order_payments where method = ${part.method} and trade_no = ${part.trade_no}`),
  );
  const paid = order.amount_paid + part.amount;
  // An order that ends unpaid stays so; its money is on its way back.
  const pay_status = isPaid(order) ? payStatusOf(paid, order.amount_refunded) : order.pay_status;
  await ctx.db.updateTable("orders").set({ amount_paid: paid, pay_status }).where("id", "=", order.id).execute();
  Object.assign(order, { amount_paid: paid, pay_status });
  const reason = isPaid(order) ? "订单已支付后再次到账" : "订单取消后到账";
  const due_at = (await calendarOf(ctx.db)).dueAt(ctx.now, DUE_DAYS, "work_day");
  const late = await writeRefund(w, {
    kind: "late",
    initiator: "system",
    reason_code: "overpaid",
    reason,
    liability: "unknown",
    asked_amount: part.amount,
    applicant_ids: [],
    trial: [],
    lines: [],
    paying: { due_at },
  });
  await ctx.db
    .insertInto("refund_parts")
    .values({
      refund_id: late.id,
      seq: 0,
      payment_id: payment.id,
      paid_by: part.method,
      way: "channel",
      amount: part.amount,
      trade_no: part.trade_no,
    })
    .execute();
  await postLatePayment(ctx, { refund_id: late.id, order_id: order.id, applicant_id: null }, [part]);
  const waits = await handToFinance(w, found(await heldRefund(ctx.db, late.id)));
  if (waits.length > 0) await rows(ctx.db, q`update refunds set waits = ${waits}::text[] where id = ${late.id}`);
  await finishIfLeft(w, late.id);
  return late;
}

/**
 * Door for channels: their money pays the order, or goes back where it takes none any more. Said again it does nothing and
 * answers the same; the number of the refund where there is one.
 */
export const markPaid = (ctx: Ctx, orderId: number, part: ChannelPayment): Promise<string | null> =>
  changeOrder(
    ctx,
    orderId,
    async (w) => {
      const known = await lateRefundOf(ctx.db, part);
      if (known) return known.order_id === orderId ? known.refund_no : refuse("duplicate", `交易号已登记：${part.trade_no}`);
      if (payable(w)) {
        await payIn(w, [part]);
        return null;
      }
      if (!takesNone(w)) refuse("order_not_payable", `订单 ${w.facts.order.order_no} 还未到支付这一步`);
      return (await openLate(w, part)).refund_no;
    },
    NOT_FOUND,
    null,
  );

/** The same by somebody who saw it at the channel. */
export const lateRegister = (
  { order_id, idempotency_key: _key, ...part }: Parsed<typeof refundApi.refund_late_add>,
  ctx: Ctx,
): Promise<Output<typeof refundApi.refund_late_add>> =>
  changeOrder(ctx, order_id, async (w) => {
    if (payable(w)) refuse("guard_failed", "订单待支付，请用「登记收款」");
    if (!takesNone(w)) refuse("guard_failed", "订单还未到支付这一步，不能登记多付");
    const most = w.facts.order.amount_payable;
    // It goes back without a reviewer: what came twice is never more than what was to be paid.
    if (part.amount > most) throw badInput({ path: "amount", message: `登记金额不能大于订单应付 ${money(most)}` });
    await checkParts(ctx, [part], w.facts.order.created_at, () => "");
    return openLate(w, part);
  });
