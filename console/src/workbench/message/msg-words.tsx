/** Messages in words: how pressing, in which state, where each is opened. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { reminderMsgFlow } from "@visadesk/contract/workbench/message/reminder-msg.flow.ts";
import type { msgApi } from "@visadesk/contract/workbench/message/msg.ts";
import { MSG_KINDS, MSG_LEVELS, MSG_STATES } from "@visadesk/contract/workbench/message/msg.words.ts";
import type { reminderMsgApi } from "@visadesk/contract/workbench/message/reminder-msg.ts";
import { flowTag, Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { to } from "#kit/screens.ts";

export type Msg = Output<typeof msgApi.msg_query>["list"][number];
export type MsgDetail = Output<typeof msgApi.msg_get>;
export type Reminder = Output<typeof reminderMsgApi.reminder_msg_query>["list"][number];
export type ReminderDetail = Output<typeof reminderMsgApi.reminder_msg_get>;

const LEVEL_TONES = { normal: "grey", high: "orange", critical: "red" } as const;
const STATE_TONES = { open: "blue", reviewing: "orange", done: "green", cancelled: "grey" } as const;
export const LevelMark = ({ level }: Pick<Msg, "level">) => <Mark tone={LEVEL_TONES[level]}>{MSG_LEVELS[level]}</Mark>;
export const MsgState = ({ msg_status }: Pick<Msg, "msg_status">) => (
  <StateTag tone={STATE_TONES[msg_status]}>{MSG_STATES[msg_status]}</StateTag>
);
export const ReminderState = ({ of: r }: { of: Pick<Reminder, "reminder_status" | "is_overdue"> }) => (
  <span className="vd-marks">
    {flowTag(reminderMsgFlow, r.reminder_status)}
    {r.is_overdue && <Mark tone="red">已逾期</Mark>}
  </span>
);
/** What it asks for beside being read. */
export const MsgMarks = ({ of: m }: { of: Pick<Msg, "kind" | "level" | "need_review" | "need_proof"> }) => (
  <>
    {m.level !== "normal" && <LevelMark level={m.level} />}
    <Mark>{MSG_KINDS[m.kind]}</Mark>
    {m.need_review && <Mark>需要审核</Mark>}
    {m.need_proof && <Mark>需要凭证</Mark>}
  </>
);

export const reminderHref = (msgId: number, reminderMsgId: number): string => to("msg-remind-detail", { msgId, reminderMsgId });
export const reviewHref = (msgId: number): string => to("msg-remind-review", { msgId });
/** One's own reminder where he has it to do, else what all made of it. */
export const msgHref = (m: Pick<Msg, "id" | "my_reminder_id">, isMine: boolean): string =>
  isMine && m.my_reminder_id !== null ? reminderHref(m.id, m.my_reminder_id) : reviewHref(m.id);

const HOUR = 60;
/** Working minutes as 1.5 working hours. */
export const hoursText = (minutes: number | null): string => (minutes === null ? "—" : String(Math.round((minutes / HOUR) * 10) / 10));
