/** 待办队列 of messages: what I have to do, and results that wait for my look. */
import { reminderMsgFlow } from "@visadesk/contract/workbench/message/reminder-msg.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { likeText, q, rows } from "#kit/db/sql.ts";
import type { Desk, Named } from "#kit/queue.ts";
import { nextWorkDayEnd } from "../../base-data/index.ts";
import { seesReminder } from "./msg.sql.ts";
import { REMINDERS } from "./reminder-msg.sql.ts";

const base = {
  noun: "reminder_msg",
  flow: reminderMsgFlow,
  from: REMINDERS,
  /** A message concerns those it names and nobody else, however far somebody's scope reaches. */
  scope: (ctx) => seesReminder(ctx),
  passed_by: "消息请打开后转交",
  keyword: (word) => q`m.title ilike ${`%${likeText(word)}%`}`,
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select r.id, m.title, '' as ref_no, m.id as parent_id from ${REMINDERS} where r.id = any(${[...ids]}::int8[])`,
        )
      ).map((r) => [r.id, r]),
    ),
} satisfies Partial<Desk>;

export const messageDesks: readonly Desk[] = [
  {
    ...base,
    queues: [
      {
        key: "message",
        may: may.workbench,
        rows: () => q`r.reminder_status in ('pending', 'doing', 'returned')`,
        due: "r.due_at",
        clears: ["submit", "confirm", "transfer"],
      },
    ],
    columns: {
      id: "r.id",
      state: "r.reminder_status",
      entered_at: "r.created_at",
      is_urgent: "(m.level <> 'normal' or m.nudged_at is not null)",
      initiator: "m.created_by",
      handler: "r.staff_id",
    },
    opens: ({ source_id, parent_id }) => ({
      route: "msg-remind-detail",
      params: { msgId: String(parent_id), reminderMsgId: String(source_id) },
    }),
  },
  {
    ...base,
    queues: [
      {
        key: "message_review",
        may: may.workbench,
        rows: () => q`r.reminder_status = 'submitted'`,
        due: nextWorkDayEnd("r.submitted_at"),
        clears: ["pass", "return"],
      },
    ],
    columns: {
      id: "r.id",
      state: "r.reminder_status",
      entered_at: "r.submitted_at",
      initiator: "r.staff_id",
      handler: "m.reviewer_id",
    },
    opens: ({ parent_id }) => ({ route: "msg-remind-review", params: { msgId: String(parent_id) } }),
  },
];
