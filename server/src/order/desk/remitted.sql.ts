/** Orders that a remittance may pay, as finance judges them; it holds them before it books. */
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";

export interface RemittedOrderRow {
  order_id: number;
  order_no: string;
  peer_id: number | null;
  /** What it costs, and what of it has been given back once it was paid. */
  payable: number;
  is_payable: boolean;
  is_refunded: boolean;
  fee_lines: { applicant_id: number | null; kind: string; payable: number }[];
}
/** In order of their ids, whoever asks. */
export const remittedOrders = (ctx: Pick<Ctx, "db">, ids: readonly number[]): Promise<RemittedOrderRow[]> =>
  rows<RemittedOrderRow>(
    ctx.db,
    q`select o.id as order_id, o.order_no, o.peer_id, o.amount_payable as payable, o.pay_status = 'refunded' as is_refunded,
        (o.order_status = 'pending_payment' and o.pay_status = 'unpaid') as is_payable,
        (select coalesce(json_agg(json_build_object('applicant_id', f.applicant_id, 'kind', f.kind, 'payable', f.payable) order by f.id), '[]')
          from order_fees f where f.order_id = o.id and f.diff_id is null) as fee_lines
      from orders o where o.id = any(${[...ids]}::int8[]) order by o.id`,
  );
