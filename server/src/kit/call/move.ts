/**
 * The one place a status changes: compare-and-set on status and version. A stale version answers 409, a right version
 * in the wrong state `state_changed`. What only edits a record asks `expectVersion`, every other act `expectUnmoved`.
 *
 *   const row = await moveRow(ctx, applicantFlow, "review_pass", { table: "applicants", column: "applicant_status", id, version, to, set });
 */
import { refusalText, TEXTS } from "@visadesk/contract/kit/errors.ts";
import { targetsOf, type Flow, type MoveOf, type StateOf } from "@visadesk/contract/kit/flow.ts";
import type { Ctx } from "./context.ts";
import { conflict, found, refuse } from "../http/refuse.ts";
import { joined, q, raw, row, type Sql } from "../db/sql.ts";

export interface MoveTarget<S extends string> {
  table: string;
  column: string;
  id: number;
  /** The version the caller saw; absent for system moves, which hold the row's lock. */
  version?: number | undefined;
  to: S;
  /** Further columns of the same row. Arrays of text and numbers pass as they are; json must be a string. */
  set?: Readonly<Record<string, unknown>>;
  /** Refusal when the row is gone. */
  missing?: string;
}

/** Moves one row and answers it as it is afterwards. Throws when `to` is no target of the move. */
export async function moveRow<F extends Flow, T>(ctx: Ctx, flow: F, move: MoveOf<F>, target: MoveTarget<StateOf<F>>): Promise<T> {
  const def = flow.moves[move];
  if (!def || !targetsOf(def).includes(target.to)) throw new Error(`${flow.noun}.${move} does not lead to ${target.to}`);
  const column = raw(target.column);
  const table = raw(target.table);
  const sets: Sql[] = [q`${column} = ${target.to}`, raw("version = version + 1")];
  for (const [name, value] of Object.entries(target.set ?? {})) sets.push(q`${raw(`"${name}"`)} = ${value}`);
  const versioned = target.version === undefined ? raw("true") : q`version = ${target.version}`;
  const moved = await row<T>(
    ctx.db,
    q`
    update ${table} set ${joined(sets, ", ")} where id = ${target.id} and ${column} = any(${def.from}) and ${versioned} returning *`,
  );
  if (moved) return moved;
  const now = found(
    await row<{ version: number; state: string }>(ctx.db, q`select version, ${column} as state from ${table} where id = ${target.id}`),
    target.missing,
  );
  if (target.version !== undefined && now.version !== target.version)
    throw conflict(`${TEXTS.moved}：现在是「${flow.states[now.state]?.label ?? now.state}」`, now);
  return refuse("state_changed", refusalText("state_changed"), { state: now.state });
}

/** The version of an act, which leaves nothing to merge: what stands now is said, and asked to be looked at again. */
export function expectUnmoved(stored: { version: number }, seen: number, now: () => string): void {
  if (stored.version !== seen) throw conflict(`${TEXTS.moved}：${now()}`, { version: stored.version });
}

/** Checks the version a caller saw before work that does not end in `moveRow`. */
export function expectVersion(stored: { version: number }, seen: number): void {
  if (stored.version !== seen) throw conflict(TEXTS.conflict, stored);
}
