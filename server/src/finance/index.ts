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
import { payoutFileSeals, payoutJobs } from "./payout/payout.jobs.ts";
import { sealedPayout } from "./payout/payout.noun.ts";
import { payoutDesk } from "./payout/payout.queues.ts";
import { payoutDoors } from "./payout-doors.ts";
import { openPayout } from "./payout/payout-open.ts";
import { payoutServer } from "./payout/payout.ts";
import { settleJobs } from "./settlement/settle.jobs.ts";
import { settleDesk } from "./settlement/settle.queues.ts";
import { supplierSettleServer } from "./settlement/supplier-settle.ts";
import { moneyTraceServer } from "./trace/money-trace.ts";
import { sealedWithdrawal } from "./withdrawal/withdrawal.noun.ts";
import { withdrawDesk } from "./withdrawal/withdrawal.queues.ts";
import { withdrawalServer } from "./withdrawal/withdrawal.ts";

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
    ...withdrawalServer,
    ...payoutServer(payoutDoors),
    ...supplierSettleServer({ openPayout }),
  },
  jobs: [...financeJobs, ...payoutJobs, ...settleJobs, ...periodJobs],
  seals: [sealedRows(sealedCompanyAccount), sealedRows(sealedWithdrawal), sealedRows(sealedPayout), payoutFileSeals],
});
export const financeDesks = [withdrawDesk, payoutDesk, settleDesk, adjustmentDesk];
export { financeOpened } from "./finance.opened.ts";
export { ledgerHost } from "./proof/proof.host.ts";
export { openPayouts } from "./payout/payout-open.ts";
export { mayReadReceipt } from "./payout/payout.sql.ts";
export { cashFilesInUse, frozenFaults, mayReadLetter } from "./withdrawal/withdrawal.sql.ts";
export { seedCash } from "./seed-cash.ts";
export { seedSettlements } from "./settlement/seed.ts";
export { mayReadSettleFile, settleFilesInUse } from "./settlement/settle-parts.sql.ts";
export { adjustmentFilesInUse, mayReadAdjustmentFile } from "./adjustment/adjustment.sql.ts";
export { seedBooks } from "./seed-books.ts";
