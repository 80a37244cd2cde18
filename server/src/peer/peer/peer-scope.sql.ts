/** Which peers somebody sees: those he looks after today, or handed in himself. What hangs on a peer follows it. */
import type { Ctx } from "#kit/call/context.ts";
import { q, raw, type Sql } from "#kit/db/sql.ts";

export const NO_PEER = "同行不存在或无权查看";

/** Condition over the alias of `peers`; null: all of them. */
export function peerScope(ctx: Pick<Ctx, "me">, alias = "p"): Sql | null {
  const ids = ctx.me.scope_ids;
  if (ids === null) return null;
  const [mine, p] = [q`any(${[...ids]}::int8[])`, raw(alias)];
  return q`(${p}.bd_owner_id = ${mine} or ${p}.cs_owner_id = ${mine} or ${p}.created_by = ${mine})`;
}
