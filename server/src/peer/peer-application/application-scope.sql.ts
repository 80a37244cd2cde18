/** Which applications somebody sees: those he handed in or won, and those of the peers he looks after today. */
import type { Ctx } from "#kit/call/context.ts";
import { q, raw, type Sql } from "#kit/db/sql.ts";

export const NO_APPLICATION = "入驻申请不存在或无权查看";

/** Condition over the alias of `peer_applications`; null: all of them. What a company handed in itself is nobody's. */
export function applicationScope(ctx: Pick<Ctx, "me">, alias = "a"): Sql | null {
  const ids = ctx.me.scope_ids;
  if (ids === null) return null;
  const a = raw(alias);
  const mine = q`any(${[...ids]}::int8[])`;
  return q`(${a}.created_by = ${mine} or (${a}.source = 'bd' and ${a}.source_id = ${mine})
    or exists (select from peers p where p.id = ${a}.peer_id and (p.bd_owner_id = ${mine} or p.cs_owner_id = ${mine})))`;
}
