/** What a withdrawal takes along and costs, and what stands against it. Without the database. */
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import { money } from "@visadesk/contract/kit/format.ts";

export interface Purse {
  principal: number;
  gift: number;
  credit_used: number;
  /** Oldest unpaid due day. */
  overdue_since: string | null;
}
export interface FeeRule {
  withdraw_fee_bp: number;
  withdraw_fee_min: number;
}
export interface WithdrawQuote {
  withdrawable: number;
  fee: number;
  net: number;
  gift_back: number;
}
export interface WithdrawFault {
  code: RefusalCode;
  message: string;
  path: "peer_id" | "amount";
}
const BP = 10_000n;

/** A rate of the amount, rounded half up, and no less than the least. */
export const feeOf = (amount: number, rule: FeeRule): number =>
  Math.max(Number((BigInt(amount) * BigInt(rule.withdraw_fee_bp) + BP / 2n) / BP), rule.withdraw_fee_min);
/** As much of the gift money as of the principal, rounded down. */
export const giftBack = (gift: number, amount: number, principal: number): number =>
  principal <= 0 ? 0 : Number((BigInt(gift) * BigInt(amount)) / BigInt(principal));

export function withdrawQuote(p: Purse, amount: number, rule: FeeRule): WithdrawQuote {
  const withdrawable = Math.max(0, p.principal - p.credit_used);
  const taken = Math.min(amount, withdrawable);
  const fee = taken > 0 ? feeOf(taken, rule) : 0;
  return { withdrawable, fee, net: Math.max(0, taken - fee), gift_back: giftBack(p.gift, taken, p.principal) };
}

export function withdrawFault(p: Purse, amount: number, rule: FeeRule, today: string): WithdrawFault | null {
  if (p.credit_used > 0 && p.overdue_since !== null && p.overdue_since < today)
    return { code: "peer_overdue", message: "该同行有逾期账单，请先还款", path: "peer_id" };
  const { withdrawable, net } = withdrawQuote(p, amount, rule);
  if (amount > withdrawable || withdrawable === 0)
    return { code: "insufficient_balance", message: `可提金额 ${money(withdrawable)}`, path: "amount" };
  return net > 0 ? null : { code: "guard_failed", message: `申请额须大于手续费 ${money(feeOf(amount, rule))}`, path: "amount" };
}

const BRACKETS: Readonly<Record<string, string>> = { "【": "(", "】": ")", "[": "(", "]": ")" };
/** A company's name however it was typed: width, kinds of brackets and blanks do not count. */
export const bareName = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/[【】[\]]/g, (c) => BRACKETS[c] ?? c)
    .replace(/[\s\p{Cf}]/gu, "")
    .toLowerCase();
