/** Rows of grant changes, who could check them, and who did so lately. */
import type { DataScope } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, raw, row, rows } from "#kit/db/sql.ts";

export type GrantStatus = "pending" | "approved" | "rejected" | "withdrawn" | "expired";
export interface Granted {
  role_name: string | null;
  module_group: number[];
  data_scope: DataScope | null;
}
/** Of an assignment also the role it names. */
export interface StoredGrant extends Granted {
  role_id: number | null;
}
export interface GrantRow {
  id: number;
  kind: "role" | "assign";
  role_id: number | null;
  worker_id: number | null;
  target_name: string;
  seen_version: number;
  old: StoredGrant;
  new: StoredGrant;
  added_sensitive: number[];
  reason: string;
  reject_text: string | null;
  maker_id: number;
  is_sole: boolean;
  grant_status: GrantStatus;
  expires_at: string;
  decided_at: string | null;
  created_at: string;
  version: number;
}
export interface GrantView extends GrantRow {
  maker_name: string;
  checker_name: string | null;
  gainers: { id: number; nickname: string }[];
  /** The target is no longer what the maker saw. */
  is_stale: boolean;
}

const NAME = (w: string): string => `coalesce(nullif(${w}.nickname, ''), ${w}.account)`;
/** The role's version, or the worker's role and the version of the one he is to get, differ from what was seen. */
const STALE = `case g.kind when 'role' then r.version is distinct from g.seen_version
  else t.role_id is distinct from (g.old->>'role_id')::int8 or t.status <> 1 or a.version is distinct from g.seen_version end`;
const COLUMNS =
  raw(`g.id, g.kind, g.role_id, g.worker_id, g.target_name, g.seen_version, g.old, g.new, g.added_sensitive, g.reason, g.reject_text, g.maker_id,
  g.is_sole, g.grant_status, g.expires_at, g.decided_at, g.created_at, g.version, ${NAME("m")} as maker_name, ${NAME("c")} as checker_name, ${STALE} as is_stale,
  coalesce((select json_agg(json_build_object('id', w.id, 'nickname', ${NAME("w")}) order by w.id) from workers w
    where case g.kind when 'role' then w.role_id = g.role_id else w.id = g.worker_id end), '[]') as gainers`);
const JOINS = raw(`join workers m on m.id = g.maker_id left join workers c on c.id = g.checker_id left join roles r on r.id = g.role_id
  left join workers t on t.id = g.worker_id left join roles a on a.id = (g.new->>'role_id')::int8`);

export const grantView = (db: Db, id: number): Promise<GrantView | undefined> =>
  row<GrantView>(db, q`select ${COLUMNS} from grant_changes g ${JOINS} where g.id = ${id}`);

export interface GrantFilter {
  keyword?: string | undefined;
  kind?: ("role" | "assign")[] | undefined;
  grant_status?: GrantStatus[] | undefined;
  maker_id?: number[] | undefined;
}
export const grantList = (input: GrantFilter): ListDef => ({
  from: q`grant_changes g`,
  where: and([
    input.keyword && q`g.target_name ilike ${`%${likeText(input.keyword)}%`}`,
    input.kind && q`g.kind = any(${input.kind})`,
    input.grant_status && q`g.grant_status = any(${input.grant_status})`,
    input.maker_id && q`g.maker_id = any(${input.maker_id}::int8[])`,
  ]),
  id: "g.id",
  select: COLUMNS,
  joins: JOINS,
  sorts: { created_at: { by: "g.created_at", order: "desc" }, expires_at: { by: "g.expires_at", order: "asc" } },
  sort: "created_at",
});

/** Is another worker a role administrator now, or was he one since `since`? */
export async function isSoleAdmin(db: Db, me: number, since: Date): Promise<boolean> {
  const other = await row(
    db,
    q`
    select 1 from workers w join roles r on r.id = w.role_id where w.id <> ${me} and w.status = 1 and (r.is_builtin or 101002 = any(r.module_group))
    union all select 1 from former_role_admins f where f.worker_id <> ${me} and f.held_until > ${since} limit 1`,
  );
  return other === undefined;
}

/** Role administrators who may confirm: neither the maker nor anybody who gains. */
export const checkersOf = (
  db: Db,
  change: { maker_id: number; role_id: number | null; worker_id: number | null },
): Promise<{ id: number }[]> =>
  rows(
    db,
    q`
    select w.id from workers w join roles r on r.id = w.role_id where w.status = 1 and (r.is_builtin or 101002 = any(r.module_group))
      and w.id <> ${change.maker_id} and w.id is distinct from ${change.worker_id}::int8 and w.role_id is distinct from ${change.role_id}::int8 order by w.id`,
  );

export interface NewGrant {
  kind: "role" | "assign";
  role_id: number | null;
  worker_id: number | null;
  target_name: string;
  seen_version: number;
  old: StoredGrant;
  new: StoredGrant;
  added_sensitive: readonly number[];
  reason: string;
  maker_id: number;
  is_sole: boolean;
}
export async function insertGrant(db: Db, g: NewGrant, now: Date, expires: Date): Promise<number | undefined> {
  const made = await row<{ id: number }>(
    db,
    q`
    insert into grant_changes (kind, role_id, worker_id, target_name, seen_version, old, new, added_sensitive, reason, maker_id, is_sole, grant_status, decided_at,
      expires_at, created_by, created_at, updated_at)
    values (${g.kind}, ${g.role_id}, ${g.worker_id}, ${g.target_name}, ${g.seen_version}, ${JSON.stringify(g.old)}, ${JSON.stringify(g.new)}, ${[...g.added_sensitive]},
      ${g.reason}, ${g.maker_id}, ${g.is_sole}, ${g.is_sole ? "approved" : "pending"}, ${g.is_sole ? now : null}, ${expires}, ${g.maker_id}, ${now}, ${now})
    on conflict do nothing returning id`,
  );
  return made?.id;
}

/** Waiting changes whose time is over. */
export const overdueGrants = (db: Db, now: Date): Promise<{ id: number; target_name: string; maker_id: number }[]> =>
  rows(
    db,
    q`select id, target_name, maker_id from grant_changes where grant_status = 'pending' and expires_at <= ${now} order by id limit 500`,
  );

/** A waiting change of the role, or one that would give it to somebody. */
export const pendingOfRole = (db: Db, id: number): Promise<{ id: number } | undefined> =>
  row(
    db,
    q`
    select id from grant_changes where grant_status = 'pending' and (kind = 'role' and role_id = ${id} or kind = 'assign' and (new->>'role_id')::int8 = ${id}) limit 1`,
  );

/** Who has given this account a new password or taken its second step away since then: he could sign in as its owner. */
export async function resettersOf(db: Db, worker: number, since: Date): Promise<ReadonlySet<number>> {
  const found = await rows<{ actor_id: number }>(
    db,
    q`
    select distinct actor_id from operation_logs where noun = 'worker' and noun_id = ${String(worker)} and actor_kind = 'worker' and at >= ${since}
      and result = 'ok' and endpoint in ('worker_passwd_reset', 'worker_totp_reset')`,
  );
  return new Set(found.map((f) => f.actor_id));
}
