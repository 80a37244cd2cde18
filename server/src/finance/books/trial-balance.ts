/** 科目余额 of a month; whole books are for whoever sees all of them. */
import { LEDGER_KIND_WORDS } from "@visadesk/contract/finance/ledger.words.ts";
import { trialBalanceApi, type TrialRow } from "@visadesk/contract/finance/books/trial-balance.ts";
import { serve } from "#kit/call/serve.ts";
import { dayOf } from "#kit/range.ts";
import { wholeScope } from "../scope.sql.ts";
import { ownerNames } from "./owner-names.sql.ts";
import { monthsOf, trialBalanceOf } from "./trial-balance.sql.ts";

const total = (list: readonly TrialRow[], of: "opening" | "debit" | "credit" | "closing"): number =>
  list.reduce((sum, r) => sum + r[of], 0);

export const trialBalanceServer = serve(trialBalanceApi, {
  trial_balance_get: async ({ month = "" }, ctx) => {
    const { db } = ctx;
    const asked = month || dayOf(ctx.now).slice(0, 7);
    const isWhole = wholeScope(ctx) === null;
    const { period_status, list } = isWhole ? await trialBalanceOf(db, asked) : { period_status: null, list: [] };
    const owners = await ownerNames(db, list);
    return {
      month: asked,
      period_status,
      months: isWhole ? await monthsOf(db) : [],
      list: list.map((r) => ({ ...r, detail: owners(r) || (LEDGER_KIND_WORDS[r.kind] ?? r.kind) })),
      sums: {
        opening: total(list, "opening"),
        debit: total(list, "debit"),
        credit: total(list, "credit"),
        closing: total(list, "closing"),
      },
    };
  },
});
