/** What invoices offer to areas below and to other papers of finance. */
import { invoiceFlow } from "@visadesk/contract/finance/invoice.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import type { LinkAsk, LinkedRecord } from "../../peer/index.ts";
import { orderLocks as bookLocks } from "../../ledger/index.ts";
import { invoicedOrders } from "./invoice-money.sql.ts";
import { invoiceScope } from "./invoice-scope.sql.ts";

/** What stands on live invoices of an order, less issued red ones, by part. */
export async function invoicedOf(db: Db, orderId: number): Promise<{ service: number; embassy: number }> {
  const of = (await invoicedOrders(db, [orderId])).get(orderId);
  return { service: of?.service ?? 0, embassy: of?.embassy ?? 0 };
}
/** A paper of a month that is closed stays as it is. */
const invoiceLocks = async (db: Db, orderId: number): Promise<string[]> =>
  (
    await rows<{ fp_no: string; month: string }>(
      db,
      q`select distinct i.fp_no, p.month from invoices i join invoice_lines l on l.invoice_id = i.id join periods p on p.month = to_char(i.issued_on, 'YYYY-MM')
        where l.order_id = ${orderId} and i.invoice_status = 'issued' and p.period_status = 'closed' order by 1`,
    )
  ).map((i) => `发票 ${i.fp_no} 在已结账的 ${i.month}，不能回退`);
/** Sentences that forbid a roll-back or another settle price. */
export const orderLocks = async (db: Db, orderId: number, applicantId: number | null): Promise<string[]> => [
  ...(await bookLocks(db, orderId, applicantId)),
  ...(await invoiceLocks(db, orderId)),
];
/** The number of an invoice of this peer, for a work order; null: there is none. */
export const invoiceNoOf = async (db: Db, { id, peer_id }: { id: number; peer_id: number }): Promise<string | null> =>
  (await row<{ fp_no: string }>(db, q`select fp_no from invoices where id = ${id} and peer_id = ${peer_id}`))?.fp_no ?? null;
/** Invoices that could answer it, in the caller's sight; one that was turned down or taken back answers nobody. */
export async function linkableInvoices(ctx: Pick<Ctx, "db" | "me">, ask: Omit<LinkAsk, "noun">): Promise<LinkedRecord[]> {
  const where = and([
    q`i.peer_id = ${ask.peer_id}`,
    !ask.linked && q`i.invoice_status not in ('rejected', 'withdrawn')`,
    ask.order_id !== null && q`exists (select 1 from invoice_lines l where l.invoice_id = i.id and l.order_id = ${ask.order_id})`,
    ask.id !== undefined && q`i.id = ${ask.id}`,
    invoiceScope(ctx),
  ]);
  const found = await rows<Omit<LinkedRecord, "state"> & { state: keyof typeof invoiceFlow.states }>(
    ctx.db,
    q`select i.id, i.fp_no as no, i.invoice_status as state, (case i.direction when 'red' then -i.amount else i.amount end)::int8 as amount, i.created_at as at
      from invoices i where ${where} order by i.id desc limit 50`,
  );
  return found.map((i) => ({ ...i, state: invoiceFlow.states[i.state].label }));
}
