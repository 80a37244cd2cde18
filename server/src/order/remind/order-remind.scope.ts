/** Whose reminders somebody sees: those of orders in his scope, and those he was given while they wait. `o` = orders, `r` = order_reminds. */
import type { Ctx } from "#kit/call/context.ts";
import { isOwn, ownIds } from "#kit/call/own.sql.ts";
import { and, or, q, raw, type Sql } from "#kit/db/sql.ts";
import { WAITS } from "../desk/order-remind.sql.ts";
import { orderScope, ownersAre, type Scope, scopeFilter } from "../list/scope.ts";

export const NO_REMIND = "提醒不存在或无权查看";
type Caller = Pick<Ctx, "me">;

export function remindScope(ctx: Caller): Sql | null {
  const [ids, seen] = [ctx.me.scope_ids, orderScope(ctx, "o")];
  return ids === null || seen === null ? null : or([seen, and([WAITS, q`r.handler_id = any(${[...ids]}::int8[])`])]);
}

/** The switch 我的/本组/全部: whoever has it, and while nobody has it whoever answers for the order. */
export function remindsOf(ctx: Caller, scope: Scope | undefined): Sql | null {
  const { worker_id, team_id } = ctx.me;
  if (scope === "mine") return or([isOwn("r.handler_id", ctx.me), and([raw("r.handler_id is null"), ownersAre("o", ownIds(ctx.me))])]);
  if (scope !== "team") return null;
  const team = scopeFilter(ctx, "o", "team");
  return team === null
    ? null
    : or([team, q`r.handler_id in (select w.id from workers w where w.team_id = ${team_id} or w.id = ${worker_id})`]);
}
