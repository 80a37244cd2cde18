/** Whether what came in is what was announced. Without the database. */
import type { RemitPurpose } from "@visadesk/contract/finance/remittance.words.ts";
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import { money } from "@visadesk/contract/kit/format.ts";

export interface Announced {
  purpose: RemitPurpose;
  amount: number;
  /** Of orders alone: what they cost together. */
  payable: number | null;
}
export interface AmountFault {
  code: RefusalCode;
  message: string;
}
const over = (n: number, limit: number): AmountFault => ({
  code: "limit_exceeded",
  message: `差额 ${money(n)} 超过核销上限 ${money(limit)}`,
});

/** A top-up is what came in, to the cent; orders and debts may come short by what is written off. */
export function amountFault({ purpose, amount, payable }: Announced, received: number, limit: number): AmountFault | null {
  const gap = Math.abs(received - amount);
  if (purpose === "top_up") return gap === 0 ? null : { code: "amount_mismatch", message: `到账与申请差额 ${money(gap)}` };
  if (gap > limit) return received < amount ? over(gap, limit) : { code: "amount_mismatch", message: `到账与申请差额 ${money(gap)}` };
  if (payable !== null && payable - received > limit) return over(payable - received, limit);
  return null;
}
/** What orders cost together against what is sent for them, before anything came in. */
export const partsFault = (amount: number, parts: readonly { amount: number }[], limit: number): AmountFault | null => {
  const gap = Math.abs(parts.reduce((n, p) => n + p.amount, 0) - amount);
  return gap > limit ? over(gap, limit) : null;
};
