import { settlementShape } from "@visadesk/contract/finance/settlement-shape.ts";
import { supplierSettleFlow } from "@visadesk/contract/finance/settle.flow.ts";
import { noun } from "#kit/noun/noun.ts";

/** Of every kind: what endpoints, codes and words differ in is said by the flow of each. */
export const settlementNoun = noun("settlement", {
  table: "settlements",
  shape: settlementShape(supplierSettleFlow),
  flow: supplierSettleFlow,
  state: "settlement_status",
  title: "settle_no",
  parts: ["settle_lines", "settle_allocations", "settle_notes"],
  internal: ["confirmed_by", "approved_by", "reminded_on", "silent_on", "noticed_on"],
});
