/** Roles as lists and pages show them. */
import type { DataScope } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { allCodes, allPermissions, isSensitive } from "@visadesk/contract/permissions.ts";
import { UNDO_DAYS, UNUSED_DAYS } from "@visadesk/contract/setting/role.ts";
import type { ListDef } from "#kit/db/page.ts";
import { dayOf } from "#kit/range.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { DAY_MS } from "../grant/grant-change.rules.ts";

export interface RoleRow {
  id: number;
  name: string;
  note: string;
  module_group: number[];
  data_scope: DataScope;
  is_builtin: boolean;
  worker_count: number;
  removed_codes: number[];
  removed_at: string | null;
  version: number;
  updated_at: string;
}

const array = (codes: readonly number[]): string => `array[${codes.join(",")}]::int[]`;
const ALL = array(allCodes);
const SCREENS = array(allPermissions.filter((p) => p.type === "menu").map((p) => p.code));
const SENSITIVE = array(allCodes.filter(isSensitive));
const GROUP = `(case when r.is_builtin then ${ALL} else r.module_group end)`;
const overlap = (codes: string): string => `(select count(*) from unnest(${GROUP}) c where c = any(${codes}))::int`;
const HOLDERS = "(select count(*) from workers w where w.role_id = r.id)::int";

/** A role with its figures; the built-in one lists every code, also those added later. */
const FIGURES =
  raw(`r.id, r.name, r.note, ${GROUP} as module_group, r.data_scope, r.is_builtin, r.version, r.updated_at, ${HOLDERS} as worker_count,
  ${overlap(SCREENS)} as screen_count, cardinality(${GROUP}) - ${overlap(SCREENS)} as button_count, ${overlap(SENSITIVE)} as sensitive_count,
  (select g.id from grant_changes g where g.role_id = r.id and g.kind = 'role' and g.grant_status = 'pending') as pending_id`);

/** Uses of a role's own codes that ended before a day; the built-in role is not looked at. */
const asleep = (before: string): Sql => q`u.code = any(r.module_group) and coalesce(u.used_on, u.since) < ${before}::date`;
const columns = (now: Date): Sql => {
  const undoable = q`r.removed_at > ${new Date(now.getTime() - UNDO_DAYS * DAY_MS)}`;
  return q`${FIGURES}, (select count(*) from permission_uses u where u.role_id = r.id and ${asleep(dayOf(now, -UNUSED_DAYS))})::int as unused_count,
    case when ${undoable} then r.removed_codes else '{}' end as removed_codes, case when ${undoable} then r.removed_at end as removed_at`;
};

export interface RoleView extends RoleRow {
  screen_count: number;
  button_count: number;
  sensitive_count: number;
  unused_count: number;
  pending_id: number | null;
}

export const roleView = (db: Db, id: number, now: Date): Promise<RoleView | undefined> =>
  row<RoleView>(db, q`select ${columns(now)} from roles r where r.id = ${id}`);

/** Roles in the order of the ids asked for. */
export const roleViews = (db: Db, ids: readonly number[], now: Date): Promise<RoleView[]> =>
  rows<RoleView>(
    db,
    q`select ${columns(now)} from roles r where r.id = any(${[...ids]}::int8[]) order by array_position(${[...ids]}::int8[], r.id)`,
  );

/** Sleeping codes of a role, the longest first. */
export const unusedCodes = (db: Db, id: number, now: Date): Promise<{ code: number; used_on: string | null; since: string }[]> =>
  rows(
    db,
    q`
    select u.code, u.used_on, u.since from permission_uses u join roles r on r.id = u.role_id
    where r.id = ${id} and ${asleep(dayOf(now, -UNUSED_DAYS))} order by coalesce(u.used_on, u.since), u.code`,
  );

export const lockedRole = (db: Db, id: number): Promise<RoleRow | undefined> =>
  row<RoleRow>(
    db,
    q`
    select id, name, note, case when is_builtin then ${raw(ALL)} else module_group end as module_group, data_scope, is_builtin, removed_codes, removed_at,
      version, updated_at, (select count(*) from workers w where w.role_id = r.id)::int as worker_count
    from roles r where id = ${id} for update of r`,
  );

interface RoleFilter {
  keyword?: string | undefined;
  data_scope?: string | undefined;
  code?: number | undefined;
}
export const roleList = (input: RoleFilter, now: Date): ListDef => ({
  from: q`roles r`,
  where: and([
    input.keyword && q`r.name ilike ${`%${likeText(input.keyword)}%`}`,
    input.data_scope && q`r.data_scope = ${input.data_scope}`,
    input.code !== undefined && q`(r.is_builtin or ${input.code} = any(r.module_group))`,
  ]),
  id: "r.id",
  select: columns(now),
  sorts: {
    name: { by: "r.name", order: "asc" },
    updated_at: { by: "r.updated_at", order: "desc" },
    worker_count: { by: HOLDERS, order: "desc" },
  },
  sort: "updated_at",
});

export const rolePick = (db: Db): Promise<{ id: number; name: string; data_scope: DataScope; module_group: number[] }[]> =>
  rows(db, q`select r.id, r.name, r.data_scope, ${raw(GROUP)} as module_group from roles r order by r.name`);

export interface Holder {
  id: number;
  nickname: string;
  account: string;
  role_name: string;
  data_scope: DataScope;
  team_name: string | null;
}
/** Enabled workers who hold a code. */
export const codeHolders = (db: Db, code: number): Promise<Holder[]> =>
  rows(
    db,
    q`
    select w.id, coalesce(nullif(w.nickname, ''), '匿名') as nickname, w.account, r.name as role_name, r.data_scope, t.name as team_name
    from workers w join roles r on r.id = w.role_id left join teams t on t.id = w.team_id
    where w.status = 1 and (r.is_builtin or ${code} = any(r.module_group)) order by r.name, w.id limit 500`,
  );
export const rolesWith = (
  db: Db,
  code: number,
): Promise<{ id: number; name: string; data_scope: DataScope; is_builtin: boolean; worker_count: number }[]> =>
  rows(
    db,
    q`
    select r.id, r.name, r.data_scope, r.is_builtin, ${raw(HOLDERS)} as worker_count from roles r
    where r.is_builtin or ${code} = any(r.module_group) order by r.name`,
  );

export const roleHolders = (db: Db, id: number): Promise<{ id: number; nickname: string }[]> =>
  rows(db, q`select id, coalesce(nullif(nickname, ''), '匿名') as nickname from workers where role_id = ${id} order by id`);
