import { flow } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";

/**
 * A company that asks to become a peer. Who handed it in, or won it, never passes it. Passing and rejecting take several at
 * once, so their endpoints are no moves of one row.
 */
export const peerApplicationFlow = flow("peer_application", {
  states: {
    pending: { label: "待审核", tone: "orange", start: true },
    returned: { label: "待补充", tone: "orange" },
    approved: { label: "已通过", tone: "green" },
    rejected: { label: "已驳回", tone: "red" },
    withdrawn: { label: "已撤回", tone: "grey" },
  },
  moves: {
    approve: { label: "通过", from: ["pending"], to: "approved", may: may.peer_review, endpoint: null },
    return: { label: "退回补充", from: ["pending"], to: "returned", may: may.peer_review },
    resubmit: { label: "重新提交", from: ["returned"], to: "pending", may: may.peer, back: true },
    reject: { label: "驳回", from: ["pending"], to: "rejected", may: may.peer_review, danger: true, endpoint: null },
    withdraw: { label: "撤回", from: ["pending", "returned"], to: "withdrawn", may: may.peer, danger: true },
    lapse: { label: "超时撤回", from: ["returned"], to: "withdrawn", may: "system" },
  },
});

/** Born active by an approval. */
export const peerFlow = flow("peer", {
  states: {
    active: { label: "正常", tone: "green", start: true },
    closed: { label: "已停用", tone: "grey" },
  },
  moves: {
    close: { label: "停用", from: ["active"], to: "closed", may: may.peer_review, danger: true },
    reopen: { label: "重新启用", from: ["closed"], to: "active", may: may.peer_review, back: true },
  },
});

/** Terms that a second person passes. */
export const peerChangeFlow = flow("peer_change", {
  states: {
    pending: { label: "待审核", tone: "orange", start: true },
    approved: { label: "已通过", tone: "green" },
    rejected: { label: "已驳回", tone: "red" },
    withdrawn: { label: "已撤回", tone: "grey" },
  },
  moves: {
    approve: { label: "通过", from: ["pending"], to: "approved", may: may.peer_terms_review },
    reject: { label: "驳回", from: ["pending"], to: "rejected", may: may.peer_terms_review, danger: true },
    withdraw: { label: "撤回", from: ["pending"], to: "withdrawn", may: may.peer, danger: true },
  },
});
