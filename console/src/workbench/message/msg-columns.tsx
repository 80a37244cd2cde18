/** Columns of messages: which, how pressing, in which state, whose, how far all of them are, until when. */
import { reminderMsgFlow } from "@visadesk/contract/workbench/message/reminder-msg.flow.ts";
import { MSG_KINDS } from "@visadesk/contract/workbench/message/msg.words.ts";
import { TimeText } from "#kit/form/format-cells.tsx";
import { link, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Due } from "#kit/page/due.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import type { MsgView } from "../workbench-tabs.ts";
import { LevelMark, msgHref, MsgState, type Msg } from "./msg-words.tsx";

const isOpen = (m: Msg): boolean => m.msg_status === "open" || m.msg_status === "reviewing";
const ratio = (n: number, of: number) => (
  <span className="vd-num">
    {n}/{of}
  </span>
);
const BEFORE: readonly Column<Msg>[] = [
  {
    name: "level",
    width: 72,
    render: (m) => (
      <span className="vd-marks">
        <LevelMark level={m.level} />
      </span>
    ),
  },
  { name: "kind", width: 72, render: (m) => MSG_KINDS[m.kind] },
];
const AFTER: readonly Column<Msg>[] = [
  {
    name: "read_count",
    width: 72,
    align: "end",
    exports: ["read_count", "total"],
    render: (m) => ratio(m.read_count, m.total),
  },
  { name: "submitted_count", width: 72, align: "end", render: (m) => ratio(m.submitted_count, m.total) },
  { name: "done_count", width: 72, align: "end", render: (m) => ratio(m.done_count, m.total) },
];
const receivers: Column<Msg> = {
  name: "receiver_names",
  width: 160,
  render: (m) => (
    <span className="vd-ellipsis" title={m.receiver_names}>
      {m.receiver_names}
    </span>
  ),
};
const due: Column<Msg> = {
  name: "due_at",
  width: 116,
  sort: "due_at",
  render: (m) => (isOpen(m) ? <Due at={m.due_at} /> : <TimeText at={m.due_at} />),
};
const sender: Column<Msg> = { name: "created_by_name", width: 96, render: (m) => m.created_by_name ?? "系统" };
const reviewer: Column<Msg> = { name: "reviewer_name", width: 88, render: (m) => m.reviewer_name ?? "—" };
const state: Column<Msg> = { name: "msg_status", width: 104, render: (m) => <MsgState msg_status={m.msg_status} /> };
const mine: Column<Msg> = {
  name: "my_status",
  width: 108,
  exports: ["msg_status"],
  render: (m) => (
    <TwoLines under={m.need_review && m.my_status === "submitted" && m.reviewer_name}>{flowTag(reminderMsgFlow, m.my_status)}</TwoLines>
  ),
};
const title = (isMine: boolean): Column<Msg> => ({ ...link<Msg>("title", (m) => msgHref(m, isMine)), width: 240 });

/** By what the reader is to them. */
export const msgColumns: Readonly<Record<MsgView, readonly Column<Msg>[]>> = {
  mine: [title(true), ...BEFORE, mine, due, sender, reviewer, "created_at"],
  review: [title(false), ...BEFORE, receivers, due, ...AFTER, sender, "created_at"],
  sent: [title(false), ...BEFORE, state, receivers, due, ...AFTER, reviewer, "created_at"],
  cc: [title(false), ...BEFORE, state, sender, receivers, due, ...AFTER, "created_at"],
};
