/** Whose remittances somebody sees. */
import type { Ctx } from "#kit/call/context.ts";
import { and, or, q, type Sql } from "#kit/db/sql.ts";
import { orderScope } from "../../order/index.ts";
import { financeScope } from "../scope.sql.ts";

/** By the peer; a direct customer's by the orders it is for. */
export function remittanceScope(ctx: Pick<Ctx, "me">): Sql | null {
  const ofPeers = financeScope(ctx, { peer: "r.peer_id" });
  const ofOrders = orderScope(ctx, "o");
  if (ofPeers === null || ofOrders === null) return null;
  const paid = q`exists (select from jsonb_array_elements(r.order_parts) x join orders o on o.id = (x ->> 'order_id')::int8 where ${ofOrders})`;
  return q`(${or([ofPeers, and([q`r.peer_id is null`, paid])])})`;
}
