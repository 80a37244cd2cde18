/** A refund as what a payment is for: each of its ways by a bank or a channel has a payment of its own. */
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { postRefundPaid, type Left } from "../../ledger/index.ts";
import { lockOrders, type RefundToPay, type RefundWay } from "../../order/index.ts";
import type { PaidPayout, PayoutSource } from "../payout/payout.source.ts";
import type { RefundDoors } from "./refund-doors.ts";
import { seqOf } from "./refund-pay.ts";

/** The refund and the way that this payment pays. */
async function paidWay(ctx: Ctx, doors: RefundDoors, p: PaidPayout): Promise<{ r: RefundToPay; w: RefundWay }> {
  const r = found(await doors.refundToPay(ctx, p.source_id), "退款已结束，请刷新后再试");
  const w = found(
    r.ways.find((x) => String(x.part_id) === p.way),
    "退款的这一部分已退回或已改走其他方式",
  );
  if (w.amount !== p.amount) refuse("amount_mismatch", "付款金额与退款不一致");
  return { r, w };
}
const post = ({ r, w }: { r: RefundToPay; w: RefundWay }, ctx: Ctx, by: Left): Promise<number | null> =>
  postRefundPaid(ctx, {
    refund_id: r.refund_id,
    order_id: r.order_id,
    applicant_id: r.applicant_id,
    peer_id: r.peer_id,
    refund_kind: r.kind,
    seq: seqOf(w, by.seq),
    amount: w.amount,
    ...(w.way === "channel"
      ? { method: w.paid_by }
      : { method: "remittance", company_account_id: by.company_account_id, bank_fee: by.bank_fee }),
  });

export const refundSource = (doors: RefundDoors): PayoutSource => ({
  noun: "refund",
  hold: async (ctx, id) => {
    const orders = await rows<{ order_id: number }>(
      ctx.db,
      q`select distinct order_id from payouts where source_noun = 'refund' and source_id = ${id} and order_id is not null`,
    );
    await lockOrders(
      ctx.db,
      orders.map((o) => o.order_id),
    );
  },
  paid: async (ctx, p, by) => {
    const way = await paidWay(ctx, doors, p);
    const journal = await post(way, ctx, by);
    await doors.refundPaid(ctx, { refund_id: p.source_id, part_id: way.w.part_id });
    return journal;
  },
  givenUp: (ctx, p, reason) => doors.refundFailed(ctx, { refund_id: p.source_id, part_id: Number(p.way), reason }),
  bounced: (ctx, p, reason) => doors.refundBounced(ctx, { refund_id: p.source_id, part_id: Number(p.way), reason }),
});
