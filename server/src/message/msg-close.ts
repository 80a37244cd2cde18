/** What ends a message: its last receiver is done with it, its cause is gone, or somebody else did it for all. */
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { moveRow } from "#kit/noun/move.ts";
import { saveRows } from "#kit/noun/save.ts";
import { msgNoun, reminderMsgNoun } from "./message.nouns.ts";
import { addRounds } from "./msg-send.ts";

const OPEN = q`reminder_status in ('pending', 'doing', 'submitted', 'returned')`;
export interface OpenRow {
  id: number;
  staff_id: number;
}
/** Rows of a message that nobody finished, held to the end of the transaction. */
export const openRows = (ctx: Ctx, msgId: number): Promise<OpenRow[]> =>
  rows(ctx.db, q`select id, staff_id from reminder_msgs where msg_id = ${msgId} and ${OPEN} order by id for update`);

/** Closed once nobody has it open any more. */
export async function settleMsg(ctx: Ctx, msgId: number): Promise<void> {
  const where = q`id = ${msgId} and closed_at is null and not exists (select from reminder_msgs r where r.msg_id = msgs.id and r.${OPEN})`;
  await saveRows(ctx, msgNoun, { where, set: { closed_at: ctx.now, updated_at: ctx.now } });
}

/** The others have nothing left to do; `cause` stands in their logs. */
export async function closeRows(ctx: Ctx, msgId: number, cause: string): Promise<number> {
  const open = await openRows(ctx, msgId);
  for (const { id } of open) {
    await moveRow(ctx, reminderMsgNoun, "close", { id, to: "done", set: { done_at: ctx.now, updated_at: ctx.now } });
    ctx.note({ noun: "reminder_msg", noun_id: id, reason: cause });
  }
  await addRounds(
    ctx,
    open.map((r) => r.id),
    "close",
    { text: cause },
  );
  await settleMsg(ctx, msgId);
  return open.length;
}
