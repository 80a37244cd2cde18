import { orderApi } from "@visadesk/contract/order/order.ts";
import { noun } from "#kit/noun/noun.ts";

export const orderEvaluateNoun = noun("order_evaluate", {
  table: "order_evaluates",
  shape: orderApi.order_evaluate_add.input,
  internal: ["tags", "is_anonymous", "source", "expert_id", "supplier_id", "replied_by", "evaluate_status", "is_shown", "appeal_status"],
  erased: { content: "", files: [], reply: null, appeal_reason: null },
});
