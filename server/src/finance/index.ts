/** Door of finance: every paper that moves money, above all other areas. */
import { area } from "#kit/area.ts";
import { sealedFiles } from "#kit/seal/seal-files.ts";
import { sealedRows } from "#kit/seal/seal-move.ts";
import { sealedCompanyAccount } from "./company-account/company-account.noun.ts";
import { companyAccountServer } from "./company-account/company-account.ts";
import { financeNouns } from "./finance.nouns.ts";
import { financeSettingServer } from "./finance-setting/finance-setting.ts";
import { sealedTitle } from "./invoice-title/invoice-title.noun.ts";
import { invoiceTitleServer } from "./invoice-title/invoice-title.ts";
import { invoiceDesk } from "./invoice/invoice.desk.ts";
import { invoiceJobs } from "./invoice/invoice.jobs.ts";
import { sealedInvoice } from "./invoice/invoice.noun.ts";
import { invoiceServer } from "./invoice/invoice.ts";
import type { InvoicePorts } from "./invoice/ports.ts";

/** What finance asks of papers that rest on its own. */
export interface Doors {
  readonly invoice: InvoicePorts;
}
export const financeArea = (doors: Doors) =>
  area("finance", {
    nouns: financeNouns,
    serving: { ...companyAccountServer, ...financeSettingServer, ...invoiceServer(doors.invoice), ...invoiceTitleServer },
    jobs: invoiceJobs,
    seals: [
      sealedRows(sealedCompanyAccount),
      sealedRows(sealedInvoice),
      sealedRows(sealedTitle),
      sealedFiles("invoice_sheets", "file_key"),
    ],
  });
export const financeDesks = [invoiceDesk];
export { financeOpened } from "./finance.opened.ts";
export { invoicedOf, invoiceLocks, invoiceNoOf } from "./invoice/doors.ts";
export { openReds, refundMeetsInvoice } from "./invoice/invoice-refund.ts";
export { seedInvoices } from "./invoice/seed.ts";
export { invoiceFilesInUse, mayReadInvoiceFile } from "./invoice/invoice-files.sql.ts";
