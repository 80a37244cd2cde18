import { flow } from "../kit/flow.ts";
import { may } from "../permissions.ts";

/** What a customer said of an order; it is answered once. */
export const orderEvaluateFlow = flow("order_evaluate", {
  states: {
    pending: { label: "待回复", tone: "orange", start: true },
    replied: { label: "已回复", tone: "green" },
  },
  moves: { reply: { label: "回复", from: ["pending"], to: "replied", may: may.order_evaluate } },
});

/** The expert says that it is not his to answer for; another judges. What is accepted counts in no score. */
export const orderEvaluateAppealFlow = flow("order_evaluate_appeal", {
  states: {
    none: { label: "未申诉", tone: "grey", start: true },
    pending: { label: "申诉中", tone: "orange" },
    accepted: { label: "已采纳", tone: "green" },
    rejected: { label: "未采纳", tone: "grey" },
  },
  moves: {
    appeal: {
      label: "申诉",
      from: ["none"],
      to: "pending",
      may: { any: [may.order_evaluate, may.order_view, may.order_process] },
      endpoint: "order_evaluate_appeal",
    },
    pass: { label: "采纳申诉", from: ["pending"], to: "accepted", may: may.order_evaluate_judge },
    reject: { label: "不采纳申诉", from: ["pending"], to: "rejected", may: may.order_evaluate_judge },
  },
});
