/** The sides of the page: payments by their state, what is held for missions, and who is through with money left. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { askFilter } from "#kit/act/ask.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { embassyPaymentApi as api } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import type { ListTab } from "#kit/list/list-screen.tsx";

export const TRUST = "trust";
export const LEFT = "left";
const STATES = ["to_release", "to_pay", "paid", "failed", "returned", "void"] as const;
const LABELS = { to_release: "待复核", to_pay: "待支付", paid: "已支付", failed: "支付失败", returned: "已退回", void: "作废" } as const;

export const PAYMENT_TABS: readonly ListTab<typeof api.embassy_payment_query>[] = [
  { key: "all", label: "全部", filter: {} },
  ...STATES.map((key) => ({ key, label: LABELS[key], filter: { embassy_payment_status: [key] } })),
  { key: "undecided", label: "差额待定", filter: { is_undecided: true } },
  { key: TRUST, label: "官费敞口", filter: {} },
  { key: LEFT, label: "办结余额", filter: {} },
];

const TAKEN = new Set(Object.keys(shapeOf(api.embassy_payment_figures.input)));
/** Figures under what of the list's filter they ask too. */
export function useFigures(filter: Readonly<Record<string, unknown>>): Output<typeof api.embassy_payment_figures> | undefined {
  const body = Object.fromEntries(Object.entries(filter).filter(([name]) => TAKEN.has(name)));
  return useQuery({
    queryKey: [api.embassy_payment_figures.name, body],
    queryFn: ({ signal }) => askFilter(api.embassy_payment_figures, body, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  }).data;
}

/** Rows of each tab under the filter that stands. */
export function usePaymentCounts(filter: Readonly<Record<string, unknown>>): Readonly<Record<string, number | undefined>> {
  const figures = useFigures(filter);
  if (!figures) return {};
  const counts = new Map<string, number>(figures.states.map((s) => [s.state, s.count]));
  return { ...Object.fromEntries(STATES.map((key) => [key, counts.get(key) ?? 0])), undecided: figures.undecided };
}
/** Besides the list of payments no filter of theirs stands. */
export const usePlainCounts = (): Readonly<Record<string, number | undefined>> => usePaymentCounts({});
