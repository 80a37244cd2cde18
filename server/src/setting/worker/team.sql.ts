/** Teams with their members and what these have in hand. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { teamNoun } from "./team.noun.ts";

export interface TeamView {
  id: number;
  name: string;
  parent_id: number | null;
  leader_id: number | null;
  leader_name: string | null;
  country_ids: string[];
  members: { id: number; nickname: string; account: string; status: 0 | 1 }[];
  open_applicants: number | null;
  overdue: number | null;
  status: 0 | 1;
  version: number;
  updated_at: string;
}

/** Every team, the figures for those in `figures` only; null = for all. */
export const teamViews = (db: Db, figures: readonly number[] | null, now: Date): Promise<TeamView[]> =>
  rows(
    db,
    q`
    with held as (
      select w.team_id, count(*)::int as open_applicants, count(*) filter (where a.due_sort < ${now} and a.held_at is null)::int as overdue
      from workers w join applicants a on a.expert_id = w.id
      where w.team_id is not null and a.tab <> 'closed' and (${figures === null} or w.team_id = any(${[...(figures ?? [])]}::int8[]))
      group by w.team_id),
    people as (
      select w.team_id, jsonb_agg(jsonb_build_object('id', w.id, 'nickname', coalesce(nullif(w.nickname, ''), w.account), 'account', w.account, 'status', w.status) order by w.status desc, w.id) as members
      from workers w where w.team_id is not null group by w.team_id)
    select t.id, t.name, t.parent_id, t.leader_id, coalesce(nullif(l.nickname, ''), l.account) as leader_name, t.country_ids, coalesce(p.members, '[]') as members,
      case when ${figures === null} or t.id = any(${[...(figures ?? [])]}::int8[]) then coalesce(h.open_applicants, 0) end as open_applicants,
      case when ${figures === null} or t.id = any(${[...(figures ?? [])]}::int8[]) then coalesce(h.overdue, 0) end as overdue,
      t.status, t.version, t.updated_at
    from teams t left join workers l on l.id = t.leader_id left join held h on h.team_id = t.id left join people p on p.team_id = t.id
    order by t.status desc, t.id`,
  );

export interface TeamRow {
  id: number;
  name: string;
  parent_id: number | null;
  leader_id: number | null;
  country_ids: string[];
  member_ids: number[];
  status: 0 | 1;
  version: number;
}

export const lockedTeam = (db: Db, id: number): Promise<TeamRow | undefined> =>
  row<TeamRow>(
    db,
    q`
    select t.id, t.name, t.parent_id, t.leader_id, t.country_ids, t.status, t.version,
      array(select w.id from workers w where w.team_id = t.id order by w.id) as member_ids
    from teams t where t.id = ${id} for update of t`,
  );

export const teamNodes = (db: Db): Promise<{ id: number; parent_id: number | null; status: 0 | 1 }[]> =>
  rows(db, q`select id, parent_id, status from teams`);

export const unknownCountry = async (db: Db, ids: readonly string[]): Promise<string | null> =>
  (
    await row<{ id: string }>(
      db,
      q`select g.id from unnest(${[...ids]}::text[]) g(id) where not exists (select from countries c where c.id = g.id) limit 1`,
    )
  )?.id ?? null;

/** Members are part of the team's record: who comes or goes makes what others have on screen stale. */
export const bumpTeams = (ctx: Ctx, ids: readonly (number | null | undefined)[]): Promise<unknown> =>
  saveRows(ctx, teamNoun, {
    where: q`id = any(${ids.filter((i) => typeof i === "number")}::int8[])`,
    set: { updated_at: ctx.now },
  });
