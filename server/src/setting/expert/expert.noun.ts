import { expertConfig } from "@visadesk/contract/setting/expert.ts";
import { noun } from "#kit/noun/noun.ts";

export const expertNoun = noun("expert", {
  table: "experts",
  shape: expertConfig,
  key: "worker_id",
  internal: ["last_pick_at"],
});
