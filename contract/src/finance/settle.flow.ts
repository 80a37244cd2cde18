import { flow } from "../kit/flow.ts";
import { may, type Code } from "../permissions.ts";
import type { SettlePrefix } from "./settle.words.ts";

interface Codes {
  screen: Code;
  /** Reopens and, where money of ours leaves, passes it. */
  final: Code;
  words?: { draft: string; confirmed: string; part_paid: string; paid: string };
}
const WORDS = { draft: "待核对", confirmed: "已确认", part_paid: "部分付款", paid: "已付款" };

/** One life for every settlement; each kind has its own endpoints, codes and, where its trade has others, words. */
const settleFlow = (prefix: SettlePrefix, { screen, final, words = WORDS }: Codes) => {
  const isPaidByUs = prefix !== "peer_settle";
  return flow("settlement", {
    states: {
      draft: { label: words.draft, tone: "orange", start: true },
      sent: { label: "待确认", tone: "blue" },
      disputed: { label: "有异议", tone: "red" },
      confirmed: { label: words.confirmed, tone: "orange" },
      approved: { label: "待付款", tone: "blue" },
      part_paid: { label: words.part_paid, tone: "orange" },
      paid: { label: words.paid, tone: "green" },
      void: { label: "作废", tone: "grey" },
    },
    moves: {
      generate: { label: "出账", from: [], to: "draft", may: screen, endpoint: `${prefix}_generate` },
      send: { label: "发送核对", from: ["draft", "disputed"], to: "sent", may: screen, endpoint: `${prefix}_send`, back: true },
      dispute: { label: "登记异议", from: ["sent"], to: "disputed", may: screen, endpoint: `${prefix}_dispute` },
      confirm: { label: "确认", from: ["draft", "sent", "disputed"], to: "confirmed", may: screen, endpoint: `${prefix}_confirm` },
      reopen: { label: "重开", from: ["confirmed"], to: "disputed", may: final, endpoint: `${prefix}_reopen`, back: true, danger: true },
      approve: {
        label: "审批付款",
        from: ["confirmed", "part_paid"],
        to: ["approved", "paid"],
        may: isPaidByUs ? final : "system",
        endpoint: isPaidByUs ? `${prefix}_approve` : null,
        back: true,
      },
      void: { label: "作废", from: ["draft"], to: "void", may: screen, endpoint: `${prefix}_void`, danger: true },
      /** Money left, or came: what is settled by it. */
      pay: { label: "付款", from: ["confirmed", "approved", "part_paid"], to: ["part_paid", "paid"], may: "system" },
      /** It did not leave, was sent back, or its allocation was undone. */
      unpay: {
        label: "付款撤回",
        from: ["approved", "part_paid", "paid"],
        to: ["confirmed", "approved", "part_paid"],
        may: "system",
        back: true,
      },
    },
  });
};

export const supplierSettleFlow = settleFlow("supplier_settle", { screen: may.supplier_settle, final: may.supplier_settle_approve });
export const expressSettleFlow = settleFlow("express_settle", { screen: may.express_settle, final: may.express_settle_approve });
export const peerSettleFlow = settleFlow("peer_settle", {
  screen: may.peer_settle,
  final: may.peer_settle_reopen,
  words: { draft: "待出账", confirmed: "待还款", part_paid: "部分还款", paid: "已结清" },
});
export type SettleState = keyof typeof supplierSettleFlow.states;
