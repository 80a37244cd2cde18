import { invoice } from "@visadesk/contract/finance/invoice.ts";
import { invoiceFlow } from "@visadesk/contract/finance/invoice.flow.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const invoiceNoun = noun("invoice", {
  table: "invoices",
  shape: invoice,
  flow: invoiceFlow,
  state: "invoice_status",
  title: "fp_no",
  parts: ["invoice_lines"],
  internal: ["row_key", "refund_id", "is_red_lapsed", "decided_by", "issued_by"],
  personal: "an invoice is a voucher: to whom it was made out and sent stays with it",
});
export const sealedInvoice = sealedTable({ table: "invoices", row: "row_key", fields: { bank_account: "card", mobile: "mobile" } });
