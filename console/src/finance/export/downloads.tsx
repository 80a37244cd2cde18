/** 下载记录 of one export. */
import { Drawer } from "antd";
import { TimeText } from "#kit/form/format-cells.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { OutputOf } from "@visadesk/contract/index.ts";
import { exportApi } from "@visadesk/contract/kit/export.ts";

export interface DownloadsProps {
  task: Pick<OutputOf<"export_get">, "id" | "export_no" | "sha256">;
  onClose: () => void;
}
export function Downloads({ task, onClose }: DownloadsProps) {
  const answer = useRecord(exportApi.export_download_query, { id: task.id });
  return (
    <Drawer open title={`${task.export_no} 下载记录`} size={520} onClose={onClose}>
      <Reads answer={answer}>
        {({ list }) => (
          <Rows
            label="下载记录"
            of={exportApi.export_download_query.output.shape.list.element}
            rows={list}
            none="还没有人下载"
            columns={[
              { name: "at", cell: (d) => <TimeText at={d.at} /> },
              { name: "actor_name", cell: (d) => d.actor_name },
              { name: "ip", cell: (d) => d.ip },
            ]}
          />
        )}
      </Reads>
      {task.sha256 !== null && <p className="vd-muted vd-small">文件校验值 SHA-256：{task.sha256}</p>}
    </Drawer>
  );
}
