import type { bankReconcileApi } from "@visadesk/contract/finance/bank/bank-reconcile.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";

export type Reconciled = Output<typeof bankReconcileApi.bank_reconcile_get>;
export const SIDES = [
  { key: "bank_in", label: "银行已收企业未收" },
  { key: "bank_out", label: "银行已付企业未付" },
  { key: "book_in", label: "企业已收银行未收" },
  { key: "book_out", label: "企业已付银行未付" },
] as const;
/** What the foot says. */
export function footText({ difference }: { difference: number | null }): string {
  if (difference === null) return "没有带余额的流水，无法核对；请先导入对账单";
  if (difference === 0) return "调节后余额一致";
  return `调节后余额相差 ${money(difference)}，请补登期初或检查未导入的流水`;
}
