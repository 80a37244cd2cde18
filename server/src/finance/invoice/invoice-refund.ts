/** A refund meets invoices: what may no longer stand on paper is refused, or taken back by a red paper that the refund waits for. */
import type { InvoicePart } from "@visadesk/contract/finance/invoice.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { invoicedOrders, leftOf } from "./invoice-money.sql.ts";
import { linesOf } from "./invoice-over.ts";
import { addRed, type RedLine } from "./invoice-red.ts";
import { giveUpSurcharge } from "./invoice-surcharge.ts";
import { invoiceNoun } from "./invoice.noun.ts";
import type { InvoicePorts } from "./ports.ts";
import type { HeldInvoice } from "./invoice-held.ts";

export interface RefundMeets {
  refund_id: number;
  order_id: number;
  /** Gift money that approved refunds of this order, this one counted, are still to give back: their refund_paid is not posted. */
  gift_back: number;
  /** What the red papers say. */
  reason: string;
}
/** A red paper that is not issued yet, and the number of the blue one it takes back. */
export interface OpenRed {
  id: number;
  fp_no: string;
  blue_no: string;
}
interface OnOrder {
  id: number;
  part: InvoicePart;
  amount: number;
  direction: "blue" | "red";
  invoice_status: HeldInvoice["invoice_status"];
  red_of: number | null;
}
type Giving = Pick<InvoicePorts, "surchargeBack">;
/** Not made yet: the system refuses them, the newest first. */
const OPEN: readonly string[] = ["pending", "awaiting_surcharge", "to_issue"];

const onOrder = (db: Db, orderId: number): Promise<OnOrder[]> =>
  rows<OnOrder>(
    db,
    q`select i.id, l.part, l.amount, i.direction, i.invoice_status, i.red_of from invoices i join invoice_lines l on l.invoice_id = i.id
      where l.order_id = ${orderId} and i.invoice_status not in ('rejected', 'withdrawn') order by i.id desc for update of i`,
  );

/** How much more than is left stands on papers, less what red ones on their way take back. */
async function excessOf(ctx: Ctx, { order_id, gift_back }: RefundMeets, part: InvoicePart, list: readonly OnOrder[]): Promise<number> {
  const o = found((await invoicedOrders(ctx.db, [order_id])).get(order_id));
  const coming = list.filter((i) => i.direction === "red" && i.invoice_status !== "issued" && i.part === part);
  return -leftOf(o, part, gift_back) - coming.reduce((acc, i) => acc + i.amount, 0);
}

async function refuseOpen(ctx: Ctx, ports: Giving, i: OnOrder, reason: string): Promise<void> {
  const seen = await ctx.db.selectFrom("invoices").select("fp_no").where("id", "=", i.id).executeTakeFirstOrThrow();
  await giveUpSurcharge(ctx, ports, { lines: await linesOf(ctx.db, [i.id]) }, reason);
  const set = { reject_code: "refunded" as const, reject_text: reason, updated_at: ctx.now };
  await moveRow(ctx, invoiceNoun, "reject", { id: i.id, to: "rejected", set });
  ctx.note({ noun: "invoice", noun_id: i.id, noun_no: seen.fp_no, reason });
}

/**
 * Called by the refund at its approval: its order is locked and its refund_approved journal posted. Answers the red papers it has
 * to wait for, none: it goes on at once.
 */
export async function refundMeetsInvoice(ctx: Ctx, ports: Giving, r: RefundMeets): Promise<OpenRed[]> {
  for (const part of ["service", "embassy"] as const) {
    let list = await onOrder(ctx.db, r.order_id);
    let excess = await excessOf(ctx, r, part, list);
    for (const i of list.filter((x) => x.part === part && x.direction === "blue" && OPEN.includes(x.invoice_status))) {
      if (excess <= 0) break;
      await refuseOpen(ctx, ports, i, r.reason);
      list = await onOrder(ctx.db, r.order_id);
      excess = await excessOf(ctx, r, part, list);
    }
    // One that is being issued stands above the amount until somebody refuses it: its number is taken by no red paper.
    const issuing = list.filter((x) => x.part === part && x.direction === "blue" && x.invoice_status === "issuing");
    excess -= Math.max(
      0,
      issuing.reduce((acc, i) => acc + i.amount, 0),
    );
    await redFor(ctx, r, {
      part,
      excess,
      issued: list.filter((x) => x.part === part && x.direction === "blue" && x.invoice_status === "issued"),
    });
  }
  return openReds(ctx.db, r.refund_id);
}

interface Redden {
  part: InvoicePart;
  excess: number;
  /** The newest first. */
  issued: readonly OnOrder[];
}
async function redFor(ctx: Ctx, r: RefundMeets, { part, excess, issued }: Redden): Promise<void> {
  let open = excess;
  for (const i of issued) {
    if (open <= 0) return;
    const line = (await linesOf(ctx.db, [i.id])).find((l) => l.order_id === r.order_id && l.part === part);
    const amount = Math.min(open, line ? line.amount - line.red_amount : 0);
    if (amount <= 0) continue;
    const lines: RedLine[] = [{ order_id: r.order_id, part, amount }];
    await addRed(ctx, { blue: i.id, lines, red_reason: "stopped", remark: r.reason, refund_id: r.refund_id });
    open -= amount;
  }
}

/** Red papers that a refund still waits for. Balance parts and payouts go out when there is none. */
export const openReds = (db: Db, refundId: number): Promise<OpenRed[]> =>
  rows<OpenRed>(
    db,
    q`select r.id, r.fp_no, b.fp_no as blue_no from invoices r join invoices b on b.id = r.red_of
      where r.refund_id = ${refundId} and r.invoice_status not in ('issued', 'rejected', 'withdrawn') order by r.id`,
  );
