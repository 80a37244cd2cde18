/** What the radar counts, its rows, and the calls of a morning. */
import { CALL_HIDDEN_DAYS, CALLS_PER_DAY } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import * as is from "../peer/peer-state.sql.ts";
import { BASE_WEEKS, NEAR_DAYS, type RadarFacts, type Sign } from "./radar.rules.ts";

const DAY_MS = 86_400_000;
const BASE_DAYS = BASE_WEEKS * 7;

/** Of active peers, by payment. */
export function radarFacts(db: Db, now: Date): Promise<(RadarFacts & { id: number })[]> {
  const near = new Date(now.getTime() - NEAR_DAYS * DAY_MS);
  const base = new Date(near.getTime() - BASE_DAYS * DAY_MS);
  return rows(
    db,
    q`
    select p.id, o.*, case when p.settle_mode = 'prepaid' then ${is.BALANCE}::int8 end as balance,
      (select count(*)::int from work_orders w join work_order_configs c on c.id = w.config_id
        where w.peer_id = p.id and c.category = 'complaint' and w.created_at >= ${near}) as complaints
    from peers p cross join lateral (
      select (count(*) filter (where x.is_near))::int as orders, (count(*) filter (where not x.is_near))::int as base_orders,
        coalesce(sum(x.paid) filter (where x.is_near), 0)::int8 as paid, coalesce(sum(x.paid) filter (where not x.is_near), 0)::int8 as base_paid,
        coalesce(sum(x.refunded) filter (where x.is_near), 0)::int8 as refunded, coalesce(sum(x.refunded) filter (where not x.is_near), 0)::int8 as base_refunded,
        coalesce(sum(x.applicants) filter (where x.is_near), 0)::int as applicants, coalesce(sum(x.applicants) filter (where not x.is_near), 0)::int as base_applicants,
        coalesce(sum(x.rounds) filter (where x.is_near), 0)::int as rounds, coalesce(sum(x.rounds) filter (where not x.is_near), 0)::int as base_rounds
      from (select o.paid_at >= ${near} as is_near, o.amount_paid as paid, o.amount_refunded as refunded, o.applicant_count as applicants,
          (select coalesce(sum(a.supplement_round), 0) from applicants a where a.order_id = o.id) as rounds
        from orders o where o.peer_id = p.id and o.paid_at >= ${base} and o.paid_at <= ${now}) x) o
    where p.peer_status = 'active' order by p.id`,
  );
}

/** The radar as it is tonight, in place of what it was. */
export async function writeRadar(ctx: Ctx, found: readonly { peer_id: number; signs: readonly Sign[]; weight: number }[]): Promise<void> {
  const json = JSON.stringify(found);
  await rows(ctx.db, q`delete from peer_radars r where not r.peer_id = any(${found.map((f) => f.peer_id)}::int8[])`);
  await rows(
    ctx.db,
    q`
    insert into peer_radars (peer_id, signs, weight, counted_at)
    select x.peer_id, x.signs, x.weight, ${ctx.now}::timestamptz from jsonb_to_recordset(${json}::jsonb) as x(peer_id int8, signs jsonb, weight int)
    on conflict (peer_id) do update set signs = excluded.signs, weight = excluded.weight, counted_at = excluded.counted_at`,
  );
}

/** The heaviest of each BD, up to his ten of the day; whom somebody spoke with lately rests. Answers how many were added. */
export async function listCalls(ctx: Ctx, day: string): Promise<number> {
  const since = new Date(ctx.now.getTime() - CALL_HIDDEN_DAYS * DAY_MS);
  const added = await rows(
    ctx.db,
    q`
    insert into peer_calls (peer_id, worker_id, listed_on, sentence, weight, created_at, updated_at)
    select x.id, x.worker_id, ${day}::date, x.sentence, x.weight, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz from (
      select p.id, p.bd_owner_id as worker_id, r.weight, (select string_agg(s ->> 'text', '；') from jsonb_array_elements(r.signs) s) as sentence,
        row_number() over (partition by p.bd_owner_id order by r.weight desc, p.id)
          + (select count(*) from peer_calls t where t.worker_id = p.bd_owner_id and t.listed_on = ${day}::date) as place
      from peer_radars r join peers p on p.id = r.peer_id join workers w on w.id = p.bd_owner_id
      where p.peer_status = 'active' and w.status = 1
        and not exists (select from peer_calls c where c.peer_id = p.id and (c.listed_on = ${day}::date or c.contacted_at > ${since}))) x
    where x.place <= ${CALLS_PER_DAY} order by x.worker_id, x.place
    on conflict (peer_id, listed_on) do nothing returning id`,
  );
  return added.length;
}

/** Calls after which a paid order came. */
export const markBack = (db: Db): Promise<unknown> =>
  rows(
    db,
    q`
    update peer_calls c set came_back_at = x.paid_at from (
      select k.id, min(o.paid_at) as paid_at from peer_calls k join orders o on o.peer_id = k.peer_id and o.paid_at > k.contacted_at
      where k.contacted_at is not null and k.came_back_at is null group by k.id) x
    where c.id = x.id`,
  );
