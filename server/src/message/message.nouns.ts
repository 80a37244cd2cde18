/** The stored nouns of messages among staff. */
import { handover } from "@visadesk/contract/workbench/handover/handover.ts";
import { handoverFlow } from "@visadesk/contract/workbench/handover/handover.flow.ts";
import { globalMessage } from "@visadesk/contract/workbench/message/global-message.ts";
import { msgDetail } from "@visadesk/contract/workbench/message/msg.ts";
import { reminderMsgFlow } from "@visadesk/contract/workbench/message/reminder-msg.flow.ts";
import { reminderMsg } from "@visadesk/contract/workbench/message/reminder-msg.ts";
import { taskMark } from "@visadesk/contract/workbench/task-mark.ts";
import { GONE } from "#kit/noun/erase.ts";
import { noun } from "#kit/noun/noun.ts";

/** Its title is what somebody typed, about customers too: the log calls a message by its number alone. */
export const msgNoun = noun("msg", {
  table: "msgs",
  shape: msgDetail,
  erased: { title: GONE, content: "", files: [], cancel_reason: "" },
  owners: { reviewer_id: ["message_review"] },
  internal: ["key", "ref_noun", "ref_id", "closed_at"],
});
export const reminderMsgNoun = noun("reminder_msg", {
  table: "reminder_msgs",
  shape: reminderMsg,
  flow: reminderMsgFlow,
  state: "reminder_status",
  owners: { staff_id: ["message"] },
  erased: { result: "", proof: [], return_text: "" },
  parts: ["reminder_msg_rounds"],
  internal: ["span_minutes", "overdue_told_at"],
});
export const globalMessageNoun = noun("global_message", {
  table: "global_messages",
  shape: globalMessage,
  title: "title",
  parts: ["global_message_confirmations"],
});
/** Its words live no longer than the task they speak of. */
export const taskMarkNoun = noun("task_mark", {
  table: "task_marks",
  shape: taskMark,
  owners: { handler_id: ["task"] },
  internal: ["transferred_at"],
});
/** Brief and outcome are states and numbers of orders alone: names and notes are read where they stand. */
export const handoverNoun = noun("handover", {
  table: "handovers",
  shape: handover,
  flow: handoverFlow,
  state: "handover_status",
  internal: ["brief", "outcome"],
});
export const messageNouns = [msgNoun, reminderMsgNoun, globalMessageNoun, taskMarkNoun, handoverNoun];
