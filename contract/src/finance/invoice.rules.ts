/** What may be invoiced, how it is taxed and split: shared by preview and server. No zod. */
import { creditCodeFault } from "../kit/credit-code.ts";
import type { InvoiceKind, InvoicePart } from "./invoice.words.ts";

/** Money of one order as the ledger has it, in cents. */
export interface OrderPaid {
  /** Paid for fee lines, by part, whoever's money it was. */
  service_paid: number;
  embassy_paid: number;
  /** Gift money and what was written off: nobody's consumption, it counts against the service. */
  gift: number;
  service_refunded: number;
  embassy_refunded: number;
  /** Gift money that a refund gave back: what it took is money again. */
  gift_returned: number;
}
export const NOTHING_PAID: OrderPaid = {
  service_paid: 0,
  embassy_paid: 0,
  gift: 0,
  service_refunded: 0,
  embassy_refunded: 0,
  gift_returned: 0,
};
/** What of a part was paid in money and not given back: the most that may stand on invoices. */
export const invoiceBase = (m: OrderPaid, part: InvoicePart): number =>
  part === "embassy" ? m.embassy_paid - m.embassy_refunded : m.service_paid - m.gift - (m.service_refunded - m.gift_returned);
/** What is left of it beside live invoices; below zero after a refund. */
export const invoiceLeft = (m: OrderPaid, part: InvoicePart, live: number): number => invoiceBase(m, part) - live;

/** Tax inside an amount: half up. */
export function taxOf(amount: number, rateBp: number): number {
  const [over, under] = [BigInt(amount) * BigInt(rateBp), BigInt(10_000 + rateBp)];
  return Number((over * 2n + under) / (under * 2n));
}

/** Rates and names of lines as finance set them. */
export interface InvoiceTerms {
  tax_service_bp: number;
  tax_embassy_bp: number;
  special_surcharge_bp: number;
  item_service: string;
  item_embassy: string;
}
export interface AskedLine {
  order_id: number;
  part: InvoicePart;
  amount: number;
}
export interface TaxedLine extends AskedLine {
  item_name: string;
  tax_rate_bp: number;
  tax: number;
  surcharge: number;
}
export interface AskedPaper {
  kind: InvoiceKind;
  lines: TaxedLine[];
  amount: number;
  tax: number;
  surcharge: number;
}
const sumBy = <T>(list: readonly T[], of: (x: T) => number): number => list.reduce((acc, x) => acc + of(x), 0);

/** What a special paper costs more, line by line, so that the lines' sum is that of the whole. */
function withSurcharge(lines: readonly Omit<TaxedLine, "surcharge">[], bp: number): TaxedLine[] {
  let [amount, told] = [0, 0];
  return lines.map((l) => {
    amount += l.amount;
    const due = Math.floor((amount * bp + 5_000) / 10_000);
    const surcharge = due - told;
    told = due;
    return { ...l, surcharge };
  });
}
function paper(kind: InvoiceKind, lines: readonly AskedLine[], t: InvoiceTerms): AskedPaper {
  const taxed = lines.map((l) => {
    const rate = l.part === "embassy" ? t.tax_embassy_bp : t.tax_service_bp;
    return { ...l, item_name: l.part === "embassy" ? t.item_embassy : t.item_service, tax_rate_bp: rate, tax: taxOf(l.amount, rate) };
  });
  const all = withSurcharge(taxed, kind === "special" ? t.special_surcharge_bp : 0);
  return {
    kind,
    lines: all,
    amount: sumBy(all, (l) => l.amount),
    tax: sumBy(all, (l) => l.tax),
    surcharge: sumBy(all, (l) => l.surcharge),
  };
}
/** The papers of a request: fees of missions never stand on a special one, so a special request may need two. */
export function papersOf(kind: InvoiceKind, lines: readonly AskedLine[], terms: InvoiceTerms): AskedPaper[] {
  if (kind === "normal") return [paper("normal", lines, terms)];
  const of = (part: InvoicePart) => lines.filter((l) => l.part === part);
  return [
    ...(of("service").length > 0 ? [paper("special", of("service"), terms)] : []),
    ...(of("embassy").length > 0 ? [paper("normal", of("embassy"), terms)] : []),
  ];
}

export const TAX_NO_FAULT = "税号校验不通过";
/** Why nobody can have an invoice made out so, by field; null: he can. */
export function titleFault(t: {
  title_type: "company" | "person";
  tax_no: string;
  kind?: InvoiceKind;
}): { path: string; message: string } | null {
  if (t.title_type === "company") return creditCodeFault(t.tax_no) === null ? null : { path: "tax_no", message: TAX_NO_FAULT };
  if (t.tax_no !== "") return { path: "tax_no", message: "个人抬头不填税号" };
  return t.kind === "special" ? { path: "kind", message: "个人抬头只能开普票" } : null;
}
/** A line of the tax office's number of an invoice. */
export const INVOICE_NO = /^\d{20}$/;
