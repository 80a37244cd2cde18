/** Roles as lists and pages show them. */
import type { DataScope } from "#kit/context.ts";
import type { Db } from "#kit/db.ts";
import { allCodes, allPermissions, isSensitive } from "@visadesk/contract/permissions.ts";
import type { ListDef } from "#kit/page.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/sql.ts";

export interface RoleRow {
  id: number;
  name: string;
  note: string;
  module_group: number[];
  data_scope: DataScope;
  is_builtin: boolean;
  worker_count: number;
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
const COLUMNS: Sql =
  raw(`r.id, r.name, r.note, ${GROUP} as module_group, r.data_scope, r.is_builtin, r.version, r.updated_at, ${HOLDERS} as worker_count,
  ${overlap(SCREENS)} as screen_count, cardinality(${GROUP}) - ${overlap(SCREENS)} as button_count, ${overlap(SENSITIVE)} as sensitive_count`);

export interface RoleView extends RoleRow {
  screen_count: number;
  button_count: number;
  sensitive_count: number;
}

export const roleView = (db: Db, id: number): Promise<RoleView | undefined> =>
  row<RoleView>(db, q`select ${COLUMNS} from roles r where r.id = ${id}`);

export const lockedRole = (db: Db, id: number): Promise<RoleRow | undefined> =>
  row<RoleRow>(
    db,
    q`
    select id, name, note, case when is_builtin then ${raw(ALL)} else module_group end as module_group, data_scope, is_builtin, version, updated_at,
      (select count(*) from workers w where w.role_id = r.id)::int as worker_count
    from roles r where id = ${id} for update of r`,
  );

export const roleList = (input: { keyword?: string | undefined; data_scope?: string | undefined; code?: number | undefined }): ListDef => ({
  from: q`roles r`,
  where: and([
    input.keyword && q`r.name ilike ${`%${likeText(input.keyword)}%`}`,
    input.data_scope && q`r.data_scope = ${input.data_scope}`,
    input.code !== undefined && q`(r.is_builtin or ${input.code} = any(r.module_group))`,
  ]),
  id: "r.id",
  select: COLUMNS,
  sorts: {
    name: { by: "r.name", order: "asc" },
    updated_at: { by: "r.updated_at", order: "desc" },
    worker_count: { by: HOLDERS, order: "desc" },
  },
  sort: "updated_at",
  named: false,
});

export const rolePick = (db: Db): Promise<{ id: number; name: string; data_scope: DataScope }[]> =>
  rows(db, q`select id, name, data_scope from roles order by name`);

export const roleHolders = (db: Db, id: number): Promise<{ id: number; nickname: string }[]> =>
  rows(db, q`select id, coalesce(nullif(nickname, ''), '匿名') as nickname from workers where role_id = ${id} order by id`);
