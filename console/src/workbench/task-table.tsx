/** Tasks as rows: how pressing, what, whose, where it stands, until when. */
import { useMemo, useState } from "react";
import { Due } from "#kit/page/due.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Copyable, TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { useKeys } from "#kit/app/keyboard.ts";
import { session } from "#kit/app/session.ts";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { useGo } from "#kit/filter/use-url.ts";
import { TwoLines } from "#kit/page/blocks.tsx";
import { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import { ageWords, orderHref, taskHref, type Task } from "./task-words.ts";
import { LEVELS } from "./use-tasks.ts";

const TONES = { critical: "red", high: "orange", normal: "grey" } as const;
const keyOf = (t: Task): string => `${t.queue} ${t.source_id}`;
/** The type stands in a column of its own. */
const titleOf = (t: Task): string => t.title.replace(`${t.queue_label} · `, "");

const linked = (href: string | undefined, text: string) => (href ? <HrefLink href={href}>{text}</HrefLink> : <span>{text}</span>);

interface Shows {
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
        </TwoLines>
      ),
    },
    {
      key: "ref_no",
      width: 160,
      render: (t) => <Copyable text={t.ref_no}>{linked(orderHref(t, codes), t.ref_no)}</Copyable>,
    },
    { key: "node", width: 104, render: (t) => t.node },
    {
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
      width: 84,
      fixed: "end",
      render: (t) => {
        const href = taskHref(t, codes);
        return href ? <HrefLink href={href}>去处理</HrefLink> : "—";
      },
    },
  ];
}

export function TaskTable({
  tasks,
  stale,
  now,
  showsHandler,
}: {
  tasks: readonly Task[];
  stale: boolean;
  now: number;
  showsHandler: boolean;
}) {
  const codes = session.use((s) => s.codes);
  const go = useGo();
  const [at, setAt] = useState(-1);
  const initiator = tasks.some((t) => t.initiator_name !== null);
  const columns = useMemo(() => columnsOf(codes, now, { handler: showsHandler, initiator }), [codes, now, showsHandler, initiator]);
  const open = (task: Task | undefined): void => {
    const href = task && taskHref(task, codes);
    if (href) go(href);
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
        rowProps={(task, i) => ({ className: i === at ? "vd-row-at" : undefined, onDoubleClick: () => open(task) })}
      />
    </div>
  );
}
