import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

const code = may.peer_work_order;

/** A published version is never edited: the next one takes its place. */
export const workOrderConfigFlow = flow("work_order_config", {
  states: {
    draft: { label: "草稿", tone: "grey", start: true },
    live: { label: "已发布", tone: "green" },
    retired: { label: "已停用", tone: "grey" },
  },
  moves: {
    publish: { label: "发布", from: ["draft"], to: "live", may: may.peer_work_order_edit },
    retire: { label: "停用", from: ["live"], to: "retired", may: may.peer_work_order_edit, danger: true },
    /** By the next version of its scope. */
    replace: { label: "新版本替换", from: ["live"], to: "retired", may: "system" },
  },
});

/** A matter of a peer. Its clock stands still while the peer is asked. */
export const workOrderFlow = flow("work_order", {
  states: {
    pending: { label: "待受理", tone: "orange", start: true },
    processing: { label: "处理中", tone: "blue" },
    waiting_peer: { label: "待同行补充", tone: "orange" },
    resolved: { label: "已解决", tone: "green" },
    closed: { label: "已关闭", tone: "grey" },
  },
  moves: {
    take: { label: "受理", from: ["pending"], to: "processing", may: code },
    reply: {
      label: "回复",
      from: ["pending", "processing", "waiting_peer", "resolved"],
      to: ["processing", "waiting_peer", "resolved"],
      may: code,
      back: true,
    },
    ask: { label: "请同行补充", from: ["processing"], to: "waiting_peer", may: code },
    answer: { label: "同行已补充", from: ["waiting_peer"], to: "processing", may: code, back: true },
    hand_over: {
      label: "转交",
      from: ["pending", "processing", "waiting_peer"],
      to: ["pending", "processing", "waiting_peer"],
      may: code,
      back: true,
    },
    resolve: { label: "解决", from: ["processing", "waiting_peer"], to: "resolved", may: code },
    /** Asked and not answered for five working days. */
    give_up: { label: "同行未补充", from: ["waiting_peer"], to: "resolved", may: "system" },
    reopen: { label: "重开", from: ["resolved"], to: "processing", may: code, back: true },
    close: { label: "关闭", from: ["resolved"], to: "closed", may: "system" },
    withdraw: { label: "撤回", from: ["pending", "processing"], to: "closed", may: code, danger: true },
  },
});
