/** 数据导出: who takes which list out of the house, passed by whom and fetched how often. */
import { Button, Empty } from "antd";
import { MoreOutlined } from "@ant-design/icons";
import { ActButton } from "#kit/act/act-button.tsx";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { Moves } from "#kit/act/moves.tsx";
import { call } from "#kit/app/api.ts";
import { toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { downloadBy } from "#kit/file/download.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Copyable, TimeText } from "#kit/form/format-cells.tsx";
import { ListEmpty, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import type { OutputOf } from "@visadesk/contract/index.ts";
import { exportFlow } from "@visadesk/contract/kit/export.flow.ts";
import { exportApi } from "@visadesk/contract/kit/export.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { DownloadsProps } from "./downloads.tsx";
import { EXPORT_TABS } from "./export-tabs.ts";

type Task = OutputOf<"export_query">["list"][number];
const Downloads = part<DownloadsProps>(() => import("./downloads.tsx").then((m) => m.Downloads));

const isOpen = (t: Task): boolean => t.status === "pending" || t.status === "waiting" || t.status === "running";
const KB = 1024;
const size = (bytes: number): string => (bytes < KB * KB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / KB / KB).toFixed(1)} MB`);
const share = (t: Task): number => (t.progress_total ? Math.min(99, Math.round((t.progress / t.progress_total) * 100)) : 0);

const COLUMNS: readonly Column<Task>[] = [
  { name: "export_no", width: 156, render: (t) => <Copyable text={t.export_no} /> },
  { name: "title", width: 200, render: (t) => <TwoLines under={t.filter_text || "无筛选"}>{t.title}</TwoLines> },
  {
    name: "status",
    width: 112,
    render: (t) => (t.status === "running" ? `生成中 ${share(t)}%` : flowTag(exportFlow, t.status)),
  },
  {
    name: "row_count",
    width: 96,
    align: "end",
    render: (t) => <TwoLines under={t.file_size === null ? "" : size(t.file_size)}>{t.row_count ?? t.expected_count ?? "—"}</TwoLines>,
  },
  { name: "column_text", width: 200, render: (t) => t.column_text },
  { name: "is_masked", width: 140, render: (t) => (t.is_masked ? "已脱敏" : <TwoLines under={t.reason}>完整信息</TwoLines>) },
  { name: "worker_name", width: 116, render: (t) => <TwoLines under={<TimeText at={t.created_at} />}>{t.worker_name ?? "—"}</TwoLines> },
  { name: "decided_by_name", width: 116, render: (t) => <TwoLines under={t.decided_note}>{t.decided_by_name ?? "—"}</TwoLines> },
  { name: "expires_at", width: 116, render: (t) => <TimeText at={t.expires_at} stacked /> },
  { name: "downloads", width: 84, align: "end", render: (t) => t.downloads },
];

const INPUTS = {
  approve: <Item name="note" rows={2} placeholder="可不填" />,
  reject: <Item name="reason" rows={3} placeholder="写明原因，至少5个字，申请人会看到" />,
};

function Acts({ task: t }: { task: Task }) {
  const [dialog, open] = useDialog();
  const mayDecide = useCan(may.export_personal);
  const again = useAfterWrite();
  const rerun = async (): Promise<void> => {
    const made = await call("export_rerun", { id: t.id, idempotency_key: uuid() });
    toast.success(made.status === "pending" ? "已提交，审批通过后生成" : "已重新开始导出");
    again();
  };
  const items = [
    ...(t.is_mine && isOpen(t)
      ? [{ key: "cancel", label: "取消", danger: true, onClick: () => void call("export_cancel", { id: t.id }).then(again, again) }]
      : []),
    ...(t.is_repeatable && !isOpen(t) ? [{ key: "rerun", label: "重跑", onClick: () => void rerun().catch(again) }] : []),
    { key: "downloads", label: "下载记录", onClick: () => open((close) => <Downloads task={t} onClose={close} />) },
  ];
  return (
    <span className="vd-moves is-row">
      {t.is_mine && t.status === "done" && (
        <ActButton type="link" size="small" onClick={() => downloadBy(() => call("export_link_get", { id: t.id }))}>
          下载
        </ActButton>
      )}
      {!t.is_mine && mayDecide && t.status === "pending" && (
        <Moves
          flow={exportFlow}
          row={{ id: t.id, version: t.version }}
          state={t.status}
          endpoints={exportApi}
          variant="row"
          inputs={INPUTS}
          only={["approve", "reject"]}
        />
      )}
      <ActMenu items={items}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${t.export_no}的更多操作`} />
      </ActMenu>
      {dialog}
    </span>
  );
}

export function ExportList() {
  return (
    <ListScreen
      endpoint={exportApi.export_query}
      title="数据导出"
      keyword={{ name: "keyword", placeholder: "任务号、内容" }}
      filters={["status", "is_masked", "worker_id", "created_at"]}
      more={["queue"]}
      columns={COLUMNS}
      row={(t) => <Acts task={t} />}
    >
      <ListTabs tabs={EXPORT_TABS} />
      <ListEmpty>
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有导出任务；各列表右上角的“导出”会出现在这里" />
      </ListEmpty>
    </ListScreen>
  );
}
