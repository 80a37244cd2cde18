/** Payments of orders by the numbers banks and channels gave them, and the money events they were booked by. */
import type { Db } from "#kit/db/db.ts";
import { or, q, rows } from "#kit/db/sql.ts";

export interface OrderTrade {
  trade_no: string;
  source_noun: string;
  source_id: number;
  amount: number;
}
interface Asked {
  numbers?: readonly string[];
  sources?: readonly { source_noun: string; source_id: number }[];
}
export async function orderTrades(db: Db, { numbers = [], sources = [] }: Asked): Promise<OrderTrade[]> {
  const idsOf = (noun: string): number[] => sources.filter((s) => s.source_noun === noun).map((s) => s.source_id);
  return rows<OrderTrade>(
    db,
    // What came too late was booked by the refund that gives it back.
    q`select p.trade_no, case when r.id is not null then 'refund' when p.diff_id is null then 'order' else 'order_diff' end as source_noun,
        coalesce(r.id, p.diff_id, p.order_id) as source_id, p.amount
      from order_payments p left join (refund_parts x join refunds r on r.id = x.refund_id and r.kind = 'late') on x.payment_id = p.id
      where p.trade_no is not null and ${or([
        q`p.trade_no = any(${[...numbers]}::text[])`,
        q`p.diff_id is null and p.order_id = any(${idsOf("order")}::int8[])`,
        q`p.diff_id = any(${idsOf("order_diff")}::int8[])`,
        q`r.id = any(${idsOf("refund")}::int8[])`,
      ])}`,
  );
}
export async function orderNos(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const list = await rows<{ id: number; order_no: string }>(db, q`select id, order_no from orders where id = any(${[...ids]}::int8[])`);
  return new Map(list.map((o) => [o.id, o.order_no]));
}
