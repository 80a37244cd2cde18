import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

/** Peers that go from one person to others: line by line, undone as they were. */
export const peerTransferFlow = flow("peer_transfer", {
  states: {
    draft: { label: "草稿", tone: "grey", start: true },
    scheduled: { label: "待生效", tone: "orange" },
    running: { label: "执行中", tone: "blue" },
    done: { label: "已完成", tone: "green" },
    partial: { label: "部分完成", tone: "orange" },
    undone: { label: "已撤销", tone: "grey" },
    cancelled: { label: "已取消", tone: "grey" },
  },
  moves: {
    schedule: { label: "确认转移", from: ["draft"], to: "scheduled", may: may.peer_transfer },
    run: { label: "执行", from: ["scheduled"], to: "running", may: "system" },
    finish: { label: "完成", from: ["running"], to: ["done", "partial"], may: "system" },
    /** Between two lines of a running one: what is done stays done, and may be undone. */
    cancel: {
      label: "取消",
      from: ["draft", "scheduled", "running"],
      to: ["cancelled", "running"],
      may: may.peer_transfer,
      danger: true,
    },
    retry: { label: "重试", from: ["partial"], to: "running", may: may.peer_transfer, back: true },
    undo: { label: "撤销", from: ["done", "partial"], to: "undone", may: may.peer_transfer, danger: true },
  },
});
