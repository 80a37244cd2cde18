/** Whose work orders somebody sees: those he handles, those of peers he looks after, those of his team that nobody has. */
import type { Ctx } from "#kit/call/context.ts";
import { isOwn } from "#kit/call/own.sql.ts";
import { or, q, type Sql } from "#kit/db/sql.ts";
import { peerScope } from "../peer/peer-scope.sql.ts";

export const NO_WORK_ORDER = "工单不存在或无权查看";
type Caller = Pick<Ctx, "me">;

const unheld = (ctx: Caller): Sql => q`t.handler_id is null and t.team_id = ${ctx.me.team_id}`;

/** `t` = work_orders beside its peer `pr`. */
export function workOrderScope(ctx: Caller): Sql | null {
  const [ids, cared] = [ctx.me.scope_ids, peerScope(ctx, "pr")];
  return ids === null || cared === null ? null : or([q`t.handler_id = any(${[...ids]}::int8[])`, cared, unheld(ctx)]);
}

/** The list's switch 我的/本组, within the scope. */
export const viewed = (ctx: Caller, view: "mine" | "team"): Sql =>
  view === "mine"
    ? isOwn("t.handler_id", ctx.me)
    : or([
        q`t.handler_id = ${ctx.me.worker_id}`,
        q`t.handler_id in (select w.id from workers w where w.team_id = ${ctx.me.team_id})`,
        unheld(ctx),
      ]);
