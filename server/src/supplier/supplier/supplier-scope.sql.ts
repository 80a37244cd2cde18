/** Which suppliers somebody sees: those he looks after or made. What hangs on a supplier follows it. */
import type { Ctx } from "#kit/call/context.ts";
import { q, raw, type Sql } from "#kit/db/sql.ts";

export const NO_SUPPLIER = "供应商不存在或无权查看";

/** Condition over the alias of `suppliers`; null: all of them. */
export function supplierScope(ctx: Pick<Ctx, "me">, alias = "s"): Sql | null {
  const ids = ctx.me.scope_ids;
  if (ids === null) return null;
  const mine = q`any(${[...ids]}::int8[])`;
  return q`(${raw(alias)}.owner_id = ${mine} or ${raw(alias)}.created_by = ${mine})`;
}
