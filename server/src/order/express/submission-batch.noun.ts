import { submissionBatch } from "@visadesk/contract/order/applicant-material.ts";
import { batchFlow } from "@visadesk/contract/order/order.flow.ts";
import { noun } from "#kit/noun/noun.ts";

export const submissionBatchNoun = noun("submission_batch", {
  table: "submission_batches",
  shape: submissionBatch,
  flow: batchFlow,
  state: "batch_status",
  title: "batch_no",
  parts: ["submissions"],
  internal: ["embassy_id", "supplier_id"],
});
