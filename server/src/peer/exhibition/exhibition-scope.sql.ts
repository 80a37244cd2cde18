/** Which fairs somebody sees and acts upon: those he owns, made, or stands at. */
import type { Ctx } from "#kit/call/context.ts";
import { q, type Sql } from "#kit/db/sql.ts";

export const NO_EXHIBITION = "展会不存在或无权查看";

/** Condition over `e` = peer_exhibitions; null: all of them. */
export function exhibitionScope(ctx: Pick<Ctx, "me">): Sql | null {
  const ids = ctx.me.scope_ids;
  if (ids === null) return null;
  const mine = q`${[...ids]}::int8[]`;
  return q`(e.owner_id = any(${mine}) or e.created_by = any(${mine}) or e.staff_ids && ${mine})`;
}
