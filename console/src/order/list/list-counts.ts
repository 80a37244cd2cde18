/** Tab counts and head figures of the order lists, asked with the filter the rows are asked with. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { askFilter } from "#kit/act/ask.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";

type Tabs = Output<typeof orderListApi.order_total_get>["tabs"];
export type Counts = Readonly<Record<string, number | undefined>>;
export const NO_COUNTS: Counts = {};

/** Counts by tab; a capped one counts one more than the cap, which the list shows as 1000+. */
export const countsOf = (tabs: Tabs): Counts =>
  Object.fromEntries(Object.entries(tabs).map(([key, t]) => [key, t.total_capped ? TOTAL_CAP + 1 : t.total]));

/** Counts do not depend on the tab that is open. */
export function withoutTab(filter: Record<string, unknown>): Record<string, unknown> {
  const { tab: _tab, ...rest } = filter;
  return rest;
}

export function useOrderTotals(filter: Record<string, unknown>): Output<typeof orderListApi.order_total_get> | undefined {
  return useQuery({
    queryKey: ["order_total_get", filter],
    queryFn: ({ signal }) => askFilter(orderListApi.order_total_get, filter, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  }).data;
}

export function useOrderCounts(filter: Record<string, unknown>): Counts {
  const totals = useOrderTotals(filter);
  return totals ? countsOf(totals.tabs) : NO_COUNTS;
}

/** The figures count every order of the filter, where the list stops counting. */
export function useExactOrders(filter: Record<string, unknown>): number | undefined {
  const figures = useOrderTotals(filter)?.figures;
  return figures && !figures.is_capped ? figures.orders : undefined;
}
