/** Doors by which papers of finance start a refund: it waits for its review as one that people start. */
import { money } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { refuse } from "#kit/http/refuse.ts";
import { changeOrder, NOT_FOUND } from "../flow/change.ts";
import { faultOf, judge } from "./refund-ask.ts";
import { premiumFault, type JudgedLine } from "./refund-lines.rules.ts";
import { writeRefund, type AskedLine } from "./refund-write.ts";
import { openRefundOf, openRefundOfFees } from "./refund.sql.ts";

/** What the contract takes of a reason. */
const REASON_MAX = 50;
export interface RefundAsk {
  order_id: number;
  applicant_id: number;
  /** Of which of his fees. */
  fee_kind: "embassy" | "insurance" | "protection";
  amount: number;
  /** In our own words: the paper it comes of. */
  reason: string;
}
/** The fees that carry it: one of just so much before all others, else as they were paid. */
function carriedBy(lines: readonly JudgedLine[], amount: number, note: string): AskedLine[] {
  let left = amount;
  return [...lines.filter((l) => l.paid === amount), ...lines.filter((l) => l.paid !== amount)].flatMap((l) => {
    const asked = Math.min(left, l.paid);
    left -= asked;
    return asked > 0 ? [{ ...l, asked, note }] : [];
  });
}

/** Part of what one applicant paid goes back to him; answers its number. */
export const refundStart = (ctx: Ctx, ask: RefundAsk): Promise<string> =>
  changeOrder(
    ctx,
    ask.order_id,
    async (w) => {
      const applicant_ids = [ask.applicant_id];
      // A mission that took less is nobody's fault of ours; who gives up an insurance was not asked why.
      const liability = ask.fee_kind === "embassy" ? "embassy" : "unknown";
      const choices = { order_id: ask.order_id, kind: "partial" as const, applicant_ids, liability } as const;
      const judged = await judge(ctx, w.facts, choices, ctx.now);
      const own = judged.filter((l) => l.applicant_id === ask.applicant_id && l.fee_kind === ask.fee_kind);
      const fault = (await faultOf(ctx, w.facts, choices, own)) ?? premiumFault(w.facts.people, own);
      if (fault) refuse((await openRefundOf(ctx.db, applicant_ids)) ? "duplicate" : "guard_failed", fault);
      const most = own.reduce((n, l) => n + l.paid, 0);
      if (ask.amount > most) refuse("over_refundable", `超过可退金额 ${money(most)}`);
      const lines = carriedBy(own, ask.amount, ask.reason);
      const open = await openRefundOfFees(
        ctx.db,
        lines.map((l) => l.fee_id),
      );
      if (open) refuse("duplicate", `这笔费用已在退款 ${open.refund_no} 中，请先处理该退款`);
      const { refund_no } = await writeRefund(w, {
        kind: "partial",
        initiator: "staff",
        liability,
        applicant_ids,
        lines,
        reason_code: ask.fee_kind === "embassy" ? "overpaid" : "other",
        reason: ask.reason.slice(0, REASON_MAX),
        trial: own,
        asked_amount: ask.amount,
      });
      return refund_no;
    },
    NOT_FOUND,
    null,
  );

/** A paid difference goes back whole; answers why it cannot, null: its refund is started, or it has gone back already. */
export const diffBack = (ctx: Ctx, of: { order_id: number; diff_id: number; reason: string }): Promise<string | null> =>
  changeOrder(
    ctx,
    of.order_id,
    async (w) => {
      const choices = { order_id: of.order_id, kind: "diff" as const, applicant_ids: [], liability: "unknown" as const };
      const own = (await judge(ctx, w.facts, choices, ctx.now)).filter((l) => l.diff_id === of.diff_id);
      if (own.length === 0) return null;
      const open = await openRefundOfFees(
        ctx.db,
        own.map((l) => l.fee_id),
      );
      if (open) return `补差价已在退款 ${open.refund_no} 中，请先处理该退款`;
      const lines = own.map((l) => ({ ...l, asked: l.paid, note: `发票不再开具，退回补差价` }));
      await writeRefund(w, {
        kind: "diff",
        initiator: "staff",
        liability: "unknown",
        applicant_ids: [],
        lines,
        reason_code: "other",
        reason: `发票不再开具：${of.reason}`.slice(0, REASON_MAX),
        trial: own,
        asked_amount: own.reduce((n, l) => n + l.paid, 0),
      });
      return null;
    },
    NOT_FOUND,
    null,
  );
