/** 到期清理: previews, their approval by another person, and what came of them. */
import { useQuery } from "@tanstack/react-query";
import { Table, type TableProps } from "antd";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { useAccount } from "#kit/app/session.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import { erasureApi, erasureRunFlow } from "@visadesk/contract/setting/erasure-run.ts";

const RUN = erasureApi.erasure_query.row;
type Run = Output<typeof erasureApi.erasure_query>["list"][number];
const SHOWN = 10;

const countText = (counts: Run["counts"]): string =>
  counts.map((c) => `${c.label} ${c.records} 条（${c.people} 名申请人，${c.files} 个文件）`).join("；") || "没有到期的记录";

function Detail({ run }: { run: Run }) {
  return (
    <div className="vd-stack is-8 vd-small vd-log-detail">
      <p>预览：{countText(run.counts)}</p>
      {run.erased && <p>已清理：{countText(run.erased)}</p>}
      {run.kept_count === 0 ? (
        <p className="vd-muted">没有需要保留的记录</p>
      ) : (
        <>
          <p>保留 {run.kept_count} 条：</p>
          <ul className="vd-bullets">
            {run.kept.slice(0, SHOWN).map((k) => (
              <li key={`${k.noun}${k.noun_id}`}>
                <span className="vd-num">{k.noun_no}</span> {k.reason}
              </li>
            ))}
          </ul>
          {run.kept_count > SHOWN && <p className="vd-muted">只列前 {SHOWN} 条</p>}
        </>
      )}
    </div>
  );
}

/** Whoever made the preview waits for another's word. */
const judged = (run: Run, me: number | undefined): Run & { moves: { move: string; ok: boolean; missing: string | null }[] } => ({
  ...run,
  moves: [{ move: "approve", ok: run.maker_id !== me, missing: run.maker_id === me ? "须由另一人批准" : null }],
});

export function ErasureRuns() {
  const me = useAccount();
  const afterWrite = useAfterWrite();
  const answer = useQuery({
    queryKey: ["erasure_query"],
    queryFn: ({ signal }) => ask(erasureApi.erasure_query, { page_size: SHOWN }, { signal, noToast: true }),
  });
  const runs = answer.data?.list ?? [];
  const open = runs.some((r) => ["preview", "approved", "running"].includes(r.erasure_status));
  const preview = async (): Promise<void> => {
    const run = await ask(erasureApi.erasure_preview, {}, { loading: "正在统计到期的记录" });
    afterWrite();
    toast.success(run.counts.some((c) => c.records > 0) ? "预览已生成，请由另一人批准" : "没有到期可清理的记录");
  };
  const columns: NonNullable<TableProps<Run>["columns"]> = [
    { key: "cutoff", title: "结束早于", width: 112, render: (_, r) => <span className="vd-num">{r.cutoff_date}</span> },
    {
      key: "records",
      title: "可清理",
      width: 84,
      render: (_, r) => <span className="vd-num">{r.counts.reduce((n, c) => n + c.records, 0)}</span>,
    },
    { key: "kept_count", title: labelOf(RUN, "kept_count"), width: 72, render: (_, r) => <span className="vd-num">{r.kept_count}</span> },
    { key: "maker", title: "发起 / 批准", render: (_, r) => `${r.maker_name ?? "系统"} / ${r.checker_name ?? "—"}` },
    { key: "when", title: "时间", width: 108, render: (_, r) => <TimeText at={r.finished_at ?? r.created_at} stacked /> },
    {
      key: "erasure_status",
      title: labelOf(RUN, "erasure_status"),
      width: 92,
      render: (_, r) => flowTag(erasureRunFlow, r.erasure_status),
    },
    {
      key: "acts",
      title: "操作",
      width: 116,
      render: (_, r) => <Moves flow={erasureRunFlow} row={judged(r, me?.id)} state={r.erasure_status} endpoints={erasureApi} />,
    },
  ];
  return (
    <section className="vd-erasure" aria-label="到期清理">
      <div className="vd-row vd-small">
        <h2>到期清理</h2>
        <span className="vd-grow" />
        <ActButton size="small" disabled={open} title={open ? "先处理未结束的清理" : undefined} onClick={preview}>
          生成预览
        </ActButton>
      </div>
      <p className="vd-muted">
        清理已结束订单的姓名、证件、联系方式、文件和留言；单号、状态、金额和操作日志保留。须由另一人批准，清理后不能恢复。
      </p>
      {answer.error ? <Unread slim={runs.length > 0} answer={answer} /> : null}
      <Table<Run>
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={runs}
        loading={answer.isPending && { delay: 200 }}
        pagination={false}
        tableLayout="fixed"
        scroll={{ x: 640 }}
        locale={{ emptyText: "还没有清理过；每月1日自动生成预览" }}
        expandable={{ expandedRowRender: (run) => <Detail run={run} /> }}
      />
    </section>
  );
}
