import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

/** Something of an order is about to run out, or has; it ends with its condition, or somebody closes it. */
export const expireFlow = flow("order_expire", {
  states: {
    warning: { label: "临近", tone: "orange", start: true },
    expired: { label: "已过期", tone: "red", start: true },
    resolved: { label: "已解除", tone: "green" },
    closed: { label: "已关闭", tone: "grey" },
  },
  moves: {
    expire: { label: "过期", from: ["warning"], to: "expired", may: "system" },
    /** Its day moved on. */
    renew: { label: "期限顺延", from: ["expired"], to: "warning", may: "system", back: true },
    extend: { label: "延期", from: ["warning", "expired"], to: "warning", may: may.order_expired, back: true },
    resolve: { label: "已解除", from: ["warning", "expired"], to: "resolved", may: "system" },
    close: { label: "关闭", from: ["warning", "expired"], to: "closed", may: may.order_expired, danger: true },
    lapse: { label: "自动关闭", from: ["expired"], to: "closed", may: "system" },
  },
});
