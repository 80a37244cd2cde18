/** What of orders may be invoiced: the ledger's own lines beside what stands on invoices that live. */
import { invoiceLeft, NOTHING_PAID, type OrderPaid } from "@visadesk/contract/finance/invoice.rules.ts";
import type { InvoicePart } from "@visadesk/contract/finance/invoice.words.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";

/** Of one order: its money, and what live invoices hold of each part less issued red ones. */
export interface OrderInvoiced {
  money: OrderPaid;
  service: number;
  embassy: number;
}
const PAYMENTS = ["order_paid", "diff_paid", "reappoint_paid", "surcharge_paid", "suspense_claim"] as const;
/** A reversal counts as the journal it mirrors, its amounts being the other way round. */
const paidOf = (db: Db, orderIds: readonly number[]) =>
  rows<OrderPaid & { order_id: number }>(
    db,
    q`
    select x.order_id,
      coalesce(-sum(x.amount) filter (where x.is_paid and x.fee_kind <> 'embassy'), 0)::int8 as service_paid,
      coalesce(-sum(x.amount) filter (where x.is_paid and x.fee_kind = 'embassy'), 0)::int8 as embassy_paid,
      coalesce(sum(x.amount) filter (where x.is_paid and x.fee_kind is null and (x.code = 'peer_gift' or x.account = 'write_off')), 0)::int8 as gift,
      coalesce(sum(x.amount) filter (where x.kind = 'refund_approved' and x.fee_kind <> 'embassy'), 0)::int8 as service_refunded,
      coalesce(sum(x.amount) filter (where x.kind = 'refund_approved' and x.fee_kind = 'embassy'), 0)::int8 as embassy_refunded,
      coalesce(-sum(x.amount) filter (where x.kind = 'refund_paid' and x.code = 'peer_gift'), 0)::int8 as gift_returned
    from (
      select l.order_id, l.amount, l.fee_kind, a.code, a.kind as account, coalesce(o.kind, j.kind) as kind,
        coalesce(o.kind, j.kind) = any(${[...PAYMENTS]}::text[]) as is_paid
      from journal_lines l join journals j on j.id = l.journal_id left join journals o on o.id = j.reversal_of
        join ledger_accounts a on a.id = l.account_id
      where l.order_id = any(${[...orderIds]}::int8[])) x
    group by x.order_id`,
  );
const liveOf = (db: Db, orderIds: readonly number[]) =>
  rows<{ order_id: number; part: InvoicePart; amount: number }>(
    db,
    q`
    select l.order_id, l.part, sum(case when i.direction = 'blue' then l.amount when i.invoice_status = 'issued' then -l.amount else 0 end)::int8 as amount
    from invoice_lines l join invoices i on i.id = l.invoice_id
    where l.order_id = any(${[...orderIds]}::int8[]) and i.invoice_status not in ('rejected', 'withdrawn') group by l.order_id, l.part`,
  );

/** By order; every one that is asked for is there. */
export async function invoicedOrders(db: Db, orderIds: readonly number[]): Promise<Map<number, OrderInvoiced>> {
  const [paid, live] = [await paidOf(db, orderIds), await liveOf(db, orderIds)];
  const held = (id: number, part: InvoicePart) => live.find((l) => l.order_id === id && l.part === part)?.amount ?? 0;
  return new Map(
    [...new Set(orderIds)].map((id) => {
      const { order_id: _, ...money } = paid.find((p) => p.order_id === id) ?? { order_id: id, ...NOTHING_PAID };
      return [id, { money, service: held(id, "service"), embassy: held(id, "embassy") }];
    }),
  );
}
/** What may still be invoiced of a part; below zero once more stands on papers than was kept. `giftBack`: gift money on its way back. */
export const leftOf = (o: OrderInvoiced, part: InvoicePart, giftBack = 0): number =>
  invoiceLeft({ ...o.money, gift_returned: o.money.gift_returned + giftBack }, part, o[part]);
