import { exportFlow } from "@visadesk/contract/kit/export.flow.ts";
import { exportTask } from "@visadesk/contract/kit/export.ts";
import { noun } from "#kit/noun/noun.ts";

export const exportNoun = noun("export_task", {
  table: "export_tasks",
  shape: exportTask,
  flow: exportFlow,
  state: "status",
  title: "export_no",
  internal: ["filter", "is_filter_hidden", "columns", "job_id", "file_key", "link_hash", "link_until", "link_session_id", "decided_by"],
});
