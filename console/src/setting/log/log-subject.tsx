/** 谁看过此人: each look at one applicant's personal data, on screen and on paper. Asking is logged as well. */
import { useQuery } from "@tanstack/react-query";
import { Button, Input, Table, type TableProps } from "antd";
import { useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { Unread } from "#kit/page/reads.tsx";
import { useAccount } from "#kit/app/session.ts";
import { PrintSheet } from "#shared/print-sheet.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { LOG_KINDS, logSubjectApi, operationLog } from "@visadesk/contract/setting/operation-log.ts";
import { Actor, type LogRow } from "./log-cells.tsx";

type Answer = Output<typeof logSubjectApi.operation_log_subject_get>;
type Subject = Answer["subjects"][number];

const fieldsOf = (row: LogRow): string => row.changes.map((c) => c.label).join("、") || "—";
const COLUMNS: NonNullable<TableProps<LogRow>["columns"]> = [
  { key: "at", title: labelOf(operationLog, "at"), width: 160, render: (_, r) => <span className="vd-num">{time(r.at)}</span> },
  { key: "actor", title: "谁", width: 120, render: (_, r) => <Actor row={r} /> },
  { key: "kind", title: "方式", width: 110, render: (_, r) => LOG_KINDS[r.kind] },
  { key: "fields", title: "看了什么", width: 160, render: (_, r) => fieldsOf(r) },
  { key: "reason", title: labelOf(operationLog, "reason"), render: (_, r) => r.reason ?? "—" },
  { key: "ip", title: labelOf(operationLog, "ip"), width: 124, render: (_, r) => <span className="vd-num">{r.ip ?? "—"}</span> },
];

const nameOf = (s: Subject): string => [s.applicant_no, s.name_cn, s.passport_no].filter(Boolean).join("　");

/** Several people fit: one has to be chosen. */
const Choice = (props: { subjects: readonly Subject[]; choose: (id: number) => void }) => (
  <div className="vd-wraps">
    <p>有 {props.subjects.length} 名申请人符合，请选择一人：</p>
    {props.subjects.map((s) => (
      <Button key={s.applicant_id} size="small" onClick={() => props.choose(s.applicant_id)}>
        {nameOf(s)}
      </Button>
    ))}
  </div>
);

/** The same on paper. */
interface SheetProps {
  subject: Subject;
  list: readonly LogRow[];
  by: string;
  at: string;
  onClose: () => void;
}
function Sheet({ subject, list, by, at, onClose }: SheetProps) {
  return (
    <PrintSheet name="log-subject" onClose={onClose}>
      <h1>个人信息查阅记录</h1>
      <p>
        申请人 {nameOf(subject)}，共 {list.length} 次；查询 {time(at)}，{by}
      </p>
      <table>
        <thead>
          <tr>
            {["时间", "查阅人", "方式", "内容", "原因", "IP"].map((h) => (
              <th key={h}>{h}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((r) => (
            <tr key={r.id}>
              <td>{time(r.at)}</td>
              <td>{r.actor_name}</td>
              <td>{LOG_KINDS[r.kind]}</td>
              <td>{fieldsOf(r)}</td>
              <td>{r.reason ?? "—"}</td>
              <td>{r.ip ?? "—"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}

export function LogSubject() {
  const account = useAccount();
  const [asked, setAsked] = useState<{ word: string; applicant_id?: number } | null>(null);
  const [printing, setPrinting] = useState(false);
  const answer = useQuery({
    queryKey: ["operation_log_subject_get", asked],
    enabled: asked !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => ask(logSubjectApi.operation_log_subject_get, asked ?? { word: "" }, { signal, noToast: true }),
  });
  const found = asked ? answer.data : undefined;
  const one = found?.subjects.find((s) => s.applicant_id === found.applicant_id);
  return (
    <div className="vd-stack is-8">
      <Input.Search
        aria-label="申请人"
        placeholder="订单号、申请人编号，或护照号全号、末4位"
        enterButton="查询"
        maxLength={40}
        loading={answer.isFetching}
        onSearch={(text) => setAsked(text.trim() ? { word: text.trim() } : null)}
      />
      {!asked && (
        <p className="vd-muted">
          输入后列出每一次查看明文、按号码查找、私密文件、打印、导出和会话；页面上的掩码信息不计。本次查询也会记入日志。
        </p>
      )}
      {asked && answer.error ? <Unread answer={answer} /> : null}
      {found && !one && <Choice subjects={found.subjects} choose={(id) => asked && setAsked({ word: asked.word, applicant_id: id })} />}
      {found && one && (
        <>
          <div className="vd-row vd-small">
            <b>{nameOf(one)}</b>
            <span className="vd-muted">
              {found.list.length === 0 ? "没有人看过" : `被看过 ${found.list.length} 次${found.is_capped ? "以上，只列最近的" : ""}`}
            </span>
            <span className="vd-grow" />
            <Button size="small" disabled={found.list.length === 0} onClick={() => setPrinting(true)}>
              打印
            </Button>
          </div>
          <Table<LogRow>
            size="small"
            rowKey="id"
            columns={COLUMNS}
            dataSource={found.list}
            pagination={{ pageSize: 20, size: "small", hideOnSinglePage: true, showSizeChanger: false }}
            tableLayout="fixed"
            scroll={{ x: 820 }}
            locale={{ emptyText: "没有人看过此人的个人信息" }}
          />
          {printing && (
            <Sheet
              subject={one}
              list={found.list}
              by={account?.nickname || account?.account || ""}
              at={new Date(answer.dataUpdatedAt).toISOString()}
              onClose={() => setPrinting(false)}
            />
          )}
        </>
      )}
    </div>
  );
}
