/** What the page of a manager has beside his figures: his months, his peers by level, what waits for him, what was handed over. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { peerManagerApi } from "@visadesk/contract/peer/peer/peer-manager.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { activity, gmvSince } from "../peer/peer-state.sql.ts";

type Detail = Output<(typeof peerManagerApi)["peer_manager_get"]>;
const SHOWN = 10;
const GMV_DAYS = 30;

type Month = Detail["months"][number];
/** The last six months by whose the peers were then. */
export const monthsOf = (db: Db, worker: number, now: Date): Promise<Month[]> =>
  rows<Month>(
    db,
    q`
    select to_char(d.day, 'YYYY-MM') as month, coalesce(o.gmv, 0)::int8 as gmv, coalesce(o.orders, 0)::int as orders, (
        select count(distinct x.peer_id)::int from peer_owners x join peers p on p.id = x.peer_id
        where x.worker_id = ${worker} and p.approved_at >= b.from_at and p.approved_at < b.to_at and x.by = 'application') as new_count
    from generate_series(date_trunc('month', ${dayOf(now)}::date) - interval '5 months', date_trunc('month', ${dayOf(now)}::date), interval '1 month') as d(day)
    cross join lateral (select d.day at time zone 'Asia/Shanghai' as from_at, (d.day + interval '1 month') at time zone 'Asia/Shanghai' as to_at) b
    cross join lateral (
      select sum(o.amount_paid - o.amount_refunded) as gmv, count(*) as orders from orders o
      where o.peer_id in (select x.peer_id from peer_owners x where x.worker_id = ${worker}) and o.paid_at >= b.from_at and o.paid_at < b.to_at
        and exists (select from peer_owners x where x.worker_id = ${worker} and x.peer_id = o.peer_id
          and x.from_date <= (o.paid_at at time zone 'Asia/Shanghai')::date and (x.to_date is null or (o.paid_at at time zone 'Asia/Shanghai')::date < x.to_date))) o
    order by d.day desc`,
  );

/** Active peers that are his in either role. */
export const levelsOf = (db: Db, worker: number, now: Date): Promise<Detail["levels"]> =>
  rows(
    db,
    q`
    select x.level_id, count(*)::int as peers, (count(*) filter (where x.activity in ('silent', 'lost')))::int as silent, sum(x.gmv)::int8 as gmv_30
    from (select p.level_id, ${activity(now)} as activity, ${gmvSince(now, GMV_DAYS)} as gmv from peers p
      where p.peer_status = 'active' and (p.bd_owner_id = ${worker} or p.cs_owner_id = ${worker})) x
    group by x.level_id order by x.level_id desc`,
  );

export const openWorkOrdersOf = (db: Db, worker: number): Promise<Detail["work_orders"]> =>
  rows(
    db,
    q`
    select k.id, k.work_order_no, k.title, k.peer_id, p.short_name as peer_name, k.work_order_status, k.due_at from work_orders k join peers p on p.id = k.peer_id
    where k.handler_id = ${worker} and k.work_order_status in ('pending', 'processing', 'waiting_peer') order by k.due_at, k.id limit ${SHOWN}`,
  );

/** As many of a transfer as went from him or came to him. */
export const transfersOf = (db: Db, worker: number): Promise<Detail["transfers"]> =>
  rows(
    db,
    q`
    select t.id, t.transfer_no, t.role, case when t.from_worker_id = ${worker} then 'out' else 'in' end as direction, t.effective_on, t.transfer_status,
      (select count(*)::int from peer_transfer_lines l where l.transfer_id = t.id and (t.from_worker_id = ${worker} or l.to_worker_id = ${worker})) as peers
    from peer_transfers t where t.from_worker_id = ${worker} or t.target_ids && array[${worker}]::int8[]
    order by t.created_at desc, t.id desc limit ${SHOWN}`,
  );
