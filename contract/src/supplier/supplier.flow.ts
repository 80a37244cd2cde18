import { flow } from "../kit/flow.ts";
import { may } from "../permissions.ts";

/** With whom we work. A second person decides about a new one. */
export const supplierFlow = flow("supplier", {
  states: {
    pending: { label: "待审核", tone: "orange", start: true },
    rejected: { label: "已驳回", tone: "red" },
    active: { label: "合作中", tone: "green" },
    paused: { label: "已暂停", tone: "orange" },
    ended: { label: "已终止", tone: "grey" },
  },
  moves: {
    activate: { label: "审核通过", from: ["pending"], to: "active", may: may.supplier_review },
    reject: { label: "驳回", from: ["pending"], to: "rejected", may: may.supplier_review, danger: true },
    resubmit: { label: "重新提交", from: ["rejected", "ended"], to: "pending", may: may.supplier, back: true },
    pause: { label: "暂停合作", from: ["active"], to: "paused", may: may.supplier, danger: true },
    resume: { label: "恢复合作", from: ["paused"], to: "active", may: may.supplier, back: true },
    end: { label: "终止合作", from: ["active", "paused"], to: "ended", may: may.supplier, danger: true },
  },
});

/** Accounts that we pay to: who enters one never passes it. */
export const supplierPayeeFlow = flow("supplier_payee", {
  states: {
    pending: { label: "待复核", tone: "orange", start: true },
    active: { label: "使用中", tone: "green" },
    rejected: { label: "已驳回", tone: "red" },
    retired: { label: "已停用", tone: "grey" },
  },
  moves: {
    approve: { label: "复核通过", from: ["pending"], to: "active", may: may.supplier_review },
    reject: { label: "驳回", from: ["pending"], to: "rejected", may: may.supplier_review, danger: true },
    withdraw: { label: "撤回", from: ["pending"], to: "rejected", may: may.supplier, danger: true },
    retire: { label: "停用", from: ["active"], to: "retired", may: may.supplier_review, danger: true },
    /** Its supplier took another name before it was passed itself. */
    review: { label: "改名重新复核", from: ["active"], to: "pending", may: "system", back: true },
  },
});
