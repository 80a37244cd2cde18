/** Rows of 过期订单 begun and ended by what happens to their orders. */
import type { ExpireKind } from "@visadesk/contract/order/expire/order-expire.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { moveRow } from "#kit/noun/move.ts";
import { resolveReminds } from "../desk/order-remind.ts";
import { orderExpireNoun } from "./order-expire.noun.ts";
import type { Running } from "./order-expire-due.sql.ts";

/** Opens one; of an order, person and kind one is open at a time. What was extended before it counts on: resting in between gives no new days. */
export async function expireOpen(ctx: Pick<Ctx, "db" | "now">, r: Running): Promise<boolean> {
  const made = await rows(
    ctx.db,
    q`insert into order_expires (order_id, applicant_id, kind, due_at, expire_status, extended_times, created_at, updated_at)
      values (${r.order_id}, ${r.applicant_id}, ${r.kind}, ${r.due_at}, ${r.is_over ? "expired" : "warning"},
        (select coalesce(max(x.extended_times), 0) from order_expires x
          where x.order_id = ${r.order_id} and x.applicant_id is not distinct from ${r.applicant_id}::int8 and x.kind = ${r.kind}), ${ctx.now}, ${ctx.now})
      on conflict do nothing returning id`,
  );
  return made.length > 0;
}

/** Its condition is gone: whatever of these kinds is open of the order. */
export async function expireResolve(ctx: Ctx, order_id: number, kinds: readonly ExpireKind[]): Promise<void> {
  const open = await rows<Pick<Running, "order_id" | "applicant_id" | "kind"> & { id: number }>(
    ctx.db,
    q`select id, order_id, applicant_id, kind from order_expires where order_id = ${order_id} and kind = any(${[...kinds]}::text[]) and expire_status in ('warning', 'expired') order by id for update`,
  );
  for (const x of open) await expireEnd(ctx, x);
}

/** One whose condition is gone; what its customer was reminded of is gone with it. The order is held before its rows. */
export async function expireEnd(
  ctx: Ctx,
  { id, version, ...x }: Pick<Running, "order_id" | "applicant_id" | "kind"> & { id: number; version?: number },
): Promise<void> {
  await row(ctx.db, q`select id from orders where id = ${x.order_id} for update`);
  await moveRow(ctx, orderExpireNoun, "resolve", { id, version, to: "resolved", set: { closed_at: ctx.now, updated_at: ctx.now } });
  await resolveReminds(
    ctx,
    q`r.order_id = ${x.order_id} and r.applicant_id is not distinct from ${x.applicant_id}::int8 and r.kind = ${x.kind}`,
  );
}
