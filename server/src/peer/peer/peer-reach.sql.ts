/** Peers within the caller's data scope, narrowed to his team by the switch of the workbench. */
import type { Ctx } from "#kit/call/context.ts";
import { q, type Sql } from "#kit/db/sql.ts";
import type { TaskScope } from "#kit/queue.ts";
import { peerScope } from "./peer-scope.sql.ts";

/** Condition over the alias `p` of `peers`; null: all of them. */
export function peerReach(ctx: Pick<Ctx, "me">, scope: TaskScope): Sql | null {
  const seen = peerScope(ctx);
  if (scope !== "team" || ctx.me.data_scope === "team") return seen;
  const team = q`(select w.id from workers w where w.team_id = ${ctx.me.team_id})`;
  const narrow = q`(p.bd_owner_id in ${team} or p.cs_owner_id in ${team} or p.created_by in ${team})`;
  return seen === null ? narrow : q`${seen} and ${narrow}`;
}
