/** Policies by their state, and the figures of the head. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { askFilter } from "#kit/act/ask.ts";
import type { ListTab } from "#kit/list/list-screen.tsx";
import { keysOf, shapeOf } from "@visadesk/contract/kit/field.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { policyApi as api } from "@visadesk/contract/finance/insurance/policy.ts";
import { policyFlow } from "@visadesk/contract/finance/insurance/policy.flow.ts";

const STATES = keysOf(policyFlow.states);
export const POLICY_TABS: readonly ListTab<typeof api.policy_query>[] = [
  { key: "all", label: "全部", filter: {} },
  ...STATES.map((key) => ({ key, label: policyFlow.states[key].label, filter: { policy_status: [key] } })),
];

const TAKEN = new Set(Object.keys(shapeOf(api.policy_figures.input)));
/** Figures under what of the list's filter they ask too. */
export function useFigures(filter: Readonly<Record<string, unknown>>): Output<typeof api.policy_figures> | undefined {
  const body = Object.fromEntries(Object.entries(filter).filter(([name]) => TAKEN.has(name)));
  return useQuery({
    queryKey: [api.policy_figures.name, body],
    queryFn: ({ signal }) => askFilter(api.policy_figures, body, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  }).data;
}
/** Rows of each tab under the filter that stands. */
export function usePolicyCounts(filter: Readonly<Record<string, unknown>>): Readonly<Record<string, number | undefined>> {
  const figures = useFigures(filter);
  if (!figures) return {};
  const counts = new Map<string, number>(figures.states.map((s) => [s.state, s.count]));
  return Object.fromEntries(STATES.map((key) => [key, counts.get(key) ?? 0]));
}
