import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

/** Insurance of one person: paid for with his order, issued by the insurer, given up before it begins or over after it ends. */
export const policyFlow = flow("policy", {
  states: {
    to_issue: { label: "待出单", tone: "orange", start: true },
    issued: { label: "已承保", tone: "green" },
    failed: { label: "出单失败", tone: "red" },
    surrendered: { label: "已退保", tone: "grey" },
    ended: { label: "已终止", tone: "grey" },
  },
  moves: {
    issued: { label: "登记承保", from: ["to_issue"], to: "issued", may: may.insurance },
    failed: { label: "出单失败", from: ["to_issue"], to: "failed", may: may.insurance, danger: true },
    retry: { label: "重试", from: ["failed"], to: "to_issue", may: may.insurance },
    surrender: { label: "退保", from: ["issued"], to: "surrendered", may: may.insurance, danger: true },
    /** The person is out of the order before it begins. */
    cancel: { label: "随申请人取消", from: ["to_issue", "issued", "failed"], to: "surrendered", may: "system" },
    end: { label: "保障到期", from: ["issued"], to: "ended", may: "system" },
  },
});
