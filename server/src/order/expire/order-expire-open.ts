/** Rows of 过期订单 begun and ended by what happens to their orders. */
import type { ExpireKind } from "@visadesk/contract/order/expire/order-expire.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { moveRow } from "#kit/noun/move.ts";
import { orderExpireNoun } from "./order-expire.noun.ts";
import type { Running } from "./order-expire-due.sql.ts";

/** Opens one; of an order, person and kind one is open at a time. */
export async function expireOpen(ctx: Pick<Ctx, "db" | "now">, r: Running): Promise<boolean> {
  const made = await rows(
    ctx.db,
    q`insert into order_expires (order_id, applicant_id, kind, due_at, expire_status, created_at, updated_at)
      values (${r.order_id}, ${r.applicant_id}, ${r.kind}, ${r.due_at}, ${r.is_over ? "expired" : "warning"}, ${ctx.now}, ${ctx.now})
      on conflict do nothing returning id`,
  );
  return made.length > 0;
}

/** Its condition is gone: whatever of these kinds is open of the order. */
export async function expireResolve(ctx: Ctx, order_id: number, kinds: readonly ExpireKind[]): Promise<void> {
  const open = await rows<{ id: number }>(
    ctx.db,
    q`select id from order_expires where order_id = ${order_id} and kind = any(${[...kinds]}::text[]) and expire_status in ('warning', 'expired') order by id for update`,
  );
  for (const { id } of open)
    await moveRow(ctx, orderExpireNoun, "resolve", { id, to: "resolved", set: { closed_at: ctx.now, updated_at: ctx.now } });
}
