import { may } from "../permissions.ts";
import { flow } from "./flow.ts";

/** An export: full personal data and very many rows wait for a second person first. */
export const exportFlow = flow("export_task", {
  states: {
    pending: { label: "待审批", tone: "orange", start: true },
    waiting: { label: "排队中", tone: "blue", start: true },
    running: { label: "生成中", tone: "blue" },
    done: { label: "已完成", tone: "green" },
    failed: { label: "失败", tone: "red" },
    cancelled: { label: "已取消", tone: "grey" },
    rejected: { label: "已驳回", tone: "red" },
    expired: { label: "已过期", tone: "grey" },
  },
  moves: {
    approve: { label: "通过", from: ["pending"], to: "waiting", may: may.export_personal, endpoint: "export_approve" },
    reject: { label: "驳回", from: ["pending"], to: "rejected", may: may.export_personal, endpoint: "export_reject", danger: true },
    cancel: { label: "取消", from: ["pending", "waiting", "running"], to: "cancelled", may: "system" },
    run: { label: "生成", from: ["waiting"], to: "running", may: "system" },
    /** It turned out to be more rows than anybody takes out alone. */
    hold: { label: "行数超限待审批", from: ["running"], to: "pending", may: "system", back: true },
    finish: { label: "完成", from: ["running"], to: "done", may: "system" },
    fail: { label: "失败", from: ["waiting", "running"], to: "failed", may: "system" },
    expire: { label: "过期", from: ["done"], to: "expired", may: "system" },
  },
});
