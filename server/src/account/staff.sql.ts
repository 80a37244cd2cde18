/** Who a worker is, what he may do, whom he sees and manages. */
import { allCodes } from "@visadesk/contract/permissions.ts";
import type { DataScope } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { openField } from "#kit/seal/seal.ts";
import { sealedWorker } from "./sealed.ts";

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

const factsOf = ({ module_group, is_builtin, data_scope, ...r }: FactsRow): WorkerFacts => ({
  ...r,
  is_super: is_builtin ?? false,
  codes: is_builtin ? [...allCodes] : (module_group ?? []),
  data_scope: is_builtin ? "all" : (data_scope ?? "own"),
});

/** One worker; `lock` holds his row to the end of the transaction. */
export async function workerFacts(db: Db, id: number, lock = false): Promise<WorkerFacts | undefined> {
  const found = await row<FactsRow>(
    db,
    q`
    select w.id, w.account, w.nickname, w.status, w.role_id, w.team_id, w.version, r.name as role_name, r.module_group, r.data_scope, r.is_builtin
    from workers w left join roles r on r.id = w.role_id where w.id = ${id} ${raw(lock ? "for update of w" : "")}`,
  );
  return found && factsOf(found);
}

/** Everybody whose role holds the code; enabled ones only. */
export const holderRows = (db: Db, code: number): Promise<{ id: number; nickname: string; account: string }[]> =>
  rows(
    db,
    q`
    select w.id, w.nickname, w.account from workers w join roles r on r.id = w.role_id
    where w.status = 1 and (r.is_builtin or ${code} = any(r.module_group)) order by w.id`,
  );

/** Me, my team's members, and the members of every team below one I lead; disabled ones included. */
export const teamScopeRows = (db: Db, me: number, team: number | null): Promise<{ id: number }[]> =>
  rows(
    db,
    q`
    with recursive led as (
      select id from teams where leader_id = ${me} union select t.id from teams t join led on t.parent_id = led.id)
    select id from workers where id = ${me} or team_id = ${team} or team_id in (select id from led) order by id`,
  );

/** Teams I lead, with all below them. */
export const ledTeamRows = (db: Db, me: number): Promise<{ id: number }[]> =>
  rows(
    db,
    q`
    with recursive led as (
      select id from teams where leader_id = ${me} union select t.id from teams t join led on t.parent_id = led.id)
    select id from led order by id`,
  );

/** Everybody else in those teams. */
export const ledWorkerRows = (db: Db, me: number): Promise<{ id: number }[]> =>
  rows(
    db,
    q`
    with recursive led as (
      select id from teams where leader_id = ${me} union select t.id from teams t join led on t.parent_id = led.id)
    select id from workers where team_id in (select id from led) and id <> ${me} order by id`,
  );

export interface AccountRow {
  id: number;
  account: string;
  nickname: string;
  mobile: string | null;
  email: string | null;
  status: 0 | 1;
  version: number;
  must_change: boolean;
  is_weak: boolean;
  totp_on: boolean;
  role: { id: number; name: string; module_group: number[] } | null;
  data_scope: DataScope | null;
  role_version: number;
  team: { id: number; name: string } | null;
}

interface FlatAccount extends Omit<AccountRow, "role" | "team"> {
  mobile_sealed: string | null;
  role_id: number | null;
  role_name: string;
  module_group: number[];
  is_builtin: boolean;
  team_id: number | null;
  team_name: string;
}

/** The account as `/oss_account_query` answers it. */
export async function workerAccount(db: Db, id: number): Promise<AccountRow | undefined> {
  const a = await row<FlatAccount>(
    db,
    q`
    select w.id, w.account, w.nickname, w.mobile, w.mobile_sealed, w.email, w.status, w.version, w.must_change, w.is_weak, w.totp_at is not null as totp_on,
      w.role_id, r.name as role_name, r.module_group, r.is_builtin, r.data_scope, coalesce(r.version, 0) as role_version, w.team_id, t.name as team_name
    from workers w left join roles r on r.id = w.role_id left join teams t on t.id = w.team_id where w.id = ${id}`,
  );
  if (!a) return undefined;
  const { role_id, role_name, module_group, is_builtin, team_id, team_name, mobile_sealed: _, ...rest } = a;
  return {
    ...rest,
    mobile: openField(sealedWorker, a, "mobile"),
    role: role_id === null ? null : { id: role_id, name: role_name, module_group: is_builtin ? [...allCodes] : module_group },
    team: team_id === null ? null : { id: team_id, name: team_name },
  };
}
