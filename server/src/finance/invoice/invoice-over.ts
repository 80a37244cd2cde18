/** Which papers stand on more than may be invoiced of what they are for. */
import type { InvoicePart } from "@visadesk/contract/finance/invoice.words.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { invoicedOrders, leftOf } from "./invoice-money.sql.ts";

export interface StoredLine {
  id: number;
  invoice_id: number;
  order_id: number;
  order_no: string;
  part: InvoicePart;
  item_name: string;
  amount: number;
  tax_rate_bp: number;
  tax: number;
  surcharge: number;
  diff_id: number | null;
  diff_no: string | null;
  /** What live red ones take back of it. */
  red_amount: number;
}
/** Lines of several papers, in their order. */
export const linesOf = (db: Db, invoiceIds: readonly number[]): Promise<StoredLine[]> =>
  rows<StoredLine>(
    db,
    q`select l.id, l.invoice_id, l.order_id, o.order_no, l.part, l.item_name, l.amount, l.tax_rate_bp, l.tax, l.surcharge, l.diff_id, d.diff_no,
        coalesce((select sum(x.amount) from invoice_lines x join invoices r on r.id = x.invoice_id
          where r.red_of = l.invoice_id and x.order_id = l.order_id and x.part = l.part and r.invoice_status not in ('rejected', 'withdrawn')), 0)::int8 as red_amount
      from invoice_lines l join orders o on o.id = l.order_id left join order_diffs d on d.id = l.diff_id
      where l.invoice_id = any(${[...invoiceIds]}::int8[]) order by l.invoice_id, l.id`,
  );

export async function overInvoices(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const lines = await linesOf(db, ids);
  const orders = await invoicedOrders(
    db,
    lines.map((l) => l.order_id),
  );
  const isOver = (l: StoredLine): boolean => {
    const o = orders.get(l.order_id);
    return o !== undefined && leftOf(o, l.part) < 0;
  };
  return new Set(lines.filter(isOver).map((l) => l.invoice_id));
}
