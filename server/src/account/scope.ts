/** Whose records a worker sees, and whom he manages. Every area's lists, exports and files use the same answer. */
import { allCodes } from "@visadesk/contract/permissions.ts";
import type { DataScope, Principal } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { holderRows, ledTeamRows, teamScopeRows, workerFacts, type WorkerFacts } from "./staff.sql.ts";

/** Worker ids whose records are visible; null = no limit. */
export async function scopeOf(
  db: Db,
  worker: { id: number; team_id: number | null; data_scope: DataScope },
): Promise<readonly number[] | null> {
  if (worker.data_scope === "all") return null;
  if (worker.data_scope === "own") return [worker.id];
  return (await teamScopeRows(db, worker.id, worker.team_id)).map((r) => r.id);
}

/** Teams whose members a manager may see and edit; null = everybody. A team-scoped manager has the teams he leads, `own` none. */
export async function managedTeams(db: Db, me: Principal): Promise<readonly number[] | null> {
  if (me.data_scope === "all") return null;
  return me.data_scope === "own" ? [] : (await ledTeamRows(db, me.worker_id)).map((r) => r.id);
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
