import { time } from "@visadesk/contract/kit/format.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { officialFeeApi } from "@visadesk/contract/base-data/official-fee.ts";

export type Fee = Output<typeof officialFeeApi.official_fee_query>["list"][number];

const day = (at: string): string => time(at).slice(0, 16).replace(" 00:00", "");

/** The period; 长期 where it has no end. */
export const feePeriod = (f: Pick<Fee, "effective_from" | "effective_to">): string =>
  `${day(f.effective_from)} 至 ${f.effective_to ? day(f.effective_to) : "长期"}`;
