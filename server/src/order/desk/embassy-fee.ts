/** Doors for who pays missions: whom a fee is for, that it was paid, and the difference asked for when it cost more. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
import { refuseUnless } from "#kit/http/refuse.ts";
import { personOf, changeOrder, NOT_FOUND } from "../flow/change.ts";
import { isLive, isPaid } from "../flow/order.rules.ts";
import { insertOrderLog } from "../order/order-log.ts";
import { openDiff } from "../order/order-diff.ts";

export interface FeeSubject {
  order_id: number;
  order_no: string;
  applicant_id: number;
  applicant_no: string;
  sku_id: number;
  is_child: boolean;
  country_id: string;
  embassy_id: number | null;
  /** The order is paid and he is neither cancelled nor paid back. */
  is_paid: boolean;
  is_live: boolean;
  /** Its order has ended: nothing is paid for it any more. */
  is_over: boolean;
}
const OVER: ReadonlySet<string> = new Set(["completed", "cancelled", "deleted"]);
/** Whom a fee would be paid for. */
export async function feeSubject(db: Db, applicantId: number): Promise<FeeSubject | undefined> {
  const found = await row<
    Omit<FeeSubject, "is_paid" | "is_live" | "is_over"> & { pay_status: string; applicant_status: string; order_status: string }
  >(
    db,
    q`select a.order_id, o.order_no, a.id as applicant_id, a.applicant_no, a.sku_id, a.is_child, a.country_id, o.pay_status, o.order_status, a.applicant_status,
        coalesce((s.body -> 'embassy' ->> 'id')::int8, k.embassy_id) as embassy_id
      from applicants a join orders o on o.id = a.order_id join skus k on k.id = a.sku_id left join sku_snapshots s on s.id = o.snapshot_id
      where a.id = ${applicantId}`,
  );
  if (!found) return undefined;
  const { pay_status, applicant_status, order_status, ...of } = found;
  return { ...of, is_paid: isPaid({ pay_status }), is_live: isLive({ applicant_status }), is_over: OVER.has(order_status) };
}

/** The mission, or its centre, was paid for him, or gave it back: from now on the refund policy says so. The order is held. */
export async function embassyFeePaid(
  ctx: Ctx,
  { order_id, applicant_id }: Pick<FeeSubject, "order_id" | "applicant_id">,
  fee: { kind: "embassy" | "centre"; is_paid: boolean; payment_no: string },
): Promise<void> {
  await ctx.db
    .updateTable("order_fees")
    .set({ is_official_paid: fee.is_paid })
    .where("order_id", "=", order_id)
    .where("applicant_id", "=", applicant_id)
    .where("kind", "=", fee.kind)
    .execute();
  await insertOrderLog(ctx, order_id, {
    kind: "money",
    noun: "applicant",
    noun_id: applicant_id,
    applicant_id,
    label: `${fee.kind === "embassy" ? "使馆费" : "签证中心费"}${fee.is_paid ? "已缴纳" : "已退回"}：${fee.payment_no}`,
  });
}

/** Asks the customer for what a mission fee cost beyond what was collected; answers the difference's number. */
export const varianceDiffOpen = (
  ctx: Ctx,
  { order_id, applicant_id }: Pick<FeeSubject, "order_id" | "applicant_id">,
  asked: { amount: number; reason: string },
): Promise<string> =>
  changeOrder(
    ctx,
    order_id,
    async (w) => {
      const { order } = w.facts;
      refuseUnless(
        order.order_status !== "cancelled" && isLive(personOf(w, applicant_id)),
        "order_not_payable",
        "申请人已退款或取消，不能补差价",
      );
      const diff = await openDiff(w, {
        applicant_id,
        fee_kind: "embassy",
        amount: asked.amount,
        reason: asked.reason,
        payer: order.peer_id === null ? "customer" : "peer",
        is_blocking: false,
        pays_variance: true,
      });
      return diff.diff_no;
    },
    NOT_FOUND,
    null,
  );
