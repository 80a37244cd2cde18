/** People who wait for a date at a place: whom a change of its booking dates concerns. All are counted, those in scope named. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, raw, rows, type Sql } from "#kit/db/sql.ts";
import type { WaitingAt, WaitingCount, WaitingRow } from "../../base-data/index.ts";
import { orderScope } from "../list/scope.ts";

/** The states as one condition that the index of states answers. */
const WAITS = raw("a.applicant_status in ('awaiting_appointment', 'awaiting_confirm')");
const FROM = raw("applicants a join orders o on o.id = a.order_id join sku_snapshots s on s.id = o.snapshot_id");
const at = (ctx: Ctx, p: WaitingAt): Sql =>
  and([WAITS, orderScope(ctx, "a"), q`s.visit_place_id = ${p.place_id}`, p.visa_type === null ? null : q`s.visa_type = ${p.visa_type}`]);

/** How many wait, per place and kind of visa. */
export const waitingCounts = (db: Db): Promise<WaitingCount[]> =>
  rows<WaitingCount>(
    db,
    q`select s.visit_place_id as place_id, s.visa_type, count(*)::int as n from ${FROM} where ${WAITS} and s.visit_place_id is not null group by 1, 2`,
  );

/** Who waits there, the nearest travel date first, and the reminder of the kind that is still open. */
export const waitingAt = (ctx: Ctx, p: WaitingAt, limit: number): Promise<WaitingRow[]> =>
  rows<WaitingRow>(
    ctx.db,
    q`
    select a.id as applicant_id, a.applicant_no, a.order_id, o.order_no, a.name_cn, s.body ->> 'sku_name' as sku_name, a.applicant_status, a.status_at, o.travel_date,
      (select nullif(w.nickname, '') from workers w where w.id = a.expert_id) as expert_name, coalesce(r.times, 0) as reminded_times, r.last_at as reminded_at
    from ${FROM} left join order_reminds r on r.order_id = a.order_id and r.applicant_id = a.id and r.kind = 'slot_change' and r.remind_status in ('open', 'doing')
    where ${at(ctx, p)} order by o.travel_date nulls last, a.id limit ${limit}`,
  );

/** Those of `ids` that still wait there. Their orders stay locked, so that nobody moves on before the caller is done. */
export async function lockWaiting(ctx: Ctx, p: WaitingAt, ids: readonly number[]): Promise<{ id: number; order_id: number }[]> {
  await rows(
    ctx.db,
    q`select o.id from orders o where o.id = any(array(select a.order_id from applicants a where a.id = any(${[...ids]}::int8[]))) order by o.id for share`,
  );
  return rows(ctx.db, q`select a.id, a.order_id from ${FROM} where ${at(ctx, p)} and a.id = any(${[...ids]}::int8[]) order by a.id`);
}
