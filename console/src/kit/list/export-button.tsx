/** 导出: exactly the filter on screen, as a background task with progress and a download at its end. */
import { DownloadOutlined } from "@ant-design/icons";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import type { exportApi } from "@visadesk/contract/kit/export.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useState } from "react";
import { ActMenu } from "../act/act-menu.tsx";
import { call } from "../app/api.ts";
import { download } from "../file/download.ts";
import { toast } from "../app/feedback.ts";
import { uuid } from "../app/hash.ts";
import type { FullExportProps } from "./full-export.tsx";
import { useCan } from "../app/session.ts";
import { part } from "../app/part.tsx";
import { useDialog } from "../form/form-dialog.tsx";

type Task = Output<typeof exportApi.export_get>;
/** Few may, and seldom do. */
const FullExport = part<FullExportProps>(() => import("./full-export.tsx").then((m) => m.FullExport), null, "drawn");
const POLL_MS = 1000;
const isOver = (t: Task | undefined): boolean =>
  t !== undefined && t.status !== "pending" && t.status !== "waiting" && t.status !== "running";

async function fetchFile(id: number): Promise<void> {
  const { url, filename } = await call("export_link_get", { id });
  download(url, filename);
}

/** How far it is, as a ring of 18 px. */
const Ring = ({ percent }: { percent: number }) => (
  <svg className="vd-ring" viewBox="0 0 18 18" role="img" aria-label={`${percent}%`}>
    <circle cx="9" cy="9" r="7.5" />
    <circle cx="9" cy="9" r="7.5" pathLength={100} strokeDasharray={`${percent} 100`} />
  </svg>
);

function TaskProgress(props: { id: number; onOver: () => void }) {
  const { data } = useQuery({
    queryKey: ["export_get", props.id],
    queryFn: ({ signal }) => call("export_get", { id: props.id }, { signal, noToast: true }),
    refetchInterval: (q) => (isOver(q.state.data) ? false : POLL_MS),
  });
  const percent = data?.progress_total ? Math.min(100, Math.floor((data.progress / data.progress_total) * 100)) : 0;
  if (!data || !isOver(data)) {
    return (
      <output className="vd-row vd-small vd-muted">
        <Ring percent={percent} /> 正在导出 {data?.progress_total ? `${percent}%` : ""}
      </output>
    );
  }
  if (data.status === "done") {
    return (
      <output className="vd-row vd-small vd-muted">
        <Button
          type="link"
          size="small"
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => void fetchFile(data.id).then(props.onOver, () => undefined)}
        >
          下载 {data.row_count ?? ""} 条
        </Button>
      </output>
    );
  }
  return (
    <output className="vd-row vd-small vd-muted">
      <span className="vd-error">{data.error ?? "导出未完成"}</span>
      <Button type="link" size="small" onClick={props.onOver}>
        知道了
      </Button>
    </output>
  );
}

export interface ExportButtonProps {
  /** Words of the button. */
  label?: string;
  endpoint: string;
  filter: Record<string, unknown>;
  columns?: readonly string[] | undefined;
  expected?: number | undefined;
  /** Sheets beside the list, which only an Excel file has. */
  sheets?: readonly string[] | undefined;
  /** The list may be exported with its personal numbers whole, once somebody else passed it. */
  full?: boolean | undefined;
}

/** The button beside a list; format by its menu. */
export function ExportButton(props: ExportButtonProps) {
  const { label = "导出" } = props;
  const mayFull = useCan(may.export_personal) && props.full === true;
  const [dialog, open] = useDialog();
  const [task, setTask] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const more = props.sheets?.join("、");
  const start = async (format: "xlsx" | "csv"): Promise<void> => {
    setBusy(true);
    try {
      const made = await call("export_add", {
        endpoint: props.endpoint,
        filter: props.filter,
        format,
        idempotency_key: uuid(),
        ...(props.columns?.length && { columns: [...props.columns] }),
        ...(props.expected !== undefined && { expected_count: props.expected }),
      });
      setTask(made.id);
      toast.info("已开始导出，可在任务中查看");
    } catch {
      // The client has said why. Of rows that have changed the list is counted anew, so that the next click passes.
      void client.invalidateQueries({ queryKey: [props.endpoint] });
    } finally {
      setBusy(false);
    }
  };
  if (task !== null) return <TaskProgress id={task} onOver={() => setTask(null)} />;
  const whole = {
    key: "full",
    label: "导出完整个人信息…",
    onClick: () =>
      open((close) => (
        <FullExport endpoint={props.endpoint} filter={props.filter} columns={props.columns} expected={props.expected} onClose={close} />
      )),
  };
  return (
    <>
      <ActMenu
        items={[
          { key: "xlsx", label: more ? `导出 Excel（含${more}）` : "导出 Excel", onClick: () => void start("xlsx") },
          { key: "csv", label: more ? `导出 CSV（不含${more}）` : "导出 CSV", onClick: () => void start("csv") },
          ...(mayFull ? [whole] : []),
        ]}
      >
        <Button type="text" className="vd-muted" icon={<DownloadOutlined aria-hidden />} loading={busy} aria-label={label} title={label}>
          {label}
        </Button>
      </ActMenu>
      {dialog}
    </>
  );
}
