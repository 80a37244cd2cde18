/** Rows of orders that tests of every state, list and scope need at hand: a refund and what ran out, each of the first order. */
import type { Db } from "#kit/db/db.ts";
import { q, row, rows, type Sql } from "#kit/db/sql.ts";

/** A refund that waits; signed by another hand already, so that it stands in every state. Returns its id. */
export async function hangRefund(
  db: Db,
  at: Date,
  { order = q`min(o.id)`, proof = [] }: { order?: Sql; proof?: readonly string[] } = {},
): Promise<number> {
  const made = await row<{ id: number }>(
    db,
    q`insert into refunds (refund_no, order_id, kind, initiator, reason_code, reason, proof, trial, asked_amount, approved_amount, reviewer_id, decided_by, reject_code,
        created_by, created_at, updated_at)
      select 'TK261120' || lpad((select count(*) + 1 from refunds)::text, 4, '0'), ${order}, 'partial', 'customer', 'trip_changed', '客户行程取消', ${[...proof]}::text[], '[]', 100, 100,
        max(w.id), max(w.id), 'proof', min(w.id), ${at}::timestamptz, ${at}::timestamptz from orders o, workers w returning id`,
  );
  return made?.id ?? 0;
}

/** A date of travel that has passed. */
export const hangExpire = (db: Db, at: Date): Promise<unknown> =>
  rows(
    db,
    q`insert into order_expires (order_id, kind, due_at, expire_status, created_at, updated_at)
      select min(id), 'travel', ${at}, 'expired', ${at}, ${at} from orders where not exists (select from order_expires x where x.kind = 'travel' and x.order_id = orders.id)`,
  );
