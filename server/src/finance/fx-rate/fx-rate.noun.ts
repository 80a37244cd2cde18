import { fxRate } from "@visadesk/contract/finance/embassy/fx-rate.ts";
import { noun } from "#kit/noun/noun.ts";

export const fxRateNoun = noun("fx_rate", { table: "fx_rates", shape: fxRate, title: "currency", internal: ["rate_micro"] });
