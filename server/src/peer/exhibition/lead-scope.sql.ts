/** Which leads somebody sees: those he follows or registered himself. */
import type { Ctx } from "#kit/call/context.ts";
import { q, type Sql } from "#kit/db/sql.ts";

export const NO_LEAD = "线索不存在或无权查看";

/** Condition over `l` = exhibition_leads; null: all of them. */
export function leadScope(ctx: Pick<Ctx, "me">): Sql | null {
  const ids = ctx.me.scope_ids;
  if (ids === null) return null;
  const mine = q`any(${[...ids]}::int8[])`;
  return q`(l.owner_id = ${mine} or l.created_by = ${mine})`;
}
