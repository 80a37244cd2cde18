import { flow } from "../kit/flow.ts";
import { may } from "../permissions.ts";

/** Money of a peer that it asks back: held at once, passed by a second person, a large one by a third, paid by the cashier. */
export const withdrawalFlow = flow("withdrawal", {
  states: {
    pending: { label: "待审核", tone: "orange", start: true },
    second_review: { label: "待复核", tone: "orange" },
    approved: { label: "待打款", tone: "blue" },
    paid: { label: "已打款", tone: "green" },
    returned: { label: "已退回", tone: "grey" },
    rejected: { label: "已驳回", tone: "red" },
    withdrawn: { label: "已撤销", tone: "grey" },
  },
  moves: {
    approve: { label: "通过", from: ["pending"], to: ["approved", "second_review"], may: may.withdraw },
    recheck: { label: "复核", from: ["second_review"], to: "approved", may: may.withdraw_final },
    reject: { label: "驳回", from: ["pending", "second_review"], to: "rejected", may: may.withdraw, danger: true },
    withdraw: { label: "撤销", from: ["pending", "second_review"], to: "withdrawn", may: may.withdraw, danger: true },
    /** By its payment. */
    pay: { label: "已打款", from: ["approved"], to: "paid", may: "system" },
    return: { label: "退回", from: ["approved"], to: "returned", may: "system" },
    bounce: { label: "退票", from: ["paid"], to: "approved", may: "system", back: true },
  },
});
