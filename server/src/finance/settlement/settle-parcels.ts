/** What follows for orders and parcels when a bill is agreed upon: customers are asked for their part, parcels know what they cost. */
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { refuse } from "#kit/http/refuse.ts";
import { diffDrop, diffOpen, parcelsBilled } from "../../order/index.ts";
import type { HeldLine, StoredSettlement } from "./settlement.sql.ts";

const borneByCustomer = (l: HeldLine): l is HeldLine & { order_id: number } =>
  l.verdict === "customer" && l.order_id !== null && l.diff_id === null && l.worth > l.amount;

async function askCustomer(ctx: Ctx, s: StoredSettlement, l: HeldLine & { order_id: number }): Promise<void> {
  const order = await row<{ peer_id: number | null }>(ctx.db, q`select peer_id from orders where id = ${l.order_id}`);
  const diff = await diffOpen(
    {
      idempotency_key: crypto.randomUUID(),
      order_id: l.order_id,
      applicant_id: l.applicant_id,
      fee_kind: "express",
      amount: l.worth - l.amount,
      reason: `快递账单 ${s.settle_no} 运单 ${l.waybill_no ?? ""} 差额`,
      payer: (order?.peer_id ?? null) === null ? "customer" : "peer",
      is_blocking: false,
    },
    ctx,
  );
  await rows(ctx.db, q`update settle_lines set diff_id = ${diff.id}, updated_at = ${ctx.now} where id = ${l.id}`);
}
const billsOf = (lines: readonly HeldLine[], worth: (l: HeldLine) => number) =>
  [...Map.groupBy(lines, (l) => l.express_id)].flatMap(([express_id, list]) =>
    express_id === null
      ? []
      : [
          {
            express_id,
            cost: Math.max(
              0,
              list.reduce((n, l) => n + worth(l), 0),
            ),
          },
        ],
  );

/** The orders are held. */
export async function parcelsSettled(ctx: Ctx, s: StoredSettlement, lines: readonly HeldLine[]): Promise<void> {
  const asked = lines.filter(borneByCustomer).toSorted((a, b) => a.order_id - b.order_id || a.id - b.id);
  for (const l of asked) await askCustomer(ctx, s, l);
  await parcelsBilled(
    ctx,
    billsOf(
      lines.filter((l) => l.match !== "duplicate"),
      (l) => l.worth,
    ),
  );
}

/** Opened again: what waits for customers is called off; what one has paid keeps the bill closed. */
export async function parcelsReopened(ctx: Ctx, lines: readonly HeldLine[]): Promise<void> {
  for (const { id, diff_id } of lines.filter((l) => l.diff_id !== null)) {
    if ((await diffDrop(ctx, diff_id ?? 0)) === "paid") {
      const d = await row<{ diff_no: string }>(ctx.db, q`select diff_no from order_diffs where id = ${diff_id}`);
      refuse("guard_failed", `补差价 ${d?.diff_no} 已支付，不能重开`);
    }
    await rows(ctx.db, q`update settle_lines set diff_id = null, updated_at = ${ctx.now} where id = ${id}`);
  }
  await parcelsBilled(
    ctx,
    billsOf(
      lines.filter((l) => l.match !== "duplicate"),
      () => 0,
    ),
  );
}
