/** Who sees but some records of finance: those of peers in sight, and whole books for whoever sees everything. */
import { adjustmentApi } from "@visadesk/contract/finance/adjustment.ts";
import { periodApi } from "@visadesk/contract/finance/period.ts";
import type { Opened } from "#kit/call/opened.ts";
import { adjustmentScope } from "./adjustment/adjustment.sql.ts";
import { wholeScope } from "./scope.sql.ts";

export const financeOpened = {
  adjustment: { may: adjustmentApi.adjustment_get.may, from: "adjustments a", id: "a.id", where: (ctx) => adjustmentScope(ctx) },
  period: { may: periodApi.period_preview.may, from: "periods p", id: "p.id", where: (ctx) => wholeScope(ctx) },
} satisfies Readonly<Record<string, Opened>>;
