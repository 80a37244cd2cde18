import { erasureRun, erasureRunFlow } from "@visadesk/contract/setting/erasure-run.ts";
import { noun } from "#kit/noun/noun.ts";

export const erasureRunNoun = noun("erasure_run", {
  table: "erasure_runs",
  shape: erasureRun,
  flow: erasureRunFlow,
  state: "erasure_status",
  title: "cutoff_date",
  internal: ["checker_id"],
});
