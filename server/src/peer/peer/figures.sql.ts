/** Figures beside peers, read for the rows that are shown. Derived, never stored. */
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { PeerRow } from "./peer.sql.ts";
import * as is from "./peer-state.sql.ts";

export type Figures = Pick<
  PeerRow,
  | "state"
  | "activity"
  | "principal"
  | "gift"
  | "credit_used"
  | "credit_available"
  | "orders_30"
  | "gmv_30"
  | "gmv_before"
  | "open_work_orders"
  | "last_order_at"
  | "paper_until"
> & { id: number; oldest_due_on: string | null; paid_30: number };

const DAYS = 30;
const DAY_MS = 86_400_000;

export async function figuresOf(db: Db, ids: readonly number[], now: Date): Promise<ReadonlyMap<number, Figures>> {
  const [since, before] = [DAYS, 2 * DAYS].map((days) => new Date(now.getTime() - days * DAY_MS));
  const list = await rows<Figures>(
    db,
    q`
    select p.id, ${is.stateOf(now)} as state, ${is.activity(now)} as activity, ${is.PRINCIPAL}::int8 as principal, ${is.GIFT}::int8 as gift,
      ${is.CREDIT_USED}::int8 as credit_used, ${is.available(now)}::int8 as credit_available, ${is.OLDEST_DUE} as oldest_due_on,
      ${is.LAST_PAID} as last_order_at, ${is.PAPER_UNTIL} as paper_until, o.orders_30, o.gmv_30, o.gmv_before, o.paid_30,
      (select count(*)::int from work_orders w where w.peer_id = p.id and w.work_order_status in ('pending', 'processing', 'waiting_peer')) as open_work_orders
    from peers p cross join lateral (
      select (count(*) filter (where o.paid_at >= ${since}))::int as orders_30,
        coalesce(sum(o.amount_paid - o.amount_refunded) filter (where o.paid_at >= ${since}), 0)::int8 as gmv_30,
        coalesce(sum(o.amount_paid) filter (where o.paid_at >= ${since}), 0)::int8 as paid_30,
        coalesce(sum(o.amount_paid - o.amount_refunded) filter (where o.paid_at < ${since}), 0)::int8 as gmv_before
      from orders o where o.peer_id = p.id and o.paid_at >= ${before} and o.paid_at <= ${now}) o
    where p.id = any(${[...ids]}::int8[])`,
  );
  return new Map(list.map((f) => [f.id, f]));
}
