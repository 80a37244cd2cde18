/** Names beside the ids of a log row's changes. The stored row keeps its ids: they are what the chain has chained. */
import type { FieldChange } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { saidChanges } from "./log-values.ts";

/** Fields that hold ids, and whose. */
const TEAMS = ["team_id", "parent_id"];
const WORKERS = ["leader_id", "worker_id", "expert_id", "cs_owner_id", "bd_owner_id", "owner_id", "member_ids"];
const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value : [value]).filter((v) => typeof v === "number");

/** The same changes with names in the place of ids that are still known. */
async function namedChanges<C extends FieldChange>(db: Db, changes: readonly C[]): Promise<C[]> {
  const of = (fields: readonly string[]): number[] =>
    changes.filter((c) => fields.includes(c.field)).flatMap((c) => [...idsIn(c.before), ...idsIn(c.after)]);
  const [roles, teams, workers] = [of(["role_id"]), of(TEAMS), of(WORKERS)];
  if (roles.length + teams.length + workers.length === 0) return [...changes];
  const found = await rows<{ kind: string; id: number; name: string }>(
    db,
    q`
    select 'role' as kind, id, name from roles where id = any(${roles}::int8[])
    union all select 'team', id, name from teams where id = any(${teams}::int8[])
    union all select 'worker', id, coalesce(nullif(nickname, ''), account) from workers where id = any(${workers}::int8[])`,
  );
  const names = new Map(found.map((f) => [`${f.kind} ${f.id}`, f.name]));
  const kindOf = (field: string): string =>
    field === "role_id" ? "role" : TEAMS.includes(field) ? "team" : WORKERS.includes(field) ? "worker" : "";
  const named = (kind: string, value: unknown): unknown =>
    Array.isArray(value) ? value.map((v) => named(kind, v)) : (names.get(`${kind} ${String(value)}`) ?? value);
  return changes.map((c) => ({ ...c, before: named(kindOf(c.field), c.before), after: named(kindOf(c.field), c.after) }));
}

/** A page of rows as they are read: with names, by one lookup, and in the words of their fields. */
export async function namedRows<R extends { noun: string | null; changes: readonly FieldChange[] }>(
  db: Db,
  page: readonly R[],
): Promise<R[]> {
  const named = await namedChanges(
    db,
    page.flatMap((r) => r.changes),
  );
  let at = 0;
  return page.map((r) => ({ ...r, changes: saidChanges(r.noun, named.slice(at, (at += r.changes.length))) }));
}
