/** Endpoints of invoices; `ports` is what a registered or given up paper sets going elsewhere. */
import { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { serveHolding } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { invoiceAdd } from "./invoice-add.ts";
import { invoiceDetail, invoiceReveal } from "./invoice-detail.ts";
import { heldByInvoice } from "./invoice-files.sql.ts";
import { sheetImport } from "./invoice-import.ts";
import { approve, fileAdd, issued, reject, withdraw } from "./invoice-moves.ts";
import { invoiceRed, redConfirmed, redConfirming } from "./invoice-red.ts";
import { issueStart, sheetGet } from "./invoice-start.ts";
import { invoiceFigures, invoiceList, shownRows, signed, type StoredRow } from "./invoice.sql.ts";
import { invoiceableOrders } from "./invoiceable.ts";
import type { InvoicePorts } from "./ports.ts";

export const invoiceServer = (ports: InvoicePorts) =>
  serveHolding(invoiceApi, heldByInvoice, {
    invoice_query: async (input, ctx) => {
      const page = await pageOf<StoredRow>(ctx.db, input, invoiceList(input, ctx));
      return { ...page, list: (await shownRows(ctx, page.list)).map(signed) };
    },
    invoice_figures: (input, ctx) => invoiceFigures(input, ctx),
    invoice_get: ({ id }, ctx) => invoiceDetail(ctx, id),
    invoice_invoiceable_query: invoiceableOrders,
    invoice_add: invoiceAdd,
    invoice_approve: approve,
    invoice_reject: (input, ctx) => reject(ports, input, ctx),
    invoice_withdraw: (input, ctx) => withdraw(ports, input, ctx),
    invoice_issue_start: issueStart,
    invoice_sheet_get: sheetGet,
    invoice_issued: (input, ctx) => issued(ports, input, ctx),
    invoice_file_add: fileAdd,
    invoice_red: invoiceRed,
    invoice_red_confirming: redConfirming,
    invoice_red_confirmed: redConfirmed,
    invoice_sheet_import: (input, ctx) => sheetImport(ports, input, ctx),
    invoice_reveal: ({ id }, ctx) => invoiceReveal(ctx, id),
  });
