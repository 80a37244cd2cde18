/** Door of finance: every paper that moves money, above all other areas. */
import { area } from "#kit/area.ts";
import { sealedRows } from "#kit/seal/seal-move.ts";
import { sealedCompanyAccount } from "./company-account/company-account.noun.ts";
import { companyAccountServer } from "./company-account/company-account.ts";
import { financeNouns } from "./finance.nouns.ts";
import { financeSettingServer } from "./finance-setting/finance-setting.ts";
import { payoutFileSeals, payoutJobs } from "./payout/payout.jobs.ts";
import { sealedPayout } from "./payout/payout.noun.ts";
import { payoutDesk } from "./payout/payout.queues.ts";
import { payoutDoors } from "./payout-doors.ts";
import { payoutServer } from "./payout/payout.ts";
import { sealedWithdrawal } from "./withdrawal/withdrawal.noun.ts";
import { withdrawDesk } from "./withdrawal/withdrawal.queues.ts";
import { withdrawalServer } from "./withdrawal/withdrawal.ts";

export const financeArea = area("finance", {
  nouns: financeNouns,
  serving: { ...companyAccountServer, ...financeSettingServer, ...withdrawalServer, ...payoutServer(payoutDoors) },
  jobs: payoutJobs,
  seals: [sealedRows(sealedCompanyAccount), sealedRows(sealedWithdrawal), sealedRows(sealedPayout), payoutFileSeals],
});
export const financeDesks = [withdrawDesk, payoutDesk];
export { financeOpened } from "./finance.opened.ts";
export { openPayout, openPayouts, type NewPayout } from "./payout/payout-open.ts";
export { mayReadReceipt } from "./payout/payout.sql.ts";
export { cashFilesInUse, frozenFaults, mayReadLetter } from "./withdrawal/withdrawal.sql.ts";
export { seedCash } from "./seed-cash.ts";
