/** Door of finance: every paper that moves money, above all other areas. */
import { area } from "#kit/area.ts";
import { sealedRows } from "#kit/seal/seal-move.ts";
import { adjustmentDesk } from "./adjustment/adjustment.queues.ts";
import { adjustmentServer } from "./adjustment/adjustment.ts";
import { balanceServer } from "./books/balance.ts";
import { journalServer } from "./books/journal.ts";
import { ledgerAccountServer } from "./books/ledger-account.ts";
import { trialBalanceServer } from "./books/trial-balance.ts";
import { sealedCompanyAccount } from "./company-account/company-account.noun.ts";
import { companyAccountServer } from "./company-account/company-account.ts";
import { financeJobs } from "./finance.jobs.ts";
import { financeNouns } from "./finance.nouns.ts";
import { financeSettingServer } from "./finance-setting/finance-setting.ts";
import { periodJobs, periodServer } from "./period/period.ts";
import { moneyTraceServer } from "./trace/money-trace.ts";

export const financeArea = area("finance", {
  nouns: financeNouns,
  serving: {
    ...companyAccountServer,
    ...financeSettingServer,
    ...balanceServer,
    ...ledgerAccountServer,
    ...journalServer,
    ...trialBalanceServer,
    ...moneyTraceServer,
    ...adjustmentServer,
    ...periodServer,
  },
  jobs: [...financeJobs, ...periodJobs],
  seals: [sealedRows(sealedCompanyAccount)],
});
export const financeDesks = [adjustmentDesk];
export { adjustmentFilesInUse, mayReadAdjustmentFile } from "./adjustment/adjustment.sql.ts";
export { financeOpened } from "./finance.opened.ts";
export { ledgerHost } from "./proof/proof.host.ts";
export { seedBooks } from "./seed-books.ts";
