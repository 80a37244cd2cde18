import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Empty, Progress, Tag } from "antd";
import type { OutputOf } from "@visadesk/contract/index.ts";
import { EXPORT_STATES } from "@visadesk/contract/kit/export.ts";
import { shortTime, time } from "@visadesk/contract/kit/format.ts";
import { Unread } from "#kit/page/reads.tsx";
import { ActButton } from "#kit/act/act-button.tsx";
import { call } from "#kit/app/api.ts";
import { toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { downloadBy } from "#kit/file/download.ts";

type Task = OutputOf<"export_query">["list"][number];
const isOpen = (t: Task): boolean => t.status === "pending" || t.status === "waiting" || t.status === "running";
const TONES: Readonly<Record<Task["status"], string>> = {
  pending: "warning",
  rejected: "error",
  waiting: "default",
  running: "processing",
  done: "success",
  failed: "error",
  cancelled: "default",
  expired: "default",
};
const POLL_MS = 2000;

function Line({ task }: { task: Task }) {
  const cache = useQueryClient();
  const cancel = async () => {
    await call("export_cancel", { id: task.id });
    await cache.invalidateQueries({ queryKey: ["export_query"] });
  };
  const rerun = async () => {
    const made = await call("export_rerun", { id: task.id, idempotency_key: uuid() });
    toast.success(made.status === "pending" ? "已提交，审批通过后生成" : "已重新开始导出");
    await cache.invalidateQueries({ queryKey: ["export_query"] });
  };
  const part = task.progress_total ? Math.min(99, Math.round((task.progress / task.progress_total) * 100)) : 0;
  return (
    <li className="vd-task">
      <div className="vd-row vd-between">
        <b>{task.title}</b>
        <Tag color={TONES[task.status]}>{EXPORT_STATES[task.status]}</Tag>
      </div>
      {task.status === "running" && <Progress percent={part} size="small" aria-label={`${task.title}进度`} />}
      <div className="vd-row vd-between vd-dim">
        <span>
          {task.format === "xlsx" ? "Excel" : "CSV"}
          {task.row_count === null ? "" : ` · ${task.row_count}行`}
          {task.is_masked ? " · 已脱敏" : ""} · <time title={time(task.created_at)}>{shortTime(task.created_at)}</time>
        </span>
        {task.status === "done" && (
          <ActButton type="link" size="small" onClick={() => downloadBy(() => call("export_link_get", { id: task.id }))}>
            下载
          </ActButton>
        )}
        {task.is_repeatable && (task.status === "expired" || task.status === "failed" || task.status === "cancelled") && (
          <ActButton type="link" size="small" onClick={rerun}>
            重跑
          </ActButton>
        )}
        {isOpen(task) && (
          <ActButton type="link" size="small" onClick={cancel}>
            取消
          </ActButton>
        )}
      </div>
      {task.error && <div className="vd-error vd-small">{task.error}</div>}
    </li>
  );
}

export default function TaskPanel() {
  const tasks = useQuery({
    queryKey: ["export_query", {}],
    queryFn: ({ signal }) => call("export_query", { page: 1, page_size: 20 }, { noToast: true, signal }),
    refetchInterval: (q) => (q.state.data?.list.some(isOpen) ? POLL_MS : false),
  });
  if (!tasks.data) return <Unread answer={tasks} rows={4} />;
  if (tasks.data.list.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有导出任务，列表右上角可以导出" />;
  return (
    <ul className="vd-parted vd-lines">
      {tasks.data.list.map((t) => (
        <Line key={t.id} task={t} />
      ))}
    </ul>
  );
}
