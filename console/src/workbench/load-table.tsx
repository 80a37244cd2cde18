/** 负荷表: members by queues, late ones in red; a figure opens its tasks. */
import { Button, Empty } from "antd";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { useLoad, type TaskQuery } from "./use-tasks.ts";

type Load = Output<typeof workbenchApi.task_load_query>;
type Member = Load["members"][number];
type Open = (patch: Partial<TaskQuery>) => void;

const NOBODY = "未指定";
const whose = (m: Member): Partial<TaskQuery> =>
  m.worker_id === null ? { handler_id: [], is_unassigned: true } : { handler_id: [m.worker_id], is_unassigned: false };

interface FigureProps {
  of: { count: number; overdue: number } | undefined;
  name: string;
  onOpen: (due: "overdue" | undefined) => void;
}
function Figure({ of, name, onOpen }: FigureProps) {
  if (!of || of.count === 0) return <span className="vd-muted">—</span>;
  return (
    <TwoLines
      end
      under={
        of.overdue > 0 && (
          <Button type="link" size="small" danger aria-label={`${name} 逾期 ${of.overdue}`} onClick={() => onOpen("overdue")}>
            逾期 {of.overdue}
          </Button>
        )
      }
    >
      <Button type="link" size="small" aria-label={`${name} ${of.count}`} onClick={() => onOpen(undefined)}>
        {of.count}
      </Button>
    </TwoLines>
  );
}

function columnsOf(queues: Load["queues"], open: Open): readonly TableColumn<Member>[] {
  const nameOf = (m: Member): string => m.nickname ?? NOBODY;
  return [
    {
      key: "nickname",
      title: "成员",
      width: 136,
      fixed: "start",
      render: (m) => (
        <TwoLines under={m.worker_id === null ? "有权限的人都能办" : m.team_name}>
          {nameOf(m)}
          {m.worker_id !== null && !m.on_duty && <Mark>今日不在班</Mark>}
        </TwoLines>
      ),
    },
    {
      key: "count",
      width: 88,
      align: "end",
      render: (m) => <Figure of={m} name={`${nameOf(m)} 合计`} onOpen={(due) => open({ ...whose(m), queue: [], due })} />,
    },
    ...queues.map(({ key, label }): TableColumn<Member> => ({
      key,
      title: label,
      width: 104,
      align: "end",
      render: (m) => <Figure of={m.cells[key]} name={`${nameOf(m)} ${label}`} onOpen={(due) => open({ ...whose(m), queue: [key], due })} />,
    })),
  ];
}

export interface LoadTableProps {
  scope: "team" | "all";
  /** Shows the tasks behind a figure. */
  onOpen: Open;
}
export function LoadTable({ scope, onOpen }: LoadTableProps) {
  const answer = useLoad(scope);
  return (
    <Reads tells answer={answer}>
      {({ queues, members }) =>
        members.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="范围内没有成员" />
        ) : (
          <div className="vd-table">
            <Table<Member>
              of={workbenchApi.task_load_query.output.shape.members}
              label="负荷表"
              rowKey={(m) => m.worker_id ?? 0}
              columns={columnsOf(queues, onOpen)}
              rows={members}
            />
          </div>
        )
      }
    </Reads>
  );
}
