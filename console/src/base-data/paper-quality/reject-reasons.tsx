/** 不合格原因库: what reviewers may say against a paper, how often they do, and one reason for two that mean the same. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MoreOutlined } from "@ant-design/icons";
import { Button, Drawer, Empty, Input, Segmented, Select } from "antd";
import { useState } from "react";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { entriesOf } from "#kit/words.ts";
import { DOCUMENT_KINDS } from "@visadesk/contract/base-data/base-data.ts";
import { rejectReasonApi } from "@visadesk/contract/base-data/paper/reject-reason.ts";
import { MergeDialog, ReasonForm, type Reason } from "./reject-reason-form.tsx";
import "./paper-quality.css";

type Open = ReturnType<typeof useDialog>[1];

const WIDTH = 980;
const KINDS = entriesOf(DOCUMENT_KINDS).map(([value, label]) => ({ value: Number(value), label }));
const kindsText = (kinds: readonly number[]): string =>
  kinds.length === KINDS.length ? "全部" : KINDS.flatMap((k) => (kinds.includes(k.value) ? k.label : [])).join("、");

function useToggle(): (reason: Reason) => Promise<void> {
  const afterWrite = useAfterWrite();
  return async ({ id, version, text, status }) => {
    const content = "禁用后审核时不能再选，已驳回的记录仍显示它。";
    if (status === 1 && !(await confirm({ title: `禁用“${text}”？`, content, ok: "禁用", danger: true }))) return;
    const endpoint = status === 1 ? rejectReasonApi.reject_reason_disable : rejectReasonApi.reject_reason_enable;
    // A refusal has been told by then; either way the list is read anew.
    await ask(endpoint, { id, version }).then(
      () => toast.success(`“${text}”已${status === 1 ? "禁用" : "启用"}`),
      () => undefined,
    );
    afterWrite();
  };
}

function Acts({ reason, all, open }: { reason: Reason; all: readonly Reason[]; open: Open }) {
  const toggle = useToggle();
  if (reason.merged_into !== null) return <span className="vd-blank">—</span>;
  const items = [
    { key: "merge", label: "合并到…", onClick: () => open((close) => <MergeDialog reason={reason} all={all} onClose={close} />) },
    {
      key: "status",
      label: reason.status === 1 ? "禁用" : "启用",
      danger: reason.status === 1,
      onClick: () => void toggle(reason),
    },
  ];
  return (
    <span className="vd-moves is-row">
      <Button type="link" size="small" onClick={() => open((close) => <ReasonForm reason={reason} onClose={close} />)}>
        编辑
      </Button>
      <ActMenu items={items}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${reason.text}的更多操作`} />
      </ActMenu>
    </span>
  );
}

const columnsOf = (all: readonly Reason[], open: Open): readonly TableColumn<Reason>[] => [
  {
    key: "text",
    width: 176,
    render: (r) => (
      <TwoLines under={r.merged_into !== null && `已并入“${r.merged_into}”`}>
        <b>{r.text}</b>
      </TwoLines>
    ),
  },
  { key: "advice", render: (r) => r.advice || <span className="vd-blank">—</span> },
  { key: "kinds", width: 152, render: (r) => kindsText(r.kinds) },
  {
    key: "used_90",
    hint: "近90天用它驳回的次数，含并入它的原因",
    width: 88,
    align: "end",
    render: (r) => <span className={r.used_90 > 0 ? "vd-num" : "vd-num vd-muted"}>{r.used_90}</span>,
  },
  {
    key: "papers",
    hint: "把它列为常见不合格原因的资料数",
    width: 88,
    align: "end",
    render: (r) => <span className={r.papers > 0 ? "vd-num" : "vd-num vd-muted"}>{r.papers}</span>,
  },
  {
    key: "status",
    width: 80,
    render: (r) =>
      r.merged_into === null ? (
        <StateTag tone={r.status === 1 ? "green" : "grey"}>{r.status === 1 ? "启用" : "禁用"}</StateTag>
      ) : (
        <Mark tone="purple">已并入</Mark>
      ),
  },
  { key: "acts", title: "操作", width: 96, fixed: "end", className: "vd-acts", render: (r) => <Acts reason={r} all={all} open={open} /> },
];

export interface RejectReasonsProps {
  onClose: () => void;
}

/** The drawer opened from the head of 电子资料. */
export function RejectReasons({ onClose }: RejectReasonsProps) {
  const [dialog, open] = useDialog();
  const [keyword, setKeyword] = useState("");
  const [kind, setKind] = useState<number | null>(null);
  const [scope, setScope] = useState<"on" | "all">("on");
  const answer = useQuery({
    queryKey: [rejectReasonApi.reject_reason_query.name],
    queryFn: ({ signal }) => ask(rejectReasonApi.reject_reason_query, { page_size: 100 }, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  });
  const all = answer.data?.list ?? [];
  const word = keyword.trim();
  const shown = all.filter(
    (r) =>
      (scope === "all" || r.status === 1) &&
      (kind === null || r.kinds.includes(kind)) &&
      (word === "" || r.text.includes(word) || r.advice.includes(word)),
  );
  return (
    <Drawer
      open
      title="不合格原因库"
      size={WIDTH}
      onClose={onClose}
      extra={
        <Button type="primary" onClick={() => open((close) => <ReasonForm reason={null} onClose={close} />)}>
          新增原因
        </Button>
      }
    >
      <div className="vd-row vd-after-12 bd-tools">
        <Input.Search allowClear placeholder="原因、建议" aria-label="原因、建议" onChange={(e) => setKeyword(e.target.value)} />
        <Select
          allowClear={CLEARS}
          placeholder="适用资料"
          aria-label="适用资料"
          options={KINDS}
          onChange={(v: number | undefined) => setKind(v ?? null)}
        />
        <Segmented
          value={scope}
          options={[
            { value: "on", label: "启用" },
            { value: "all", label: "全部" },
          ]}
          onChange={setScope}
        />
        <span className="vd-grow" />
        <span className="vd-muted vd-num">{shown.length} 条</span>
      </div>
      <Reads tells answer={answer}>
        {() =>
          shown.length > 0 ? (
            <div className="vd-table">
              <Table<Reason>
                of={rejectReasonApi.reject_reason_query.output.shape.list}
                label="不合格原因"
                rowKey={(r) => r.id}
                columns={columnsOf(all, open)}
                rows={shown}
                rowProps={(r) => ({ className: r.status === 0 ? "vd-muted" : undefined })}
              />
            </div>
          ) : (
            <Empty
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={word || kind !== null ? "没有符合筛选的原因" : "还没有原因，先新增一条"}
            />
          )
        }
      </Reads>
      {dialog}
    </Drawer>
  );
}
