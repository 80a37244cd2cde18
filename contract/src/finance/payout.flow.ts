import { flow } from "../kit/flow.ts";
import { may } from "../permissions.ts";

/** A payment that leaves by a bank or a channel. Several go into one bank file, so that act is no move of one row. */
export const payoutFlow = flow("payout", {
  states: {
    queued: { label: "待付款", tone: "orange", start: true },
    paying: { label: "付款中", tone: "blue" },
    paid: { label: "已付款", tone: "green" },
    failed: { label: "付款失败", tone: "red" },
    cancelled: { label: "已取消", tone: "grey" },
  },
  moves: {
    export: { label: "生成网银文件", from: ["queued"], to: "paying", may: may.payout_register, endpoint: null },
    paid: { label: "登记付款", from: ["queued", "paying"], to: "paid", may: may.payout_register },
    failed: { label: "失败", from: ["queued", "paying"], to: "failed", may: may.payout_register, danger: true },
    retry: { label: "重付", from: ["failed"], to: "queued", may: may.payout_register, back: true },
    give_up: { label: "放弃", from: ["failed"], to: "cancelled", may: may.payout_register, danger: true },
    /** What it was for was taken back. */
    call_off: { label: "单据已撤销", from: ["queued", "failed"], to: "cancelled", may: "system", danger: true },
    bounce: { label: "退票", from: ["paid"], to: "failed", may: may.payout_register, danger: true, back: true },
  },
});
