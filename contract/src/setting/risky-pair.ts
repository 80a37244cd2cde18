/** Codes that one person should not hold together. A warning only: maker and checker stay two people in every flow. */
import { may, permissionLabel } from "../permissions.ts";

export interface RiskyPair {
  readonly codes: readonly number[];
  readonly text: string;
}

const PAIRS: readonly (readonly [number, number])[] = [
  [may.order_refund_start, may.refund_final],
  [may.withdraw, may.payout_register],
  [may.order_pay_register, may.payout_register],
  [may.refund_review, may.payout_register],
  [may.corporate_remittance, may.remittance_final],
  [may.supplier_review, may.supplier_settle_approve],
  [may.supplier_product, may.price_adjustment],
];
const isFinance = (code: number): boolean => String(code).startsWith("1008");

/** The risky pairs among the codes of one role; role management beside any finance code is one of them. */
export function riskyPairs(codes: readonly number[]): RiskyPair[] {
  const held = new Set(codes);
  const pairs = PAIRS.filter((pair) => pair.every((c) => held.has(c))).map((pair) => ({
    codes: pair,
    text: pair.map(permissionLabel).join(" + "),
  }));
  const finance = held.has(may.role) ? codes.filter(isFinance) : [];
  if (finance.length === 0) return pairs;
  return [...pairs, { codes: [may.role, ...finance], text: `${permissionLabel(may.role)} + 财务权限 ${finance.length} 项` }];
}
