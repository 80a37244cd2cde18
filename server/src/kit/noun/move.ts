/**
 * The one place a status changes: compare-and-set on status and version. A stale version answers 409, a right version
 * in the wrong state `state_changed`.
 *
 *   const row = await moveRow(ctx, applicantNoun, "review_pass", { id, version, to, set });
 */
import { refusalText, TEXTS } from "@visadesk/contract/kit/errors.ts";
import { targetsOf, type Flow, type MoveOf, type StateOf } from "@visadesk/contract/kit/flow.ts";
import type { Ctx } from "../call/context.ts";
import { joined, q, raw, row } from "../db/sql.ts";
import { conflict, found, refuse } from "../http/refuse.ts";
import type { Noun, RowOf, SetOf, TableName } from "./noun.ts";
import { raised, setsOf } from "./save.ts";

export interface MoveTarget<T extends TableName, S extends string> {
  id: number;
  /** The version the caller saw; absent for system moves, which hold the row's lock. */
  version?: number | undefined;
  to: S;
  /** Further columns of the same row. */
  set?: SetOf<T>;
  /** Refusal when the row is gone. */
  missing?: string | undefined;
}

/** Moves one row and answers it as it is afterwards. Throws when `to` is no target of the move. */
export async function moveRow<T extends TableName, F extends Flow, R = RowOf<T>>(
  ctx: Ctx,
  noun: Noun<T, F>,
  move: MoveOf<F>,
  { id, version, to, set, missing }: MoveTarget<NoInfer<T>, StateOf<F>>,
): Promise<R> {
  const def = noun.flow.moves[move];
  if (!def || !targetsOf(def).includes(to)) throw new Error(`${noun.name}.${move} does not lead to ${to}`);
  const [table, state] = [raw(noun.table), raw(noun.state ?? "state")];
  const sets = joined([q`${state} = ${to}`, raised(noun), ...setsOf(set)], ", ");
  const versioned = version === undefined ? raw("true") : q`version = ${version}`;
  const moved = await row<R>(
    ctx.db,
    q`update ${table} set ${sets} where id = ${id} and ${state} = any(${def.from}) and ${versioned} returning *`,
  );
  if (moved) return moved;
  const now = found(
    await row<{ version: number; state: string }>(ctx.db, q`select version, ${state} as state from ${table} where id = ${id}`),
    missing,
  );
  if (version !== undefined && now.version !== version)
    throw conflict(`${TEXTS.moved}：现在是「${noun.flow.states[now.state]?.label ?? now.state}」`, now);
  return refuse("state_changed", refusalText("state_changed"), { state: now.state });
}

/** The version of an act, which leaves nothing to merge: what stands now is said, and asked to be looked at again. */
export function expectUnmoved(stored: { version: number }, seen: number, now: () => string): void {
  if (stored.version !== seen) throw conflict(`${TEXTS.moved}：${now()}`, { version: stored.version });
}
