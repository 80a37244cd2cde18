/** What invoices are called, and where one opens. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { INVOICE_DIRECTIONS } from "@visadesk/contract/finance/invoice.words.ts";
import type { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { to } from "#kit/screens.ts";

export type InvoiceRow = Output<typeof invoiceApi.invoice_query>["list"][number];
export type InvoiceDetail = Output<typeof invoiceApi.invoice_get>;
export type Invoiceable = Output<typeof invoiceApi.invoice_invoiceable_query>["list"][number];
export type OtherInvoice = InvoiceDetail["reds"][number];

export const invoiceHref = ({ id }: { id: number }): string => to("invoice-detail", { id: String(id) });
export const DirectionMark = ({ of }: { of: InvoiceRow["direction"] }) => (
  <Mark tone={of === "red" ? "red" : "blue"}>{INVOICE_DIRECTIONS[of]}</Mark>
);
