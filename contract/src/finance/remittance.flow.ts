import { flow } from "../kit/flow.ts";
import { may } from "../permissions.ts";

/** Money somebody says it sent: booked by a second person, what is large or no statement shows by a third; taken back by others. */
export const remittanceFlow = flow("remittance", {
  states: {
    pending: { label: "待审核", tone: "orange", start: true },
    second_review: { label: "待复核", tone: "orange" },
    booked: { label: "已到账", tone: "green" },
    rejected: { label: "已驳回", tone: "red" },
    withdrawn: { label: "已撤销", tone: "grey" },
    reversed: { label: "已冲正", tone: "grey" },
  },
  moves: {
    approve: { label: "确认到账", from: ["pending"], to: ["booked", "second_review"], may: may.corporate_remittance },
    recheck: { label: "复核入账", from: ["second_review"], to: "booked", may: may.remittance_final },
    reject: { label: "驳回", from: ["pending", "second_review"], to: "rejected", may: may.corporate_remittance, danger: true },
    withdraw: { label: "撤销", from: ["pending", "second_review"], to: "withdrawn", may: may.corporate_remittance, danger: true },
    reverse: { label: "冲正", from: ["booked"], to: "reversed", may: may.balance_adjust, danger: true, back: true },
    /** What was rejected is corrected and handed in again. */
    resubmit: { label: "重新提交", from: ["rejected"], to: "pending", may: "system", back: true },
  },
});
