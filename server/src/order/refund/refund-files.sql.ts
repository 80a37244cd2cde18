/** Proofs of refunds: for whoever sees the order. */
import type { Ctx } from "#kit/call/context.ts";
import { and, q, row } from "#kit/db/sql.ts";
import type { FileAccess } from "../../files/index.ts";
import { orderScope } from "../list/scope.ts";

export async function mayReadRefundFile(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ refund_no: string }>(
    ctx.db,
    q`select r.refund_no from refunds r join orders o on o.id = r.order_id
      where ${and([q`r.id = ${id}`, q`${key} = any(r.proof)`, orderScope(ctx, "o")])}`,
  );
  return found ? { noun_no: found.refund_no, label: "退款凭证", is_identity: false, filename: null } : null;
}
