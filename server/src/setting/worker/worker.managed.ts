/** Workers within a manager's reach: those of the teams he leads, and himself. */
import type { Ctx } from "#kit/call/context.ts";
import { found } from "#kit/http/refuse.ts";
import { managedTeams, workerFacts, type WorkerFacts } from "../../account/index.ts";
import { assertRank, type Authority } from "../grant/authority.ts";

/** A worker I may look at; one outside my teams is like nobody. */
export async function visible(ctx: Ctx, me: Authority, id: number, lock = false): Promise<WorkerFacts> {
  const target = found(await workerFacts(ctx.db, id, lock), "账号不存在");
  const teams = await managedTeams(ctx.db, { ...ctx.me, data_scope: me.data_scope });
  const mine = id === me.worker_id || teams === null || (target.team_id !== null && teams.includes(target.team_id));
  return found(mine ? target : null, "账号不存在");
}

/** The same, locked, and nobody who may do more than I. */
export async function managed(ctx: Ctx, me: Authority, id: number): Promise<WorkerFacts> {
  const target = await visible(ctx, me, id, true);
  assertRank(me, target);
  return target;
}
