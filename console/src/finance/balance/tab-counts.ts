/** Numbers of what waits behind the tabs of the books, by their keys. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { adjustmentApi } from "@visadesk/contract/finance/adjustment.ts";
import { ADJUSTMENTS } from "./balance-tabs.ts";

export function useBalanceTabCounts(): Readonly<Record<string, number | undefined>> {
  const { data } = useQuery({
    queryKey: [adjustmentApi.adjustment_stat_get.name],
    queryFn: ({ signal }) => ask(adjustmentApi.adjustment_stat_get, {}, { signal, noToast: true }),
  });
  return { [ADJUSTMENTS]: data && (data["pending"] ?? 0) };
}
