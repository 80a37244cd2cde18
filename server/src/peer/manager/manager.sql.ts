/** Managers as their list and page read them: what they look after and what came of it. Derived, never stored. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { peerManager, type peerManagerApi } from "@visadesk/contract/peer/peer/peer-manager.ts";
import type { OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { dayOf } from "#kit/range.ts";
import { peerManagerNoun } from "../peer/peer-manager.noun.ts";
import { activity, isOverdue } from "../peer/peer-state.sql.ts";

type Api = typeof peerManagerApi;
export type ManagerRow = Output<Api["peer_manager_query"]>["list"][number];
type Figure =
  | "leave_until"
  | "peer_count"
  | "new_count"
  | "active_count"
  | "silent_count"
  | "lost_count"
  | "gmv_month"
  | "repaid_month"
  | "overdue_peers"
  | "open_work_orders"
  | "roles"
  | "region_text";
export type StoredManager = Omit<ManagerRow, Figure | "is_over_max" | "target_rate" | "overdue_amount" | "reply_minutes">;
export type ManagerFigures = Pick<ManagerRow, Figure> & { worker_id: number; peer_ids: number[] };

export const monthStart = (now: Date): Date => new Date(`${shanghaiDate(now).slice(0, 7)}-01T00:00:00+08:00`);
const FROM = q`peer_managers m join workers w on w.id = m.worker_id left join teams t on t.id = w.team_id`;
const COLUMNS = q`m.worker_id as id, ${shown(peerManagerNoun, "m", peerManager)}, coalesce(nullif(w.nickname, ''), w.account) as worker_name, w.status = 1 as worker_enabled, t.name as team_name`;
/** Active peers that are his in either role. */
const HIS = q`p.peer_status = 'active' and (p.bd_owner_id = m.worker_id or p.cs_owner_id = m.worker_id)`;
/** Regions that are his on this day. */
const region = (now: Date): Sql =>
  q`region_owners r where r.worker_id = m.worker_id and r.from_date <= ${dayOf(now)}::date and (r.to_date is null or r.to_date >= ${dayOf(now)}::date)`;

/** Who is within the caller's data scope. */
export const managerScope = ({ me }: Pick<Ctx, "me">): Sql | null =>
  me.scope_ids === null ? null : q`m.worker_id = any(${[...me.scope_ids]}::int8[])`;
/** Last day of the leave he is on today. */
const leaveUntil = (now: Date): Sql => q`(select max(d.to_date) from duties d where d.worker_id = m.worker_id and d.kind = 'leave'
  and d.from_date <= ${dayOf(now)}::date and d.to_date >= ${dayOf(now)}::date)`;
const inRole = (role: OwnerRole, now: Date): Sql =>
  q`(exists (select from peers p where ${role === "bd" ? q`p.bd_owner_id` : q`p.cs_owner_id`} = m.worker_id and p.peer_status = 'active')
    or exists (select from ${region(now)} and r.kind = ${role}))`;

type Filter = Omit<Parsed<Api["peer_manager_query"]>, "page" | "page_size">;
export const managerList = (input: Filter, ctx: Pick<Ctx, "me" | "now">): ListDef => ({
  from: FROM,
  where: and([
    managerScope(ctx),
    input.keyword && q`(w.nickname like ${`%${likeText(input.keyword)}%`} or w.account like ${`%${likeText(input.keyword)}%`})`,
    input.role && inRole(input.role, ctx.now),
    input.team_id && q`w.team_id = any(${input.team_id}::int8[])`,
    input.province_code &&
      q`exists (select from ${region(ctx.now)} and exists (select from unnest(r.area_codes) a where left(a, 2) || '0000' = any(${input.province_code}::text[])))`,
    input.is_on_leave !== undefined && q`(${leaveUntil(ctx.now)} is not null) = ${input.is_on_leave}`,
    input.is_over_max !== undefined && q`coalesce((select count(*) from peers p where ${HIS}) > m.max_peers, false) = ${input.is_over_max}`,
  ]),
  id: "m.worker_id",
  select: COLUMNS,
  sorts: { worker_id: { by: "m.worker_id", order: "asc", keyset: true, type: "int8" } },
  sort: "worker_id",
});
export const storedManager = (ctx: Pick<Ctx, "db" | "me">, id: number): Promise<StoredManager | undefined> =>
  row<StoredManager>(ctx.db, q`select ${COLUMNS} from ${FROM} where ${and([q`m.worker_id = ${id}`, managerScope(ctx)])}`);

// `offset 0`: each peer is looked at once, not once for every count.
export const figuresOf = (db: Db, ids: readonly number[], now: Date): Promise<ManagerFigures[]> =>
  rows<ManagerFigures>(
    db,
    q`
    select m.worker_id, f.*, coalesce(r.names, '') as region_text,
      array_remove(array[case when ${inRole("bd", now)} then 'bd' end, case when ${inRole("cs", now)} then 'cs' end], null) as roles,
      (select count(*)::int from work_orders k where k.handler_id = m.worker_id and k.work_order_status in ('pending', 'processing', 'waiting_peer')) as open_work_orders,
      ${leaveUntil(now)} as leave_until
    from peer_managers m cross join lateral (
      select count(*)::int as peer_count, coalesce(array_agg(x.id), '{}') as peer_ids, (count(*) filter (where x.approved_at >= ${monthStart(now)}))::int as new_count,
        (count(*) filter (where x.activity = 'active'))::int as active_count, (count(*) filter (where x.activity = 'silent'))::int as silent_count,
        (count(*) filter (where x.activity = 'lost'))::int as lost_count, coalesce(sum(x.gmv), 0)::int8 as gmv_month, coalesce(sum(x.repaid), 0)::int8 as repaid_month,
        (count(*) filter (where x.is_overdue))::int as overdue_peers
      from (select p.id, p.approved_at, ${activity(now)} as activity, ${isOverdue(now)} as is_overdue,
          (select sum(o.amount_paid - o.amount_refunded) from orders o where o.peer_id = p.id and o.paid_at >= ${monthStart(now)}) as gmv,
          (select sum(u.amount) from peer_top_ups u where u.peer_id = p.id and u.purpose = 'repay' and u.paid_at >= ${monthStart(now)}) as repaid
        from peers p where ${HIS} offset 0) x) f
    left join lateral (select string_agg(r.name, '、' order by r.kind, r.name) as names from ${region(now)}) r on true
    where m.worker_id = any(${[...ids]}::int8[])`,
  );

export interface Reply {
  worker_id: number;
  created_at: string;
  first_reply_at: string;
}
export const repliesOf = (db: Db, ids: readonly number[], since: Date): Promise<Reply[]> =>
  rows<Reply>(
    db,
    q`select k.handler_id as worker_id, k.created_at, k.first_reply_at from work_orders k
      where k.handler_id = any(${[...ids]}::int8[]) and k.created_at >= ${since} and k.first_reply_at is not null`,
  );
