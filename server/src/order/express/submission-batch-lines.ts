/** The lines of a batch: who is live in it, taken out of it, and back in it when its parcel comes back. */
import { canMove } from "@visadesk/contract/kit/flow.ts";
import { batchFlow } from "@visadesk/contract/order/order.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { moveRow } from "#kit/noun/move.ts";
import { changeOrder, NOT_FOUND } from "../flow/change.ts";
import { lockOrders } from "../flow/facts.sql.ts";
import { submissionBatchNoun } from "./submission-batch.noun.ts";
import { batchLines, type BatchRow, type LineOfBatch } from "./submission-batch.sql.ts";

export const liveLines = async (ctx: Ctx, id: number): Promise<LineOfBatch[]> =>
  (await batchLines(ctx.db, id)).filter((l) => l.line_status === "packed" || l.line_status === "sent");

/** Orders are always locked in id order. */
export const orderIds = (lines: readonly { order_id: number }[]): number[] =>
  [...new Set(lines.map((l) => l.order_id))].sort((a, b) => a - b);
/** Live lines with their orders held: whoever submits holds the order before its line. */
export async function heldLines(ctx: Ctx, id: number): Promise<LineOfBatch[]> {
  await lockOrders(ctx.db, orderIds(await liveLines(ctx, id)));
  return liveLines(ctx, id);
}

/** Was handed in with its batch; after a supplement of the mission he goes with another. */
export const HANDED_IN = ["submitted", "past"] as const;
export const isHandedIn = (l: Pick<LineOfBatch, "line_status">): boolean => HANDED_IN.some((s) => s === l.line_status);
/** The line tells of the first time alone: his next one is free. */
export const pastLine = (ctx: Ctx, id: number): Promise<unknown> =>
  ctx.db.updateTable("submissions").set({ line_status: "past" }).where("id", "=", id).execute();

/** Takes a person's open line out of a batch. */
export const takeLine = (ctx: Ctx, batchId: number, applicantId: number): Promise<{ order_id: number } | undefined> =>
  ctx.db
    .updateTable("submissions")
    .set({ line_status: "removed" })
    .where("batch_id", "=", batchId)
    .where("applicant_id", "=", applicantId)
    .where("line_status", "in", ["packed", "sent"])
    .returning("order_id")
    .executeTakeFirst();

/** Lines that stayed behind are free for the next batch. */
export async function releaseLines(ctx: Ctx, id: number): Promise<void> {
  await ctx.db
    .updateTable("submissions")
    .set({ line_status: "removed" })
    .where("batch_id", "=", id)
    .where("line_status", "in", ["packed", "sent"])
    .execute();
}

/** A batch as it was before it was handed over. */
export async function giveBack(ctx: Ctx, { id, version }: BatchRow): Promise<void> {
  await moveRow(ctx, submissionBatchNoun, "give_back", { id, version, to: "draft", set: { handed_to: null, handed_at: null } });
}
/** The parcel of a held batch came back: who is still in it waits to be packed again. */
export async function takeBatchBack(ctx: Ctx, batch: BatchRow): Promise<void> {
  if (!canMove(batchFlow, batch.batch_status, "give_back")) return;
  const lines = await heldLines(ctx, batch.id);
  await giveBack(ctx, batch);
  await ctx.db
    .updateTable("submissions")
    .set({ line_status: "packed", passport_scanned_at: null })
    .where("batch_id", "=", batch.id)
    .where("line_status", "=", "sent")
    .execute();
  for (const order of orderIds(lines)) await changeOrder(ctx, order, () => Promise.resolve(), NOT_FOUND, null);
}
