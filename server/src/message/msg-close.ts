/** What ends a message: its last receiver is done with it, its cause is gone, or somebody else did it for all. */
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { moveRow } from "#kit/noun/move.ts";
import { saveRows } from "#kit/noun/save.ts";
import { msgNoun, reminderMsgNoun } from "./message.nouns.ts";
import { addRounds, sendMsg, type Ref } from "./msg-send.ts";
import { remind } from "./remind.ts";

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

export interface NewTask {
  key: string;
  to: readonly number[];
  title: string;
  content?: string;
  ref?: Ref | null;
  due_at?: Date | null;
}
const openOf = (ctx: Ctx, key: string): Promise<{ id: number; title: string } | undefined> =>
  row(ctx.db, q`select id, title from msgs where key = ${key} and closed_at is null for update`);

/** A task that a query cannot tell; whoever finishes it first finishes it for all. Null: one of its key is open. */
export const taskOpen = (ctx: Ctx, { key, ...task }: NewTask): Promise<number | null> =>
  sendMsg(ctx, { kind: "task", source: "system", key, ...task });

/** Its condition is gone. Answers how many had it open. */
export async function taskClose(ctx: Ctx, key: string, cause: string): Promise<number> {
  const open = await openOf(ctx, key);
  return open ? closeRows(ctx, open.id, cause) : 0;
}

/** To somebody else alone, as far as nobody handed anything in. */
export async function taskMove(ctx: Ctx, key: string, to: number, cause: string): Promise<void> {
  const open = await openOf(ctx, key);
  if (!open) return;
  const [first, ...rest] = await openRows(ctx, open.id);
  if (!first) return;
  for (const { id } of rest)
    await moveRow(ctx, reminderMsgNoun, "close", { id, to: "done", set: { done_at: ctx.now, updated_at: ctx.now } });
  await saveRows(ctx, reminderMsgNoun, { where: q`id = ${first.id}`, set: { staff_id: to, read_at: null, updated_at: ctx.now } });
  await addRounds(ctx, [first.id], "transfer", { text: cause });
  await remind(ctx, [to], `待办转交给您：${open.title}`, { noun: "reminder_msg", id: first.id });
}
