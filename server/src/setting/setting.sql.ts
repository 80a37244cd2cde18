/** Queries of staff, roles, teams and configuration that several files share. */
import { allCodes } from "@visadesk/contract/permissions.ts";
import type { DataScope } from "#kit/context.ts";
import type { Db } from "#kit/db.ts";
import { q, raw, row, rows } from "#kit/sql.ts";

export async function readConfigValue<T>(db: Db, key: string): Promise<T | null> {
  const found = await row<{ value: T }>(db, q`select value from sys_configs where key = ${key}`);
  return found?.value ?? null;
}

/** A worker with what he may do; the built-in role holds every code. */
export interface WorkerFacts {
  id: number;
  account: string;
  nickname: string;
  status: 0 | 1;
  role_id: number | null;
  role_name: string | null;
  is_super: boolean;
  codes: number[];
  data_scope: DataScope;
  team_id: number | null;
  version: number;
}
interface FactsRow extends Omit<WorkerFacts, "codes" | "data_scope" | "is_super"> {
  module_group: number[] | null;
  data_scope: DataScope | null;
  is_builtin: boolean | null;
}

export const factsOf = ({ module_group, is_builtin, data_scope, ...r }: FactsRow): WorkerFacts => ({
  ...r, is_super: is_builtin ?? false, codes: is_builtin ? [...allCodes] : (module_group ?? []), data_scope: is_builtin ? "all" : (data_scope ?? "own"),
});

/** One worker; `lock` holds his row to the end of the transaction. */
export async function workerFacts(db: Db, id: number, lock = false): Promise<WorkerFacts | undefined> {
  const found = await row<FactsRow>(db, q`
    select w.id, w.account, w.nickname, w.status, w.role_id, w.team_id, w.version, r.name as role_name, r.module_group, r.data_scope, r.is_builtin
    from workers w left join roles r on r.id = w.role_id where w.id = ${id} ${raw(lock ? "for update of w" : "")}`);
  return found && factsOf(found);
}

/** Everybody whose role holds the code; enabled ones only. */
export const holderRows = (db: Db, code: number): Promise<{ id: number; nickname: string; account: string }[]> =>
  rows(db, q`
    select w.id, w.nickname, w.account from workers w join roles r on r.id = w.role_id
    where w.status = 1 and (r.is_builtin or ${code} = any(r.module_group)) order by w.id`);

/** Me, my team's members, and the members of every team below one I lead; disabled ones included. */
export const teamScopeRows = (db: Db, me: number, team: number | null): Promise<{ id: number }[]> =>
  rows(db, q`
    with recursive led as (
      select id from teams where leader_id = ${me} union select t.id from teams t join led on t.parent_id = led.id)
    select id from workers where id = ${me} or team_id = ${team} or team_id in (select id from led) order by id`);

/** Teams I lead, with all below them. */
export const ledTeamRows = (db: Db, me: number): Promise<{ id: number }[]> =>
  rows(db, q`
    with recursive led as (
      select id from teams where leader_id = ${me} union select t.id from teams t join led on t.parent_id = led.id)
    select id from led order by id`);

/** One at a time: every change of who may do what waits here, so the last-administrator rule sees the truth. */
export const lockGrants = (db: Db): Promise<unknown> => rows(db, q`select pg_advisory_xact_lock(101001, 101002)`);

/** Enabled workers who hold both 101001 and 101002. */
export async function adminCount(db: Db): Promise<number> {
  const found = await row<{ n: number }>(db, q`
    select count(*)::int as n from workers w join roles r on r.id = w.role_id
    where w.status = 1 and (r.is_builtin or r.module_group @> array[101001, 101002])`);
  return found?.n ?? 0;
}
