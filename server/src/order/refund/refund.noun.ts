import { refundFlow } from "@visadesk/contract/order/refund/refund.flow.ts";
import { refundDetail } from "@visadesk/contract/order/refund/refund.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";
import { GONE } from "#kit/noun/erase.ts";

export const refundNoun = noun("refund", {
  table: "refunds",
  shape: refundDetail,
  flow: refundFlow,
  state: "refund_status",
  title: "refund_no",
  parts: ["refund_people", "refund_lines", "refund_parts"],
  internal: ["trial", "reviewer_id", "final_reviewer_id", "final_reviewed_at", "decided_by", "reject_code", "rerouted_by", "rerouted_at"],
  erased: { reason: GONE, decided_note: GONE, payee_name: GONE, payee_account: "", payee_bank: GONE, fail_reason: "" },
});
export const sealedRefund = sealedTable({ table: "refunds", row: "refund_no", fields: { payee_account: "card" } });
