import { invoiceTitle } from "@visadesk/contract/finance/invoice-title.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const invoiceTitleNoun = noun("invoice_title", {
  table: "invoice_titles",
  shape: invoiceTitle,
  title: "title",
  internal: ["row_key"],
  personal: "accounts of companies: they stand on their invoices, which are vouchers",
});
export const sealedTitle = sealedTable({ table: "invoice_titles", row: "row_key", fields: { bank_account: "card" } });
