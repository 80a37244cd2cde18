import { flow } from "../kit/flow.ts";
import { may } from "../permissions.ts";

/** The only posting made by hand: who filled it in never passes it; what was passed is booked and stays. */
export const adjustmentFlow = flow("adjustment", {
  states: {
    pending: { label: "待审批", tone: "orange", start: true },
    approved: { label: "已入账", tone: "green" },
    rejected: { label: "已驳回", tone: "red" },
    withdrawn: { label: "已撤销", tone: "grey" },
  },
  moves: {
    approve: { label: "通过", from: ["pending"], to: "approved", may: may.balance_adjust },
    reject: { label: "驳回", from: ["pending"], to: "rejected", may: may.balance_adjust, danger: true },
    /** Its payment was given up: the money lies where it lay. */
    give_up: { label: "放弃付款", from: ["approved"], to: "withdrawn", may: "system", danger: true },
    withdraw: { label: "撤回", from: ["pending"], to: "withdrawn", may: may.balance, danger: true },
  },
});
