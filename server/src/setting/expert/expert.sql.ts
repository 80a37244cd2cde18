/** Rows of experts, and who of them can take an order at all. */
import { OPEN_TABS } from "@visadesk/contract/order/words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Db } from "#kit/db/db.ts";
import { q, raw, row, rows, type Sql } from "#kit/db/sql.ts";

/** Applicants in hand of `e.worker_id`. */
export const OPEN_COUNT: Sql = q`(select count(*)::int from applicants a where a.expert_id = e.worker_id and a.tab = any(${[...OPEN_TABS]}::text[]))`;
export const MAY_PROCESS = raw(`(r.is_builtin or ${may.order_process} = any(r.module_group))`);
/** Why he takes nothing, whatever the day. */
export const OFF: Sql = q`case when w.status <> 1 then '已停用' when not coalesce(${MAY_PROCESS}, false) then '无订单处理权限' when not e.accept_new then '停止接单' end`;

export interface ExpertRow {
  id: number;
  worker_id: number;
  country_ids: string[];
  team_country_ids: string[];
  handle_urgent: boolean;
  max_open: number;
  weight: number;
  off: string | null;
  last_pick_at: string | null;
}

/** One pick at a time, until its order's transaction ends: the next one counts what this one gave. */
export const lockPicks = (db: Db): Promise<unknown> => rows(db, q`select pg_advisory_xact_lock(101005, 1)`);

/** Experts in service, held until the end of the transaction. */
export const lockedExperts = (db: Db): Promise<ExpertRow[]> =>
  rows<ExpertRow>(
    db,
    q`
    select e.id, e.worker_id, e.country_ids, coalesce(t.country_ids, '{}') as team_country_ids, e.handle_urgent, e.max_open, e.weight, ${OFF} as off, e.last_pick_at
    from experts e join workers w on w.id = e.worker_id left join roles r on r.id = w.role_id left join teams t on t.id = w.team_id
    where w.status = 1 order by e.id for update of e`,
  );

export const stampPick = (db: Db, id: number, at: Date): Promise<unknown> =>
  rows(db, q`update experts set last_pick_at = ${at} where id = ${id}`);

/** Experts with what keeps them from taking orders: off, or full. */
export const takersOf = (db: Db): Promise<{ worker_id: number; team_id: number | null; off: string | null }[]> =>
  rows(
    db,
    q`
    select x.worker_id, x.team_id, coalesce(x.off, case when x.open >= x.max_open then '已满 ' || x.open || '/' || x.max_open end) as off from (
      select e.worker_id, w.team_id, e.max_open, ${OFF} as off, ${OPEN_COUNT} as open
      from experts e join workers w on w.id = e.worker_id left join roles r on r.id = w.role_id where w.status = 1) x order by x.worker_id`,
  );

/** One change of an expert at a time, also of one who is not there yet. */
export const lockExpert = (db: Db, worker: number): Promise<unknown> => rows(db, q`select pg_advisory_xact_lock(101007, ${worker}::int4)`);

export interface ConfigRow extends Omit<ExpertRow, "last_pick_at"> {
  nickname: string;
  account: string;
  is_enabled: boolean;
  display_name: string;
  team_id: number | null;
  team_name: string | null;
  accept_new: boolean;
  open_applicants: number;
  version: number;
  updated_at: string;
}
/** An expert without his figures, which cost a look at a year of results. */
export const configOf = (db: Db, worker: number): Promise<ConfigRow | undefined> =>
  row<ConfigRow>(
    db,
    q`
    select e.id, e.worker_id, coalesce(nullif(w.nickname, ''), w.account) as nickname, w.account, w.status = 1 as is_enabled, e.display_name, w.team_id, t.name as team_name,
      e.country_ids, coalesce(t.country_ids, '{}') as team_country_ids, e.accept_new, e.handle_urgent, e.max_open, e.weight, ${OFF} as off, ${OPEN_COUNT} as open_applicants, e.version, e.updated_at
    from experts e join workers w on w.id = e.worker_id left join roles r on r.id = w.role_id left join teams t on t.id = w.team_id where e.worker_id = ${worker}`,
  );

export interface StoredExpert {
  id: number;
  display_name: string;
  country_ids: string[];
  handle_urgent: boolean;
  max_open: number;
  weight: number;
  accept_new: boolean;
  version: number;
}
export const storedExpert = (db: Db, worker: number): Promise<StoredExpert | undefined> =>
  row<StoredExpert>(
    db,
    q`
    select e.id, e.display_name, e.country_ids, e.handle_urgent, e.max_open, e.weight, e.accept_new, e.version from experts e where e.worker_id = ${worker} for update`,
  );

export const insertExpert = (db: Db, worker: number, e: Omit<StoredExpert, "id" | "version">, by: number, now: Date): Promise<unknown> =>
  rows(
    db,
    q`
    insert into experts (worker_id, display_name, country_ids, handle_urgent, max_open, weight, accept_new, created_by, created_at, updated_at)
    values (${worker}, ${e.display_name}, ${e.country_ids}::text[], ${e.handle_urgent}, ${e.max_open}, ${e.weight}, ${e.accept_new}, ${by}, ${now}, ${now})`,
  );
