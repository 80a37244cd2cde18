import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

const code = may.workbench;

/** What becomes of a message with each of its receivers. Whoever reviews a result did not hand it in. */
export const reminderMsgFlow = flow("reminder_msg", {
  states: {
    pending: { label: "待处理", tone: "orange", start: true },
    doing: { label: "处理中", tone: "blue" },
    submitted: { label: "待审核", tone: "orange" },
    returned: { label: "已退回", tone: "red" },
    done: { label: "已完成", tone: "green" },
    cancelled: { label: "已撤销", tone: "grey" },
  },
  moves: {
    /** With its message: `msg_add`. */
    send: { label: "发送", from: [], to: "pending", may: code, endpoint: null },
    start: { label: "开始处理", from: ["pending", "returned"], to: "doing", may: code, back: true },
    submit: { label: "提交结果", from: ["pending", "doing", "returned"], to: ["submitted", "done"], may: code },
    confirm: { label: "我已知晓", from: ["pending"], to: "done", may: code },
    pass: { label: "审核通过", from: ["submitted"], to: "done", may: code },
    return: { label: "退回", from: ["submitted"], to: "returned", may: code, back: true, danger: true },
    transfer: {
      label: "转交",
      from: ["pending", "doing", "returned"],
      to: ["pending", "doing", "returned"],
      may: code,
      back: true,
    },
    /** By the whole message: `msg_withdraw`. */
    withdraw: {
      label: "撤销",
      from: ["pending", "doing", "submitted", "returned"],
      to: "cancelled",
      may: code,
      endpoint: null,
      danger: true,
    },
    /** The cause is gone, or somebody else has done it for all. */
    close: { label: "条件消除", from: ["pending", "doing", "submitted", "returned"], to: "done", may: "system" },
  },
});
