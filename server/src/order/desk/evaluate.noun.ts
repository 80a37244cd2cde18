import { orderEvaluateAppealFlow, orderEvaluateFlow } from "@visadesk/contract/order/order-evaluate.flow.ts";
import { orderEvaluateDetail } from "@visadesk/contract/order/order-evaluate.ts";
import { noun } from "#kit/noun/noun.ts";

const said = {
  table: "order_evaluates",
  shape: orderEvaluateDetail,
  internal: ["replied_by", "appealed_by", "judged_by"],
  erased: { content: "", files: [], reply: null, appeal_reason: null, appeal_note: "", show_reason: "" },
} as const;
export const orderEvaluateNoun = noun("order_evaluate", { ...said, flow: orderEvaluateFlow, state: "evaluate_status" });
/** The same row as the appeal against it. */
export const orderEvaluateAppealNoun = noun("order_evaluate_appeal", { ...said, flow: orderEvaluateAppealFlow, state: "appeal_status" });
