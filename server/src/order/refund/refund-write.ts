/** A refund is written: its row, its people and its lines, and what order and log say of it. */
import { type REFUND_INITIATORS, REFUND_KINDS, REFUND_REASONS } from "@visadesk/contract/order/refund/refund.words.ts";
import type { LIABILITIES } from "@visadesk/contract/order/words.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { addRow } from "#kit/noun/save.ts";
import { bareNumber, sealFields } from "#kit/seal/seal.ts";
import type { Work } from "../flow/work.ts";
import { insertOrderLog } from "../order/order-log.ts";
import type { JudgedLine } from "./refund-lines.rules.ts";
import { refundNoun, sealedRefund } from "./refund.noun.ts";

export interface AskedLine extends JudgedLine {
  asked: number;
  note: string;
}
export const totalOf = (lines: readonly { asked: number }[]): number => lines.reduce((n, l) => n + l.asked, 0);

export interface Payee {
  payee_name?: string | undefined;
  payee_bank?: string | undefined;
  payee_account?: string | undefined;
}
/** Whose account it is, as it is stored of this refund. */
export const payeeSet = (refund_no: string, { payee_name = "", payee_bank = "", payee_account }: Payee) => ({
  payee_name,
  payee_bank,
  ...(payee_account !== undefined && sealFields(sealedRefund, refund_no, { payee_account: bareNumber(payee_account) })),
});
export interface NewRefund {
  kind: keyof typeof REFUND_KINDS;
  initiator: keyof typeof REFUND_INITIATORS;
  reason_code: keyof typeof REFUND_REASONS;
  reason: string;
  liability: keyof typeof LIABILITIES;
  applicant_ids: readonly number[];
  proof?: readonly string[] | undefined;
  /** What the policy gives of all fees in question. */
  trial: readonly JudgedLine[];
  asked_amount: number;
  /** Fees of which something is asked; money that came for no fee has none. */
  lines: readonly AskedLine[];
  payee?: Payee;
  /** Nobody reviews it: it is paid as it is. */
  paying?: { due_at: Date };
}
export async function writeRefund({ ctx, facts }: Work, of: NewRefund): Promise<{ id: number; refund_no: string }> {
  const { order } = facts;
  const refund_no = await nextNumber(ctx.db, "TK", ctx.now);
  const { kind, initiator, reason_code, reason, liability, asked_amount } = of;
  const { id } = await addRow(ctx, refundNoun, {
    refund_no,
    order_id: order.id,
    kind,
    initiator,
    reason_code,
    reason,
    liability,
    asked_amount,
    proof: [...(of.proof ?? [])],
    trial: JSON.stringify(of.trial),
    ...payeeSet(refund_no, of.payee ?? {}),
    ...(of.paying && {
      refund_status: "paying" as const,
      approved_amount: asked_amount,
      due_at: of.paying.due_at,
    }),
  });
  if (of.applicant_ids.length > 0)
    await ctx.db
      .insertInto("refund_people")
      .values(of.applicant_ids.map((applicant_id) => ({ refund_id: id, applicant_id })))
      .execute();
  const lines = of.lines.map(({ fee_id, paid, policy_amount, asked, note }) => ({
    refund_id: id,
    fee_id,
    paid,
    policy_amount,
    note,
    asked_amount: asked,
  }));
  if (lines.length > 0) await ctx.db.insertInto("refund_lines").values(lines).execute();
  await tell({ ctx, facts }, { id, refund_no, ...of });
  return { id, refund_no };
}
async function tell({ ctx, facts }: Pick<Work, "ctx" | "facts">, r: NewRefund & { id: number; refund_no: string }): Promise<void> {
  const cause = REFUND_REASONS[r.reason_code];
  const amount = { field: "amount", label: "金额", before: null, after: r.asked_amount };
  await insertOrderLog(ctx, facts.order.id, {
    kind: "money",
    noun: "refund",
    noun_id: r.id,
    label: `发起${REFUND_KINDS[r.kind]}：${r.refund_no}`,
    cause,
    reason: `${cause}：${r.reason}`,
    changes: [amount],
  });
  ctx.note({
    noun: "refund",
    noun_id: r.id,
    noun_no: r.refund_no,
    reason: cause,
    subject_ids: r.applicant_ids,
    changes: [{ field: "order_no", label: "订单号", before: null, after: facts.order.order_no }, amount],
  });
}
