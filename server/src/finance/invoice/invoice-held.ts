/** An invoice held for a change: its orders first, in id order, then the blue one of a red one, then itself. */
import { invoiceFlow } from "@visadesk/contract/finance/invoice.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { expectUnmoved } from "#kit/noun/move.ts";
import { lockOrders } from "../../order/index.ts";
import { linesOf, type StoredLine } from "./invoice-over.ts";
import { NO_INVOICE, storedRow, type StoredRow } from "./invoice.sql.ts";

export interface HeldInvoice extends StoredRow {
  row_key: string;
  red_of: number | null;
  refund_id: number | null;
  email: string;
  mobile: string;
  decided_by: number | null;
  lines: StoredLine[];
}
export type Seen = Readonly<{ id: number; version: number }>;
type Move = keyof typeof invoiceFlow.moves;

export async function heldInvoice(ctx: Ctx, { id, version }: Seen, move: Move | null): Promise<HeldInvoice> {
  found(await storedRow(ctx, id), NO_INVOICE);
  const orders = await rows<{ order_id: number }>(ctx.db, q`select distinct order_id from invoice_lines where invoice_id = ${id}`);
  await lockOrders(
    ctx.db,
    orders.map((o) => o.order_id),
  );
  const { red_of } = found(await row<{ red_of: number | null }>(ctx.db, q`select red_of from invoices where id = ${id}`), NO_INVOICE);
  if (red_of !== null) await rows(ctx.db, q`select id from invoices where id = ${red_of} for update`);
  await rows(ctx.db, q`select id from invoices where id = ${id} for update`);
  const i = found(await storedRow(ctx, id), NO_INVOICE);
  expectUnmoved(i, version, () => `现在是「${invoiceFlow.states[i.invoice_status].label}」`);
  if (move !== null && !invoiceFlow.moves[move].from.some((s) => s === i.invoice_status)) refuse("state_changed");
  const more = found(
    await row<Pick<HeldInvoice, "row_key" | "red_of" | "refund_id" | "email" | "mobile" | "decided_by">>(
      ctx.db,
      q`select row_key, red_of, refund_id, email, mobile, decided_by from invoices where id = ${id}`,
    ),
  );
  return { ...i, ...more, lines: await linesOf(ctx.db, [id]) };
}
