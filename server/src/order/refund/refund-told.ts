/** What finance tells of a refund that it pays: each way as it leaves, fails or comes back. The order is held by finance already. */
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { changeOrder } from "../flow/change.ts";
import type { RefundToPay } from "../flow/refund-ports.ts";
import type { Work } from "../flow/work.ts";
import { finishIfLeft, NO_REFUND } from "./refund-decide.ts";
import { partBack, partLeft, toPay } from "./refund-money.ts";
import { refundNoun } from "./refund.noun.ts";
import { heldRefund, partsOf, storedRefund, type StoredPart, type StoredRefund } from "./refund.sql.ts";

interface Part {
  refund_id: number;
  part_id: number;
}
async function onPart(ctx: Ctx, of: Part, act: (w: Work, r: StoredRefund, part: StoredPart) => Promise<void>): Promise<void> {
  const { order_id } = found(await storedRefund(ctx.db, of.refund_id), NO_REFUND);
  await changeOrder(
    ctx,
    order_id,
    async (w) => {
      const r = found(await heldRefund(ctx.db, of.refund_id), NO_REFUND);
      const part = found((await partsOf(ctx.db, r.id)).find((p) => p.id === of.part_id));
      await act(w, r, part);
    },
    NO_REFUND,
    null,
  );
}

export async function refundToPay(ctx: Ctx, refundId: number): Promise<RefundToPay | null> {
  const stored = await storedRefund(ctx.db, refundId);
  if (!stored) return null;
  const order = found(
    (await rows<{ peer_id: number | null }>(ctx.db, q`select peer_id from orders where id = ${stored.order_id} for update`))[0],
    NO_REFUND,
  );
  const r = found(await heldRefund(ctx.db, refundId), NO_REFUND);
  return r.refund_status === "paying" ? toPay(ctx, r, order.peer_id) : null;
}
export const refundQueued = (ctx: Ctx, part: Part & { payout_id: number }): Promise<unknown> =>
  rows(ctx.db, q`update refund_parts set payout_id = ${part.payout_id} where id = ${part.part_id} and refund_id = ${part.refund_id}`);
export const refundPaid = (ctx: Ctx, part: Part): Promise<void> =>
  onPart(ctx, part, async (w, r, p) => {
    if (p.part_status === "done") return;
    await partLeft(w, p);
    await finishIfLeft(w, r.id);
  });
export const refundFailed = (ctx: Ctx, part: Part & { reason: string }): Promise<void> =>
  onPart(ctx, part, async (_w, r, p) => {
    await rows(ctx.db, q`update refund_parts set part_status = 'failed', fail_reason = ${part.reason} where id = ${p.id}`);
    if (r.refund_status !== "paying") return;
    const set = { fail_reason: part.reason, updated_at: ctx.now };
    await moveRow(ctx, refundNoun, "fail", { id: r.id, version: r.version, to: "failed", set });
  });
export const refundBounced = (ctx: Ctx, part: Part & { reason: string }): Promise<void> =>
  onPart(ctx, part, async (w, r, p) => {
    if (p.part_status !== "done") return;
    await partBack(w, p);
    if (r.refund_status !== "success") return;
    const set = { paid_at: null, fail_reason: part.reason, updated_at: ctx.now };
    await moveRow(ctx, refundNoun, "bounce", { id: r.id, version: r.version, to: "paying", set });
  });
