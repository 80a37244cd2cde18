/** Which peers somebody sees: those he looks after today, or handed in himself. What hangs on a peer follows it. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { TaskScope } from "#kit/queue.ts";
import { and, or, q, raw, type Sql } from "#kit/db/sql.ts";
import { likeOf } from "#kit/grams.ts";

export const NO_PEER = "同行不存在或无权查看";

/** Condition over the alias of `peers`; null: all of them. */
export function peerScope(ctx: Pick<Ctx, "me">, alias = "p"): Sql | null {
  const ids = ctx.me.scope_ids;
  if (ids === null) return null;
  const [mine, p] = [q`any(${[...ids]}::int8[])`, raw(alias)];
  return q`(${p}.bd_owner_id = ${mine} or ${p}.cs_owner_id = ${mine} or ${p}.created_by = ${mine})`;
}

/**
 * What hangs on a peer, found by a word: by all a peer is found by where the reader sees the peer itself, else by what a row
 * shows of it. Otherwise whoever asks could guess its credit code and names.
 */
export function peerTyped(ctx: Pick<Ctx, "me">, word: string, alias = "p"): Sql {
  const p = raw(alias);
  const shown = q`lower(${p}.peer_no || ' ' || ${p}.short_name) like ${likeOf(word)}`;
  const all = q`${p}.search_text like ${likeOf(word)}`;
  if (!ctx.me.codes.has(may.peer)) return shown;
  const seen = peerScope(ctx, alias);
  return seen === null ? all : or([shown, and([all, seen])]);
}

/** Of these people, within the data scope narrowed by the switch 我的/本组/全部. */
export function teamReach(ctx: Pick<Ctx, "me">, scope: TaskScope): Sql | null {
  const seen = peerScope(ctx);
  if (scope !== "team" || ctx.me.data_scope === "team") return seen;
  const team = q`(select w.id from workers w where w.team_id = ${ctx.me.team_id})`;
  const narrow = q`(p.bd_owner_id in ${team} or p.cs_owner_id in ${team} or p.created_by in ${team})`;
  return seen === null ? narrow : q`${seen} and ${narrow}`;
}
