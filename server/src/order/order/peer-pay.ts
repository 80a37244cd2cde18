/** An order or a difference paid out of the accounts of the order's peer. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { orderApi } from "@visadesk/contract/order/order.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { found, refuseUnless } from "#kit/http/refuse.ts";
import { quotePayment } from "../../ledger/index.ts";
import { creditOf } from "../../peer/index.ts";
import { NOT_FOUND } from "../flow/change.ts";
import { seesOrder } from "../list/order-detail.sql.ts";

interface Payable {
  peer_id: number | null;
  order_status: string;
  peer_name: string;
  amount_payable: number;
  fee_lines: { applicant_id: number | null; kind: string; payable: number }[];
}

export async function orderPayQuote(
  { id, elsewhere = 0 }: Parsed<typeof orderApi.order_pay_quote>,
  ctx: Ctx,
): Promise<Output<typeof orderApi.order_pay_quote>> {
  found((await seesOrder(ctx, id)) || null, NOT_FOUND);
  const of = found(
    await row<Payable>(
      ctx.db,
      q`select o.peer_id, o.order_status, coalesce(p.short_name, '') as peer_name, o.amount_payable,
          (select coalesce(json_agg(json_build_object('applicant_id', f.applicant_id, 'kind', f.kind, 'payable', f.payable)), '[]')
            from order_fees f where f.order_id = o.id and f.diff_id is null) as fee_lines
        from orders o left join peers p on p.id = o.peer_id where o.id = ${id}`,
    ),
    NOT_FOUND,
  );
  if (of.peer_id === null) return { account: null };
  // What a peer has is told to whoever registers a payment, and to him only while there is one.
  refuseUnless(of.order_status === "pending_payment", "guard_failed", "订单不在待支付状态，不能登记收款");
  const amount = Math.max(0, of.amount_payable - elsewhere);
  const { parts, shortage, fault, account } = await quotePayment(
    ctx.db,
    { peer_id: of.peer_id, fee_lines: of.fee_lines, amount },
    ctx.now,
    creditOf,
  );
  return {
    account: {
      peer_id: of.peer_id,
      peer_name: of.peer_name,
      parts,
      shortage,
      fault,
      principal: account.principal,
      gift: account.gift,
      credit_available: account.credit_available,
      blocked: account.credit_blocked,
    },
  };
}
