/** Which peers somebody sees: those he looks after today or made. What hangs on a peer follows it. */
import type { Ctx } from "#kit/call/context.ts";
import { q, raw, type Sql } from "#kit/db/sql.ts";

export const NO_PEER = "同行不存在或无权查看";

/** Condition over the alias of `peers` (`p` is a page's own); null: all of them. */
export function peerScope(ctx: Pick<Ctx, "me">, alias = "peer"): Sql | null {
  const ids = ctx.me.scope_ids;
  if (ids === null) return null;
  const mine = q`any(${[...ids]}::int8[])`;
  const p = raw(alias);
  return q`(${p}.bd_owner_id = ${mine} or ${p}.cs_owner_id = ${mine} or ${p}.created_by = ${mine})`;
}
