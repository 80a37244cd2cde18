/** Whose invoices somebody sees. */
import type { Ctx } from "#kit/call/context.ts";
import { or, q, raw, type Sql } from "#kit/db/sql.ts";
import { orderScope } from "../../order/index.ts";
import { peerScope } from "../../peer/index.ts";

/** Invoices of a peer follow the peer, those of direct customers the orders they are for. Null: all. */
export function invoiceScope(ctx: Pick<Ctx, "me">, alias = "i"): Sql | null {
  if (ctx.me.scope_ids === null) return null;
  return or([
    q`exists (select 1 from peers p where p.id = ${raw(alias)}.peer_id and ${peerScope(ctx) ?? q`true`})`,
    q`${raw(alias)}.peer_id is null and not exists (select 1 from invoice_lines n join orders o on o.id = n.order_id
      where n.invoice_id = ${raw(alias)}.id and not (${orderScope(ctx, "o") ?? q`true`}))`,
  ]);
}
