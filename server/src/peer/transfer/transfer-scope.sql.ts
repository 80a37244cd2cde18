/** Which transfers somebody sees: those he ordered, and those that take from him or give to him. */
import type { Ctx } from "#kit/call/context.ts";
import { q, raw, type Sql } from "#kit/db/sql.ts";

export const NO_TRANSFER = "转移批次不存在或无权查看";

/** Condition over the alias of `peer_transfers`; null: all of them. */
export function transferScope(ctx: Pick<Ctx, "me">, alias = "t"): Sql | null {
  const ids = ctx.me.scope_ids;
  if (ids === null) return null;
  const [mine, t] = [q`${[...ids]}::int8[]`, raw(alias)];
  return q`(${t}.created_by = any(${mine}) or ${t}.from_worker_id = any(${mine}) or ${t}.target_ids && ${mine})`;
}

/** Moved by who ordered it and by who sees his work; those it takes from or gives to only see it. */
export const mayDecide = ({ me }: Pick<Ctx, "me">, t: { created_by: number | null }): boolean =>
  me.scope_ids === null || (t.created_by !== null && me.scope_ids.includes(t.created_by));
/** A peer may be seen by more people than the one it is taken from: by who once brought it, or looks after it in the other role. */
export const mayTakeFrom = ({ me }: Pick<Ctx, "me">, from: number | null): boolean =>
  me.scope_ids === null || from === null || me.scope_ids.includes(from);

/** Whoever is but one of the receivers sees his own lines. */
export function lineScope(ctx: Pick<Ctx, "me">): Sql | null {
  const ids = ctx.me.scope_ids;
  if (ids === null) return null;
  const mine = q`any(${[...ids]}::int8[])`;
  return q`(t.created_by = ${mine} or t.from_worker_id = ${mine} or l.to_worker_id = ${mine})`;
}
