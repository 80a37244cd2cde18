/** The stages of refunds, and how many stand in each. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import type { ListTab } from "#kit/list/list-types.ts";
import type { RefundRow } from "./refund-words.tsx";

type Status = RefundRow["refund_status"];
const stage = (key: string, label: string, refund_status: Status[]) => ({ key, label, filter: { refund_status } });
const STAGES = [
  stage("review", "待审核", ["pending", "pending_final"]),
  stage("paying", "退款中", ["paying"]),
  stage("failed", "退款失败", ["failed"]),
  stage("done", "已完成", ["success"]),
  stage("ended", "已驳回/撤销", ["rejected", "withdrawn"]),
];
export const REFUND_TABS: readonly ListTab<typeof refundApi.refund_query>[] = [...STAGES, { key: "all", label: "全部", filter: {} }];

/** Within my sight, by tab key. */
export function useRefundCounts(): Readonly<Record<string, number | undefined>> {
  const counts = useQuery({
    queryKey: [refundApi.refund_counts.name, "tabs"],
    queryFn: ({ signal }) => ask(refundApi.refund_counts, {}, { signal, noToast: true }),
  }).data?.counts;
  if (!counts) return {};
  const of = (states: readonly string[]): number => counts.filter((c) => states.includes(c.status)).reduce((n, c) => n + c.n, 0);
  return Object.fromEntries(STAGES.map((s) => [s.key, of(s.filter.refund_status)]));
}
