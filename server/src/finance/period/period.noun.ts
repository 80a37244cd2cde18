import { period } from "@visadesk/contract/finance/period.ts";
import { periodFlow } from "@visadesk/contract/finance/period.flow.ts";
import { noun } from "#kit/noun/noun.ts";

export const periodNoun = noun("period", {
  table: "periods",
  shape: period,
  flow: periodFlow,
  state: "period_status",
  title: "month",
  internal: ["held_by", "closed_by", "checklist", "trial_balance"],
});
