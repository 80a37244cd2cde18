import { flow } from "../kit/flow.ts";
import { may } from "../permissions.ts";

/** Papers for what customers paid: asked for by one person, passed by another, issued in the tax office's own system. */
export const invoiceFlow = flow("invoice", {
  states: {
    pending: { label: "待审核", tone: "orange", start: true },
    awaiting_surcharge: { label: "待补差价", tone: "orange" },
    /** Of red ones alone: the buyer took a special invoice into his own books and has to agree. */
    confirming: { label: "待对方确认", tone: "orange" },
    to_issue: { label: "待开票", tone: "blue" },
    issuing: { label: "开票中", tone: "blue" },
    issued: { label: "已开票", tone: "green" },
    rejected: { label: "已驳回", tone: "red" },
    withdrawn: { label: "已撤销", tone: "grey" },
  },
  moves: {
    approve: { label: "通过", from: ["pending"], to: ["to_issue", "awaiting_surcharge"], may: may.invoice },
    surcharge_paid: { label: "补差价已支付", from: ["awaiting_surcharge"], to: "to_issue", may: "system" },
    /** Of several at once, with their sheet. */
    issue_start: { label: "开始开票", from: ["to_issue"], to: "issuing", may: may.invoice, endpoint: null },
    issued: { label: "登记开票", from: ["issuing"], to: "issued", may: may.invoice },
    /** One that is being issued only when what it is for was refunded meanwhile. */
    reject: {
      label: "驳回",
      from: ["pending", "awaiting_surcharge", "to_issue", "issuing"],
      to: "rejected",
      may: may.invoice,
      danger: true,
    },
    withdraw: { label: "撤销", from: ["pending", "awaiting_surcharge", "to_issue"], to: "withdrawn", may: may.invoice, danger: true },
    red_confirming: { label: "待对方确认", from: ["pending"], to: "confirming", may: may.invoice },
    red_confirmed: { label: "对方已确认", from: ["confirming"], to: "to_issue", may: may.invoice },
    /** Of red ones whose refund was taken back. */
    call_off: {
      label: "退款已撤销",
      from: ["pending", "awaiting_surcharge", "confirming", "to_issue"],
      to: "withdrawn",
      may: "system",
      danger: true,
    },
    red_lapse: { label: "确认单已失效", from: ["confirming"], to: "pending", may: "system", back: true },
  },
});
