import { grantChange, grantChangeFlow } from "@visadesk/contract/setting/grant-change.ts";
import { noun } from "#kit/noun/noun.ts";

export const grantChangeNoun = noun("grant_change", {
  table: "grant_changes",
  shape: grantChange,
  flow: grantChangeFlow,
  state: "grant_status",
  title: "target_name",
  internal: ["role_id", "worker_id", "seen_version", "checker_id"],
});
