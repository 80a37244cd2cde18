import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

/** Money back to a customer: one starts it, another passes it, a third what is large; what left is told by finance alone. */
export const refundFlow = flow("refund", {
  states: {
    pending: { label: "待审核", tone: "orange", start: true },
    pending_final: { label: "待复核", tone: "orange" },
    paying: { label: "退款中", tone: "blue", start: true },
    success: { label: "退款成功", tone: "green" },
    failed: { label: "退款失败", tone: "red" },
    rejected: { label: "已驳回", tone: "grey" },
    withdrawn: { label: "已撤销", tone: "grey" },
  },
  moves: {
    pass: { label: "初审通过", from: ["pending"], to: ["pending_final", "paying"], may: may.refund_review },
    final_pass: { label: "复核通过", from: ["pending_final"], to: "paying", may: may.refund_final },
    reject: {
      label: "驳回",
      from: ["pending", "pending_final"],
      to: "rejected",
      may: { any: [may.refund_review, may.refund_final] },
      danger: true,
    },
    withdraw: {
      label: "撤销",
      from: ["pending", "pending_final", "failed"],
      to: "withdrawn",
      may: { any: [may.order_refund_start, may.refund_review] },
      danger: true,
    },
    reroute: { label: "换路重退", from: ["failed"], to: "paying", may: may.refund_review },
    paid: { label: "退款到账", from: ["paying"], to: "success", may: "system" },
    fail: { label: "退款失败", from: ["paying"], to: "failed", may: "system" },
    /** The bank sent a part back after it had left. */
    bounce: { label: "银行退票", from: ["success"], to: "paying", may: "system", back: true },
  },
});
