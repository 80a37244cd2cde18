/** Tasks as rows: how pressing, what, whose, where it stands, until when. */
import { useState } from "react";
import { Due } from "#kit/page/due.tsx";
import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Copyable, TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { useKeys } from "#kit/app/keyboard.ts";
import { session } from "#kit/app/session.ts";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import { OpenTask, useOpenTask } from "./open-task.tsx";
import type { TaskActs } from "./task-acts.tsx";
import { ageWords, orderHref, taskHref, type Task } from "./task-words.ts";
import { LEVELS } from "./use-tasks.ts";

const TONES = { critical: "red", high: "orange", normal: "grey" } as const;
const keyOf = (t: Task): string => `${t.queue} ${t.source_id}`;
/** The type stands in a column of its own. */
const titleOf = (t: Task): string => t.title.replace(`${t.queue_label} · `, "");

const linked = (href: string | undefined, text: string) => (href ? <HrefLink href={href}>{text}</HrefLink> : <span>{text}</span>);

/** What the row says beside its name: that it is new, and that somebody passed it on, with his words. */
const Marks = ({ task: t }: { task: Task }) => (
  <>
    {t.is_new && <Mark tone="blue">新</Mark>}
    {t.transfer_reason !== null && (
      <span title={`转交原因：${t.transfer_reason}`}>
        <Mark>转交</Mark>
      </span>
    )}
  </>
);

function RowActs({
  task,
  href,
  acts,
  onOpen,
}: {
  task: Task;
  href: string | undefined;
  acts: TaskActs;
  onOpen: (t: Task, href: string) => void;
}) {
  const { pass, putOff, ask } = acts;
  const more = [
    ...(ask ? [{ key: "ask", label: "取消延后", onClick: () => ask(task) }] : []),
    { key: "pass", label: "转交", onClick: () => pass(task) },
    ...(putOff ? [{ key: "put_off", label: "延后", onClick: () => putOff(task) }] : []),
  ];
  return (
    <span className="vd-moves is-row">
      {href ? <OpenTask href={href} onOpen={() => onOpen(task, href)} /> : "—"}
      <ActMenu items={more}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label="更多操作" />
      </ActMenu>
    </span>
  );
}

interface Shows {
  put_off: boolean;
  acts: TaskActs;
  onOpen: (t: Task, href: string) => void;
  handler: boolean;
  initiator: boolean;
}
function columnsOf(codes: ReadonlySet<number>, now: number, shows: Shows): readonly TableColumn<Task>[] {
  return [
    {
      key: "level",
      width: 72,
      render: (t) => (
        <span className="vd-marks">
          <Mark tone={TONES[t.level]}>{LEVELS[t.level]}</Mark>
        </span>
      ),
    },
    { key: "queue", width: 132, render: (t) => t.queue_label },
    {
      key: "title",
      width: 216,
      render: (t) => (
        <TwoLines under={t.order_id === null ? undefined : titleOf(t)} title={titleOf(t)}>
          {linked(taskHref(t, codes), t.order_id === null ? titleOf(t) : (t.customer ?? "未填写姓名"))}
          <Marks task={t} />
        </TwoLines>
      ),
    },
    {
      key: "ref_no",
      width: 160,
      render: (t) => <Copyable text={t.ref_no}>{linked(orderHref(t, codes), t.ref_no)}</Copyable>,
    },
    { key: "node", width: 104, render: (t) => t.node },
    // What was put off is asked for its day, not for how long it lies.
    shows.put_off
      ? {
          key: "snooze_until",
          width: 160,
          render: (t) => (
            <TwoLines under={t.snooze_reason} title={t.snooze_reason ?? undefined}>
              {t.snooze_until && <TimeText at={t.snooze_until} />}
            </TwoLines>
          ),
        }
      : {
          key: "entered_at",
          title: "停留时长",
          width: 148,
          render: (t) => (
            <TwoLines under={<TimeText at={t.entered_at} />} num>
              {ageWords(t.entered_at, now)}
            </TwoLines>
          ),
        },
    { key: "due_at", width: 116, render: (t) => <Due at={t.due_at} now={now} /> },
    ...(shows.initiator ? [{ key: "initiator_name", width: 88, render: (t: Task) => t.initiator_name ?? "—" }] : []),
    ...(shows.handler
      ? [
          {
            key: "handler_name",
            width: 88,
            render: (t: Task) => t.handler_name ?? <span className="vd-muted">未指定</span>,
          },
        ]
      : []),
    {
      key: "acts",
      title: "操作",
      width: 112,
      fixed: "end",
      render: (t) => <RowActs task={t} href={taskHref(t, codes)} acts={shows.acts} onOpen={shows.onOpen} />,
    },
  ];
}

export interface TaskTableProps {
  tasks: readonly Task[];
  stale: boolean;
  now: number;
  isMine: boolean;
  showsHandler: boolean;
  isPutOff: boolean;
  acts: TaskActs;
  /** Of one queue, whose tasks can be picked. */
  checks?: { picked: readonly number[]; onPick: (ids: readonly number[]) => void } | undefined;
}
export function TaskTable({ tasks, stale, now, isMine, showsHandler, isPutOff, acts, checks }: TaskTableProps) {
  const codes = session.use((s) => s.codes);
  const openTask = useOpenTask(isMine);
  const [at, setAt] = useState(-1);
  const initiator = tasks.some((t) => t.initiator_name !== null);
  const onOpen = (task: Task, href: string): void => void openTask(task, href);
  const columns = columnsOf(codes, now, { handler: showsHandler, initiator, put_off: isPutOff, acts, onOpen });
  const open = (task: Task | undefined): void => {
    const href = task && taskHref(task, codes);
    if (href) onOpen(task, href);
  };
  const step = (by: number): void => setAt((i) => Math.max(0, Math.min(tasks.length - 1, i + by)));
  useKeys({ j: ["下一行", () => step(1)], k: ["上一行", () => step(-1)], Enter: ["去处理", () => open(tasks[at])] });
  return (
    <div className={`vd-table${stale ? " is-stale" : ""}`} aria-busy={stale}>
      <Table<Task>
        of={workbenchApi.task_query.output.shape.list}
        label="待办"
        rowKey={keyOf}
        columns={columns}
        rows={tasks}
        {...(checks && { checks: { idOf: (t: Task) => t.source_id, ...checks } })}
        rowProps={(task, i) => ({ className: i === at ? "vd-row-at" : undefined, onDoubleClick: () => open(task) })}
      />
    </div>
  );
}
