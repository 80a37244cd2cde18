/** Whose records a worker sees, and whom he manages. Every area's lists, exports and files use the same answer. */
import { allCodes, may } from "@visadesk/contract/permissions.ts";
import type { DataScope, Principal } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { holderRows, ledTeamRows, ledWorkerRows, teamScopeRows, workerFacts, type WorkerFacts } from "./staff.sql.ts";

/** Worker ids whose records are visible, those he covers among them; null = no limit. */
export async function scopeOf(
  db: Db,
  worker: { id: number; team_id: number | null; data_scope: DataScope; covers?: readonly number[] },
): Promise<readonly number[] | null> {
  const { id, team_id, data_scope, covers = [] } = worker;
  if (data_scope === "all") return null;
  const ids = data_scope === "own" ? [id] : (await teamScopeRows(db, id, team_id)).map((r) => r.id);
  return covers.length === 0 ? ids : [...new Set([...ids, ...covers])];
}

/** Teams whose members a manager may see and edit; null = everybody. A team-scoped manager has the teams he leads, `own` none. */
export async function managedTeams(db: Db, me: Principal): Promise<readonly number[] | null> {
  if (me.data_scope === "all") return null;
  return me.data_scope === "own" ? [] : (await ledTeamRows(db, me.worker_id)).map((r) => r.id);
}

/** Whose leader he is: the people of his teams and of those below; null = everybody's, who keeps all staff. */
export async function ledWorkers(db: Db, me: Principal): Promise<readonly number[] | null> {
  if (me.data_scope === "all" && me.codes.has(may.worker)) return null;
  return (await ledWorkerRows(db, me.worker_id)).map((r) => r.id);
}

/** Enabled workers whose role holds the code. */
export const holdersOf = (db: Db, code: number): Promise<{ id: number; nickname: string; account: string }[]> => holderRows(db, code);

/** A worker with his codes and scope, or undefined. */
export const worker = (db: Db, id: number): Promise<WorkerFacts | undefined> => workerFacts(db, id);

/** Does this enabled worker hold the code? */
export async function workerMay(db: Db, id: number, code: number): Promise<boolean> {
  const found = await workerFacts(db, id);
  return found !== undefined && found.status === 1 && found.codes.includes(code);
}

export const everyCode: ReadonlySet<number> = new Set(allCodes);
