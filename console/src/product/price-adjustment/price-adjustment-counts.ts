/** Numbers of the review's tabs under the filter the rows are asked with. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { askFilter } from "#kit/act/ask.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { priceAdjustmentApi } from "@visadesk/contract/product/price/price-adjustment.ts";

type Counts = Readonly<Record<string, number | undefined>>;
const NONE: Counts = {};
const TABS = ["pending", "approved", "effective", "rejected", "withdrawn", "mine"] as const;
const TAKEN = new Set(Object.keys(shapeOf(priceAdjustmentApi.price_adjustment_stat_get.input)));

export function useAdjustCounts(filter: Record<string, unknown>): Counts {
  const body = Object.fromEntries(Object.entries(filter).filter(([name]) => TAKEN.has(name)));
  const counts = useQuery({
    queryKey: ["price_adjustment_stat_get", body],
    queryFn: ({ signal }) => askFilter(priceAdjustmentApi.price_adjustment_stat_get, body, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  }).data;
  return counts ? Object.fromEntries(TABS.map((t) => [t, counts[t] ?? 0])) : NONE;
}
