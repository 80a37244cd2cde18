import { adjustment } from "@visadesk/contract/finance/adjustment.ts";
import { adjustmentFlow } from "@visadesk/contract/finance/adjustment.flow.ts";
import { noun } from "#kit/noun/noun.ts";

export const adjustmentNoun = noun("adjustment", {
  table: "adjustments",
  shape: adjustment,
  flow: adjustmentFlow,
  state: "adjust_status",
  title: "adjust_no",
  internal: ["decided_by"],
});
