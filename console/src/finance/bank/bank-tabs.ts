/** What stands side by side on 对公汇款审核: remittances by stage first, then what the bank says, and our accounts. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { remittanceApi } from "@visadesk/contract/finance/remittance.ts";

export const BANK_LINES = "line";
export const BANK_RECONCILE = "reconcile";
export const BANK_ACCOUNTS = "account";
type Status = "pending" | "second_review" | "booked" | "rejected" | "withdrawn" | "reversed";
const stage = (key: string, label: string, remittance_status: Status[]) => ({ key, label, filter: { remittance_status } });
const STAGES = [
  stage("review", "待审核", ["pending", "second_review"]),
  stage("booked", "已到账", ["booked"]),
  stage("rejected", "已驳回", ["rejected"]),
  stage("ended", "已撤销与冲正", ["withdrawn", "reversed"]),
];
export const BANK_TABS = [
  ...STAGES,
  { key: "all", label: "全部汇款", filter: {} },
  { key: BANK_LINES, label: "账户流水", filter: {} },
  { key: BANK_RECONCILE, label: "余额调节表", filter: {}, no_sheet: true },
  { key: BANK_ACCOUNTS, label: "资金账户", filter: {} },
] as const;

/** Numbers of each stage within my sight, by tab key. */
export function useBankCounts(): Readonly<Record<string, number | undefined>> {
  const counts = useQuery({
    queryKey: [remittanceApi.remittance_counts.name, "tabs"],
    queryFn: ({ signal }) => ask(remittanceApi.remittance_counts, {}, { signal, noToast: true }),
  }).data?.counts;
  if (!counts) return {};
  const of = (states: readonly string[]): number => counts.filter((c) => states.includes(c.status)).reduce((sum, c) => sum + c.n, 0);
  return Object.fromEntries(STAGES.map((s) => [s.key, of(s.filter.remittance_status)]));
}
