import { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import type { Opened } from "#kit/call/opened.ts";
import { invoiceScope } from "./invoice/invoice-scope.sql.ts";

export const financeOpened = {
  invoice: { may: invoiceApi.invoice_get.may, from: "invoices i", id: "i.id", where: (ctx) => invoiceScope(ctx) },
} satisfies Record<string, Opened>;
