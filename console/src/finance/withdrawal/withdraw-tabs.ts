/** The stages of withdrawals, and the cashier's desk beside them. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { useCan } from "#kit/app/session.ts";
import { payoutApi } from "@visadesk/contract/finance/payout.ts";
import { withdrawalApi } from "@visadesk/contract/finance/withdrawal.ts";
import { may } from "@visadesk/contract/permissions.ts";

export const PAYOUT_TAB = "payout";
type Status = keyof typeof STATES;
const STATES = { pending: 0, second_review: 0, approved: 0, paid: 0, returned: 0, rejected: 0, withdrawn: 0 };
const stage = (key: string, label: string, withdrawal_status: Status[]) => ({ key, label, filter: { withdrawal_status } });
const STAGES = [
  stage("review", "待审核", ["pending", "second_review"]),
  stage("approved", "待打款", ["approved"]),
  stage("paid", "已打款", ["paid"]),
  stage("ended", "已退回与驳回", ["returned", "rejected", "withdrawn"]),
];
const DESK = { key: PAYOUT_TAB, label: "付款台", filter: {} };

/** 付款台 is there for who registers payments. */
export function useWithdrawTabs() {
  const all = [...STAGES, { key: "all", label: "全部提现", filter: {} }];
  return useCan(may.payout_register) ? [...all, DESK] : all;
}

/** Numbers of each stage within my sight, by tab key. */
export function useWithdrawCounts(): Readonly<Record<string, number | undefined>> {
  const mayPay = useCan(may.payout_register);
  const counts = useQuery({
    queryKey: [withdrawalApi.withdrawal_counts.name, "tabs"],
    queryFn: ({ signal }) => ask(withdrawalApi.withdrawal_counts, {}, { signal, noToast: true }),
  }).data?.counts;
  const payouts = useQuery({
    queryKey: [payoutApi.payout_query.name, "waiting"],
    queryFn: ({ signal }) =>
      ask(
        payoutApi.payout_query,
        { payout_status: ["queued", "paying", "failed"], page_size: 1, fields: ["id"] },
        { signal, noToast: true },
      ),
    enabled: mayPay,
  }).data;
  if (!counts) return { [PAYOUT_TAB]: payouts?.total ?? undefined };
  const of = (states: readonly string[]): number => counts.filter((c) => states.includes(c.status)).reduce((sum, c) => sum + c.n, 0);
  return {
    ...Object.fromEntries(STAGES.map((s) => [s.key, of(s.filter.withdrawal_status)])),
    [PAYOUT_TAB]: payouts?.total ?? undefined,
  };
}
