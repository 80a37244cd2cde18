/** Rates as days by currencies. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { fxRateApi } from "@visadesk/contract/finance/embassy/fx-rate.ts";

type Rate = Output<typeof fxRateApi.fx_rate_query>["list"][number];
export interface RateDay {
  day: string;
  rates: ReadonlyMap<string, Rate>;
}
/** Every day that was asked for stands there, whether or not anything was typed for it. */
export function rateGrid(list: readonly Rate[], days: readonly string[]): { currencies: Rate["currency"][]; days: RateDay[] } {
  const currencies = [...new Set(list.map((r) => r.currency))].toSorted();
  return {
    currencies,
    days: days.map((day) => ({ day, rates: new Map(list.filter((r) => r.day === day).map((r) => [r.currency, r])) })),
  };
}
