/** The stages of statements, and who owes beside them. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";

export const DEBTORS = "peer";
const STAGES = {
  open: ["draft", "sent", "disputed"],
  owing: ["confirmed", "part_paid"],
  paid: ["paid"],
} as const;
type Stage = keyof typeof STAGES;
const stage = (key: Stage, label: string) => ({ key, label, filter: { settlement_status: [...STAGES[key]] } });
export const STATEMENT_TABS = [
  { key: "all", label: "全部账单", filter: {} },
  stage("open", "待出账与确认"),
  stage("owing", "待还款"),
  { key: "late", label: "逾期", filter: { is_overdue: true } },
  stage("paid", "已结清"),
  { key: DEBTORS, label: "同行欠款", filter: {} },
];

export const usePeerSettleStat = () =>
  useQuery({
    queryKey: [peerSettleApi.peer_settle_stat_get.name],
    queryFn: ({ signal }) => ask(peerSettleApi.peer_settle_stat_get, {}, { signal, noToast: true }),
  }).data;

/** Numbers within my sight, by tab. */
export function useStatementCounts(): Readonly<Record<string, number | undefined>> {
  const states = usePeerSettleStat()?.states;
  if (!states) return {};
  const of = (keys: readonly string[]): number => keys.reduce((n, k) => n + (states[k] ?? 0), 0);
  return { all: of(["all"]), open: of(STAGES.open), owing: of(STAGES.owing), late: of(["overdue"]), paid: of(STAGES.paid) };
}
