import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

/** A fee paid to a mission: who made it never passes it, who passed it never pays it, who paid it never takes it back. */
export const embassyPaymentFlow = flow("embassy_payment", {
  states: {
    to_release: { label: "待复核", tone: "orange", start: true },
    to_pay: { label: "待支付", tone: "blue" },
    paid: { label: "已支付", tone: "green" },
    failed: { label: "支付失败", tone: "red" },
    returned: { label: "已退回", tone: "grey" },
    void: { label: "作废", tone: "grey" },
  },
  moves: {
    release: { label: "复核放行", from: ["to_release"], to: "to_pay", may: may.embassy_payment_release },
    paid: { label: "登记支付", from: ["to_pay", "failed"], to: "paid", may: may.embassy_payment },
    failed: { label: "支付失败", from: ["to_pay"], to: "failed", may: may.embassy_payment, danger: true },
    void: { label: "作废", from: ["to_release", "to_pay", "failed"], to: "void", may: may.embassy_payment, danger: true },
    returned: { label: "登记退回", from: ["paid"], to: "returned", may: may.embassy_payment },
  },
});
