/** Two people for money: who made a paper never decides it, and who decided first never decides second. */
import type { Ctx } from "#kit/call/context.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import { refuseUnless } from "#kit/http/refuse.ts";

/** `makers`: everybody who had a hand in it so far; null: the system or a peer. */
export function assertChecker(ctx: Pick<Ctx, "me">, makers: readonly (number | null)[], sentence?: string): void {
  refuseUnless(!makers.includes(ctx.me.worker_id), "maker_is_checker", sentence);
}

/** Everybody who did one of these to a record, by its log: who edits last does not hide who edited before. `since`: after that was last done. */
export async function handsIn(
  ctx: Pick<Ctx, "db">,
  of: { noun: string; id: number; did: readonly string[]; since?: string },
): Promise<number[]> {
  const about = q`noun = ${of.noun} and noun_id = ${String(of.id)} and result = 'ok'`;
  const found = await rows<{ actor_id: number }>(
    ctx.db,
    q`select distinct actor_id from operation_logs where ${and([
      about,
      q`endpoint = any(${[...of.did]}::text[]) and actor_kind = 'worker' and actor_id is not null`,
      of.since !== undefined && q`id > coalesce((select max(id) from operation_logs where ${about} and endpoint = ${of.since}), 0)`,
    ])}`,
  );
  return found.map((f) => f.actor_id);
}
