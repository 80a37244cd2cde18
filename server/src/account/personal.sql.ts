/** Saved views as their readers see them. */
import type { SHARES } from "@visadesk/contract/account/personal.ts";
import type { ListRoute } from "@visadesk/contract/list-routes.ts";
import type { Principal } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, rows } from "#kit/db/sql.ts";

export interface ViewRow {
  id: number;
  owner_id: number;
  owner_name: string;
  route: ListRoute;
  endpoint: string;
  name: string;
  query: Record<string, unknown>;
  columns: unknown[] | null;
  share: keyof typeof SHARES;
  share_ids: number[];
  is_default: boolean;
  pinned: boolean;
  watch: number | null;
  sort: number;
  version: number;
}

/** Mine, and those shared with me: with all, with my team, with my role. `share_ids` empty = the owner's own team or role. */
export const storedViews = (db: Db, me: Principal, filter: { route?: string | undefined; ids?: readonly number[] }): Promise<ViewRow[]> =>
  rows<ViewRow>(
    db,
    q`
    select v.id, v.owner_id, coalesce(nullif(w.nickname, ''), '匿名') as owner_name, v.route, v.endpoint, v.name, v.query, v.columns, v.share, v.share_ids,
      v.is_default and v.owner_id = ${me.worker_id} as is_default, v.pinned and v.owner_id = ${me.worker_id} as pinned, v.watch, v.sort, v.version
    from saved_views v join workers w on w.id = v.owner_id
    where ${and([
      q`v.owner_id = ${me.worker_id} or v.share = 'all'
        or (v.share = 'team' and ${me.team_id}::int8 is not null and (${me.team_id}::int8 = any(v.share_ids) or (v.share_ids = '{}' and w.team_id = ${me.team_id}::int8)))
        or (v.share = 'role' and ${me.role_id}::int8 is not null and (${me.role_id}::int8 = any(v.share_ids) or (v.share_ids = '{}' and w.role_id = ${me.role_id}::int8)))`,
      filter.route && q`v.route = ${filter.route}`,
      filter.ids && q`v.id = any(${[...filter.ids]})`,
    ])}
    order by v.owner_id <> ${me.worker_id}, v.sort, v.id`,
  );

/** Others on the same record within the last minute. */
export const others = (
  db: Db,
  noun: string,
  id: number,
  me: number,
  since: Date,
): Promise<{ worker_id: number; nickname: string; mode: "view" | "edit"; at: string; began: string }[]> =>
  rows(
    db,
    q`
    select p.worker_id, coalesce(nullif(w.nickname, ''), '匿名') as nickname, p.mode, p.at, p.since as began
    from presences p join workers w on w.id = p.worker_id
    where p.noun = ${noun} and p.noun_id = ${id} and p.worker_id <> ${me} and p.at > ${since} order by p.mode, p.worker_id`,
  );

export interface WatchedView extends Pick<ViewRow, "id" | "owner_id" | "endpoint" | "name" | "query"> {
  watch: number;
  watch_over: boolean;
}
export const watchedViews = (db: Db): Promise<WatchedView[]> =>
  rows(db, q`select id, owner_id, endpoint, name, query, watch, watch_over from saved_views where watch is not null order by id`);
