import { reason } from "@visadesk/contract/base-data/paper/reject-reason.ts";
import { noun } from "#kit/noun/noun.ts";

export const rejectReasonNoun = noun("reject_reason", {
  table: "reject_reasons",
  shape: reason,
  title: "text",
  internal: ["sort"],
});
