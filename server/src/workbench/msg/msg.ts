/** Endpoints of messages and of their reminders. */
import { msgApi } from "@visadesk/contract/workbench/message/msg.ts";
import { reminderMsgApi } from "@visadesk/contract/workbench/message/reminder-msg.ts";
import type { Ctx } from "#kit/call/context.ts";
import { ownIds } from "#kit/call/own.sql.ts";
import { serve, serveHolding } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { heldIn } from "#kit/files/file-keys.ts";
import { found } from "#kit/http/refuse.ts";
import { calendarOf } from "../../base-data/index.ts";
import { workerNames } from "../../setting/index.ts";
import { nudge, withdraw } from "./msg-acts.ts";
import { addMsg } from "./msg-add.ts";
import { msgList, NO_MSG, storedMsg, type MsgDetail, type MsgRow } from "./msg.sql.ts";
import { shownRef, type RefDoors } from "./refs.ts";
import { movesOf } from "./reminder-msg.held.ts";
import { confirm, pass, passBatch, read, returned, start, submit, transfer } from "./reminder-msg.ts";
import { reminderList, roundsOf, storedReminder, type ReminderRow, type StoredReminder } from "./reminder-msg.sql.ts";

async function shownMsg(ctx: Ctx, doors: RefDoors, id: number): Promise<MsgDetail> {
  const { created_by, ref_noun, ref_id, ...m } = found(await storedMsg(ctx, id), NO_MSG);
  const names = await workerNames(ctx.db, m.cc);
  const me = ctx.me.worker_id;
  return {
    ...m,
    cc_names: m.cc.flatMap((c) => names.get(c) ?? []).join("、"),
    ref: await shownRef(ctx, doors, ref_noun, ref_id),
    is_sender: created_by === me,
    is_reviewer: m.reviewer_id !== null && ownIds(ctx.me).includes(m.reviewer_id),
  };
}
async function withSpent(ctx: Ctx, list: readonly StoredReminder[]): Promise<ReminderRow[]> {
  const calendar = await calendarOf(ctx.db);
  return list.map((r) => ({
    ...r,
    spent_minutes: r.submitted_at === null ? null : calendar.workingMinutes(new Date(r.created_at), new Date(r.submitted_at)),
  }));
}

export const msgServer = (doors: RefDoors) => ({
  ...serve(msgApi, {
    msg_query: (input, ctx) => pageOf<MsgRow>(ctx.db, input, msgList(input, ctx)),
    msg_get: ({ id }, ctx) => shownMsg(ctx, doors, id),
    msg_add: addMsg(doors),
    msg_withdraw: withdraw,
    msg_nudge: nudge,
  }),
  ...serveHolding(reminderMsgApi, heldIn("reminder_msgs", "proof"), {
    reminder_msg_query: async (input, ctx) => {
      const page = await pageOf<StoredReminder>(ctx.db, input, reminderList(input, ctx));
      return { ...page, list: await withSpent(ctx, page.list) };
    },
    reminder_msg_get: async (input, ctx) => {
      const stored = found(await storedReminder(ctx, input), NO_MSG);
      const [r] = await withSpent(ctx, [stored]);
      const msg = await shownMsg(ctx, doors, stored.msg_id);
      const me = ctx.me.worker_id;
      return {
        ...found(r),
        msg,
        log: await roundsOf(ctx, stored.id),
        is_mine: stored.staff_id === me,
        moves: movesOf({ ...stored, kind: msg.kind, reviewer_id: msg.reviewer_id }, ctx.me),
      };
    },
    reminder_msg_read: read,
    reminder_msg_start: start,
    reminder_msg_submit: submit,
    reminder_msg_confirm: confirm,
    reminder_msg_transfer: transfer,
    reminder_msg_pass: pass,
    reminder_msg_pass_batch: passBatch,
    reminder_msg_return: returned,
  }),
});
