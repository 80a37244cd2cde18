/** 提醒结果审核: what all receivers made of a message; its reviewer passes or returns each. */
import { Button } from "antd";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { RESULTS } from "@visadesk/contract/workbench/message/msg.words.ts";
import { msgApi } from "@visadesk/contract/workbench/message/msg.ts";
import { reminderMsgFlow } from "@visadesk/contract/workbench/message/reminder-msg.flow.ts";
import { reminderMsgApi } from "@visadesk/contract/workbench/message/reminder-msg.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { openFile } from "#kit/file/file-links.tsx";
import { useIdParam } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { link, ListBulk, ListEmpty, ListScreen, ListTabs, type BulkAct, type Column } from "#kit/list/list-screen.tsx";
import type { ListTab } from "#kit/list/list-types.ts";
import { None, TwoLines } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen } from "#kit/page/detail-screen.tsx";
import { Due } from "#kit/page/due.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import { isOpen, useMsgActs } from "./msg-acts.tsx";
import { MsgCard } from "./msg-card.tsx";
import { hoursText, MsgMarks, MsgState, reminderHref, ReminderState, type MsgDetail, type Reminder } from "./msg-words.tsx";
import { ReminderMoves } from "./reminder-moves.tsx";

type States = Reminder["reminder_status"][];
const ALL: States = [...keysOf(reminderMsgFlow.states)];
const STAGES: readonly (readonly [string, string, States])[] = [
  ["submitted", "待审核", ["submitted"]],
  ["unsubmitted", "未提交", ["pending", "doing", "returned"]],
  ["done", "已完成", ["done"]],
  ["all", "全部", ALL],
];
const OPENED = "请先查看凭证";

/** Opening it is what lets its reader pass. */
function Proof({ of: r }: { of: Reminder }) {
  const refresh = useAfterWrite();
  if (r.proof.length === 0) return <>—</>;
  return (
    <span className="vd-marks">
      {r.proof.map((key, i) => (
        <Button
          key={key}
          type="link"
          size="small"
          className="vd-plain-link"
          onClick={() => void openFile(key, { noun: "reminder_msg", noun_id: r.id }).then(refresh)}
        >
          凭证{r.proof.length > 1 && i + 1}
        </Button>
      ))}
      {r.is_proof_opened && <span className="vd-muted">已看</span>}
    </span>
  );
}

const columns: readonly Column<Reminder>[] = [
  { ...link<Reminder>("staff_name", (r) => reminderHref(r.msg_id, r.id)), width: 112 },
  { name: "reminder_status", width: 128, exports: ["reminder_status"], render: (r) => <ReminderState of={r} /> },
  {
    name: "read_at",
    width: 112,
    render: (r) => (r.read_at === null ? <span className="vd-muted">未读</span> : <TimeText at={r.read_at} stacked />),
  },
  "submitted_at",
  {
    name: "result",
    title: "结果/说明",
    width: 240,
    exports: ["result_code", "result"],
    render: (r) =>
      r.result_code === null ? (
        "—"
      ) : (
        <TwoLines under={r.result} title={r.result}>
          {RESULTS[r.result_code]}
        </TwoLines>
      ),
  },
  { name: "proof", width: 128, exports: [], render: (r) => <Proof of={r} /> },
  {
    name: "spent_minutes",
    title: "用时(工时)",
    width: 96,
    align: "end",
    render: (r) => <span className="vd-num">{hoursText(r.spent_minutes)}</span>,
  },
  { name: "rounds", width: 64, align: "end", render: (r) => <span className="vd-num">{r.rounds}</span> },
  "due_at",
];

const passing = (refresh: () => void): readonly BulkAct[] => [
  {
    label: "通过",
    ids_only: true,
    fits: { of: (r: Reminder) => r.reminder_status === "submitted", none: "所选结果都不在待审核" },
    run: async (s) => {
      const { results, done } = await ask(reminderMsgApi.reminder_msg_pass_batch, { ids: idsOf(s) });
      refresh();
      tellOutcome("审核通过", "条", { done, left: results.filter((r) => !r.ok) });
    },
  },
];

function Reminders({ of: m }: { of: MsgDetail }) {
  const refresh = useAfterWrite();
  const tabs: readonly ListTab<typeof reminderMsgApi.reminder_msg_query>[] = STAGES.map(([key, label, reminder_status]) => ({
    key,
    label,
    filter: { msg_id: m.id, reminder_status },
  }));
  // Without a review nothing waits for one: what is open comes first.
  const shown = m.need_review ? tabs : tabs.slice(1);
  const movesOf = (r: Reminder) =>
    !m.is_reviewer || r.reminder_status !== "submitted"
      ? []
      : [
          { move: "pass", ok: r.proof.length === 0 || r.is_proof_opened, missing: OPENED },
          { move: "return", ok: true, missing: null },
        ];
  return (
    <ListScreen
      endpoint={reminderMsgApi.reminder_msg_query}
      title="处理情况"
      columns={columns}
      row={(r) => <ReminderMoves of={r} moves={movesOf(r)} />}
    >
      <ListTabs tabs={shown} useCounts={() => ({ done: m.done_count, all: m.total })} />
      <ListEmpty>
        <None>没有待审核的结果</None>
      </ListEmpty>
      {m.is_reviewer && <ListBulk acts={passing(refresh)} />}
    </ListScreen>
  );
}

function Head({ of: m }: { of: MsgDetail }) {
  const [dialog, open] = useDialog();
  const acts = useMsgActs(open);
  const ratio = (n: number): string => `${n}/${m.total}`;
  return (
    <>
      <DetailHead
        title={m.title}
        states={
          <>
            <MsgState msg_status={m.msg_status} />
            <MsgMarks of={m} />
          </>
        }
        due={isOpen(m) && m.due_at !== null && <Due at={m.due_at} />}
        figures={[
          { label: "已读", value: ratio(m.read_count) },
          { label: "已提交", value: ratio(m.submitted_count) },
          { label: "已完成", value: ratio(m.done_count) },
          { label: "发送人", value: m.created_by_name ?? "系统" },
          { label: "发送时间", value: <TimeText at={m.created_at} /> },
          { label: "审核人", value: m.reviewer_name ?? "不需要审核" },
          ...(m.cc_names ? [{ label: "抄送", value: m.cc_names }] : []),
        ]}
        acts={
          m.is_sender &&
          acts(m).map((a) => (
            <Button key={a.key} danger={a.danger === true} onClick={a.onClick}>
              {a.label}
            </Button>
          ))
        }
      />
      {dialog}
    </>
  );
}

export default function MsgRemindReview() {
  const id = useIdParam("msgId");
  return (
    <DetailScreen endpoint={msgApi.msg_get} input={{ id }} head={(m) => <Head of={m} />}>
      {(m) => (
        <>
          <MsgCard of={m} />
          <Reminders of={m} />
        </>
      )}
    </DetailScreen>
  );
}
