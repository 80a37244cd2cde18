/** Endpoints of messages and of their reminders. */
import { msgApi } from "@visadesk/contract/workbench/message/msg.ts";
import { reminderMsgApi } from "@visadesk/contract/workbench/message/reminder-msg.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve, serveHolding } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { heldIn } from "#kit/files/file-keys.ts";
import { conflict, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { saveRow } from "#kit/noun/save.ts";
import { calendarOf } from "../../base-data/index.ts";
import { addRounds, msgNoun, openRows, remind, reminderMsgNoun, settleMsg } from "../../message/index.ts";
import { workerNames } from "../../setting/index.ts";
import { q, rows } from "#kit/db/sql.ts";
import { addMsg } from "./msg-add.ts";
import { heldMsg, msgList, NO_MSG, storedMsg, type HeldMsg, type MsgDetail, type MsgRow } from "./msg.sql.ts";
import { shownRef, type RefDoors } from "./refs.ts";
import { movesOf } from "./reminder-msg.held.ts";
import { confirm, pass, passBatch, read, returned, start, submit, transfer } from "./reminder-msg.ts";
import { reminderList, roundsOf, storedReminder, type ReminderRow, type StoredReminder } from "./reminder-msg.sql.ts";

type In<K extends keyof typeof msgApi> = Parsed<(typeof msgApi)[K]>;
const DAY_MS = 86_400_000;

async function shownMsg(ctx: Ctx, doors: RefDoors, id: number): Promise<MsgDetail> {
  const { created_by, ref_noun, ref_id, ...m } = found(await storedMsg(ctx, id), NO_MSG);
  const names = await workerNames(ctx.db, m.cc);
  const me = ctx.me.worker_id;
  return {
    ...m,
    cc_names: m.cc.flatMap((c) => names.get(c) ?? []).join("、"),
    ref: await shownRef(ctx, doors, ref_noun, ref_id),
    is_sender: created_by === me,
    is_reviewer: m.reviewer_id === me,
  };
}
async function withSpent(ctx: Ctx, list: readonly StoredReminder[]): Promise<ReminderRow[]> {
  const calendar = await calendarOf(ctx.db);
  return list.map((r) => ({
    ...r,
    spent_minutes: r.submitted_at === null ? null : calendar.workingMinutes(new Date(r.created_at), new Date(r.submitted_at)),
  }));
}

/** A message of the caller's own, as he saw it. */
async function ownMsg(ctx: Ctx, { id, version }: { id: number; version: number }, act: string): Promise<HeldMsg> {
  const m = found(await heldMsg(ctx, id), NO_MSG);
  refuseUnless(m.created_by === ctx.me.worker_id, "not_allowed", `只有发送人可以${act}`);
  if (m.version !== version) throw conflict("消息已变化，请刷新后再试", m);
  refuseUnless(m.closed_at === null, "state_changed");
  return m;
}

async function withdraw({ reason, ...seen }: In<"msg_withdraw">, ctx: Ctx): Promise<{ ok: true }> {
  const m = await ownMsg(ctx, seen, "撤销");
  const open = await openRows(ctx, m.id);
  for (const { id } of open) await moveRow(ctx, reminderMsgNoun, "withdraw", { id, to: "cancelled", set: { updated_at: ctx.now } });
  const ids = open.map((r) => r.id);
  await addRounds(ctx, ids, "withdraw", { text: reason });
  await saveRow(ctx, msgNoun, { id: m.id, version: m.version, set: { cancel_reason: reason, updated_at: ctx.now } });
  await settleMsg(ctx, m.id);
  const to = open.map((r) => r.staff_id).filter((w) => w !== ctx.me.worker_id);
  await remind(ctx, to, `消息已撤销：${m.title}（${reason}）`, { noun: "msg", id: m.id });
  ctx.note({ noun: "msg", noun_id: m.id, noun_no: m.title, reason });
  return { ok: true };
}

/** Whoever handed in nothing yet, once a day. */
async function nudge(seen: In<"msg_nudge">, ctx: Ctx): Promise<Output<typeof msgApi.msg_nudge>> {
  const m = await ownMsg(ctx, seen, "催办");
  if (m.nudged_at !== null && ctx.now.getTime() - Date.parse(m.nudged_at) < DAY_MS) refuse("too_often", "24小时内已催办");
  const open = await rows<{ id: number; staff_id: number }>(
    ctx.db,
    q`select id, staff_id from reminder_msgs where msg_id = ${m.id} and reminder_status in ('pending', 'doing', 'returned') order by id`,
  );
  refuseUnless(open.length > 0, "guard_failed", "没有未提交的处理人");
  await saveRow(ctx, msgNoun, { id: m.id, version: m.version, set: { nudged_at: ctx.now, updated_at: ctx.now } });
  for (const r of open) await remind(ctx, [r.staff_id], `请尽快处理：${m.title}`, { noun: "reminder_msg", id: r.id });
  return { nudged: open.length };
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
        moves: movesOf({ ...stored, kind: msg.kind, reviewer_id: msg.reviewer_id }, me),
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
