/** Records of finance that are opened by part of those who hold their right. */
import type { Opened } from "#kit/call/opened.ts";
import { adjustmentApi } from "@visadesk/contract/finance/adjustment.ts";
import { periodApi } from "@visadesk/contract/finance/period.ts";
import { payoutApi } from "@visadesk/contract/finance/payout.ts";
import { withdrawalApi } from "@visadesk/contract/finance/withdrawal.ts";
import { records } from "@visadesk/contract/record-nouns.ts";
import { payoutScope } from "./payout/payout.sql.ts";
import { adjustmentScope } from "./adjustment/adjustment.sql.ts";
import { financeScope, wholeScope } from "./scope.sql.ts";
import { seenSettlements } from "./settlement/settle-parts.sql.ts";

export const financeOpened = {
  withdrawal: {
    may: withdrawalApi.withdrawal_get.may,
    from: "withdrawals w",
    id: "w.id",
    where: (ctx) => financeScope(ctx, { peer: "w.peer_id" }),
  },
  payout: { may: payoutApi.payout_get.may, from: "payouts f", id: "f.id", where: (ctx) => payoutScope(ctx) },
  settlement: { may: records.settlement.may, from: "settlements s", id: "s.id", where: (ctx) => seenSettlements(ctx) },
  adjustment: { may: adjustmentApi.adjustment_get.may, from: "adjustments a", id: "a.id", where: (ctx) => adjustmentScope(ctx) },
  period: { may: periodApi.period_preview.may, from: "periods p", id: "p.id", where: (ctx) => wholeScope(ctx) },
} as const satisfies Readonly<Record<string, Opened>>;
