import { exportTask } from "@visadesk/contract/kit/export.ts";
import { noun } from "#kit/noun/noun.ts";

export const exportNoun = noun("export_task", {
  table: "export_tasks",
  shape: exportTask,
  internal: [
    "worker_id",
    "filter",
    "columns",
    "expected_count",
    "job_id",
    "file_key",
    "downloads",
    "link_hash",
    "link_until",
    "link_session_id",
  ],
});
