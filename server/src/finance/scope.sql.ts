/**
 * Whose money somebody sees: what is tied to a peer follows who looks after it, what is tied to an order follows its owners.
 * What is tied to a supplier or a company account alone asks for the data scope 全部.
 */
import type { Ctx } from "#kit/call/context.ts";
import { or, q, raw, type Sql } from "#kit/db/sql.ts";
import { orderScope } from "../order/index.ts";
import { peerScope } from "../peer/index.ts";

/** Columns that name the peer and the order of a row, e.g. `r.peer_id`; either may be missing or null in the row. Their alias is not `o`. */
export interface TiedTo {
  peer?: string;
  order?: string;
}

/** Condition of what the caller sees; null: everything. A row tied to nothing is seen with the data scope 全部 alone. */
export function financeScope(ctx: Pick<Ctx, "me">, { peer, order }: TiedTo): Sql | null {
  if (ctx.me.scope_ids === null) return null;
  const seen = [
    ...(peer === undefined
      ? []
      : [q`exists (select 1 from peers seen_peer where seen_peer.id = ${raw(peer)} and ${peerScope(ctx, "seen_peer") ?? q`true`})`]),
    ...(order === undefined ? [] : [q`exists (select 1 from orders o where o.id = ${raw(order)} and ${orderScope(ctx, "o") ?? q`true`})`]),
  ];
  // In brackets, since it is put behind an `and` by hand too.
  return q`(${or(seen)})`;
}
/** Rows of suppliers, company accounts and whole books. */
export const wholeScope = (ctx: Pick<Ctx, "me">): Sql | null => (ctx.me.scope_ids === null ? null : q`false`);
