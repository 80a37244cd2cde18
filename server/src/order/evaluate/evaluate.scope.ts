/** Whose evaluations somebody sees: those of orders in his scope, and those that are of him. `o` = orders, `e` = order_evaluates. */
import type { Ctx } from "#kit/call/context.ts";
import { or, q, raw, type Sql } from "#kit/db/sql.ts";
import { orderScope } from "../list/scope.ts";

export const NO_EVALUATE = "评价不存在或无权查看";

export function evaluateScope(ctx: Pick<Ctx, "me">): Sql | null {
  const [ids, seen] = [ctx.me.scope_ids, orderScope(ctx, "o")];
  return ids === null || seen === null ? null : or([seen, q`e.expert_id = any(${[...ids]}::int8[])`]);
}
/** What made itself and what an accepted appeal took back counts in no score. */
export const COUNTS = raw("(e.source <> 'auto' and e.appeal_status <> 'accepted')");
