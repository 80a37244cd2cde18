/** Door of finance: every paper that moves money, above all other areas. */
import { area } from "#kit/area.ts";
import { sealedRows } from "#kit/seal/seal-move.ts";
import type { BankDoors } from "./bank/bank-doors.ts";
import { sealedLine } from "./bank/bank.noun.ts";
import { bankReconcileServer } from "./bank/bank-reconcile.ts";
import { candidateJobs } from "./bank/line-candidates.jobs.ts";
import { statementImportJobs } from "./bank/statement-import.jobs.ts";
import { statementImportServer } from "./bank/statement-import.ts";
import { statementLineServer } from "./bank/statement-line.ts";
import { sealedCompanyAccount } from "./company-account/company-account.noun.ts";
import { companyAccountServer } from "./company-account/company-account.ts";
import { financeNouns } from "./finance.nouns.ts";
import { financeSettingServer } from "./finance-setting/finance-setting.ts";

/** What finance asks of areas beside it and of its own papers among each other. */
export interface Doors {
  bank: BankDoors;
}
export const financeArea = (doors: Doors) =>
  area("finance", {
    nouns: financeNouns,
    serving: {
      ...companyAccountServer(doors.bank),
      ...financeSettingServer,
      ...statementImportServer,
      ...statementLineServer(doors.bank),
      ...bankReconcileServer,
    },
    jobs: [...statementImportJobs(doors.bank), ...candidateJobs(doors.bank)],
    seals: [sealedRows(sealedCompanyAccount), sealedRows(sealedLine)],
  });
export { financeOpened } from "./finance.opened.ts";
export type { BankDoors, Trade } from "./bank/bank-doors.ts";
