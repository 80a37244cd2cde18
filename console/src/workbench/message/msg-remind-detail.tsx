/** 消息提醒详情: what is asked of its receiver, what he made of it, round by round. */
import { useEffect } from "react";
import { RESULTS, RETURNS } from "@visadesk/contract/workbench/message/msg.words.ts";
import { reminderMsgApi, reminderMsgDetail } from "@visadesk/contract/workbench/message/reminder-msg.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { FileLinks } from "#kit/file/file-links.tsx";
import { useIdParam } from "#kit/filter/use-url.ts";
import { Fields } from "#kit/form/fields.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen } from "#kit/page/detail-screen.tsx";
import { Due } from "#kit/page/due.tsx";
import { TimelineRows } from "#kit/page/timeline.tsx";
import { MsgCard } from "./msg-card.tsx";
import { hoursText, MsgMarks, ReminderState, reviewHref, type ReminderDetail } from "./msg-words.tsx";
import { ReminderMoves } from "./reminder-moves.tsx";

interface Of {
  r: ReminderDetail;
}
const isToDo = (r: ReminderDetail): boolean => ["pending", "doing", "returned"].includes(r.reminder_status);

/** Opened by its receiver it is read. */
function Read({ r }: Of) {
  const refresh = useAfterWrite();
  const isUnread = r.is_mine && r.read_at === null;
  useEffect(() => {
    if (isUnread) void ask(reminderMsgApi.reminder_msg_read, { id: r.id }, { noToast: true }).then(refresh, () => undefined);
  }, [isUnread, r.id, refresh]);
  return null;
}

const Head = ({ r }: Of) => (
  <>
    <Read r={r} />
    <DetailHead
      title={r.msg.title}
      states={
        <>
          <ReminderState of={r} />
          <MsgMarks of={r.msg} />
        </>
      }
      due={isToDo(r) && r.due_at !== null && <Due at={r.due_at} />}
      acts={r.moves.length > 0 && <ReminderMoves of={r} moves={r.moves} head />}
    />
    {r.reminder_status === "returned" && r.return_code !== null && (
      <output className="vd-note vd-small vd-wraps vd-tone-red" aria-label="退回原因">
        <span>
          第{r.rounds}次退回，{RETURNS[r.return_code]}：{r.return_text}
        </span>
      </output>
    )}
  </>
);

const Result = ({ r }: Of) =>
  r.result_code !== null && (
    <Section title="处理结果">
      <Fields
        of={reminderMsgDetail}
        value={r}
        columns={3}
        names={[
          { label: "处理结果", value: RESULTS[r.result_code] },
          { label: "提交时间", value: <TimeText at={r.submitted_at} /> },
          { label: "用时(工时)", value: <span className="vd-num">{hoursText(r.spent_minutes)}</span> },
          { label: "说明", value: <span className="vd-wrap">{r.result}</span>, wide: true },
          ...(r.proof.length > 0 ? [{ label: "凭证", value: <FileLinks keys={r.proof} />, wide: true }] : []),
        ]}
      />
    </Section>
  );

const Rounds = ({ r }: Of) => (
  <Section title="处理过程">
    <TimelineRows
      rows={r.log.map((l) => ({ id: l.id, label: l.label, at: l.at, actor_name: l.by_name, reason: l.text, files: l.proof }))}
    />
  </Section>
);

const Side = ({ r }: Of) => (
  <Section title="提醒" extra={(r.msg.is_sender || r.msg.is_reviewer) && <HrefLink href={reviewHref(r.msg_id)}>全部处理人</HrefLink>}>
    <Fields
      of={reminderMsgDetail}
      value={r}
      columns={1}
      names={[
        { label: "发送人", value: r.msg.created_by_name ?? "系统" },
        { label: "发送时间", value: <TimeText at={r.created_at} /> },
        { label: "处理人", value: r.staff_name },
        { label: "截止", value: r.due_at === null ? "—" : <TimeText at={r.due_at} /> },
        { label: "审核人", value: r.msg.reviewer_name ?? "不需要审核" },
        { label: "抄送", value: r.msg.cc_names || "—" },
        { label: "已读", value: r.read_at === null ? "未读" : <TimeText at={r.read_at} /> },
        ...(r.done_at === null ? [] : [{ label: "完成时间", value: <TimeText at={r.done_at} /> }]),
      ]}
    />
  </Section>
);

export default function MsgRemindDetail() {
  const [msg_id, id] = [useIdParam("msgId"), useIdParam("reminderMsgId")];
  return (
    <DetailScreen
      endpoint={reminderMsgApi.reminder_msg_get}
      input={{ id, msg_id }}
      files={(r) => ({ noun: "reminder_msg", noun_id: r.id })}
      head={(r) => <Head r={r} />}
      side={(r) => <Side r={r} />}
    >
      {(r) => (
        <>
          <MsgCard of={r.msg} />
          <Result r={r} />
          <Rounds r={r} />
        </>
      )}
    </DetailScreen>
  );
}
