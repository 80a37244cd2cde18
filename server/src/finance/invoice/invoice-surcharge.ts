/** What a special invoice costs more: asked for by differences of its orders, given up or given back when it is not issued. */
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { refuse } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { diffDrop, diffOpen } from "../../order/index.ts";
import { postRevenue } from "../../ledger/index.ts";
import type { HeldInvoice } from "./invoice-held.ts";
import { invoiceNoun } from "./invoice.noun.ts";
import type { InvoicePorts } from "./ports.ts";

/** Opens a difference per order; answers whether the peer's own money paid all of them at once. */
export async function askSurcharge(ctx: Ctx, i: HeldInvoice): Promise<boolean> {
  let isPaid = true;
  for (const l of i.lines.toSorted((a, b) => a.order_id - b.order_id)) {
    if (l.surcharge === 0) continue;
    const diff = await diffOpen(
      {
        idempotency_key: crypto.randomUUID(),
        order_id: l.order_id,
        applicant_id: null,
        fee_kind: "invoice_surcharge",
        amount: l.surcharge,
        reason: `开具专用发票 ${i.fp_no} 补差价`,
        payer: i.peer_id === null ? "customer" : "peer",
        is_blocking: false,
      },
      ctx,
    );
    await rows(ctx.db, q`update invoice_lines set diff_id = ${diff.id} where id = ${l.id}`);
    isPaid &&= diff.diff_status === "paid";
  }
  return isPaid;
}

/** The paper will not be made: what waits is called off, what was paid goes back. */
export async function giveUpSurcharge(
  ctx: Ctx,
  ports: Pick<InvoicePorts, "surchargeBack">,
  i: Pick<HeldInvoice, "lines">,
  reason: string,
): Promise<void> {
  for (const { order_id, diff_id } of i.lines.toSorted((a, b) => a.order_id - b.order_id)) {
    if (diff_id === null || (await diffDrop(ctx, diff_id)) !== "paid") continue;
    const fault = await ports.surchargeBack(ctx, { order_id, diff_id, reason });
    if (fault !== null) refuse("guard_failed", fault);
  }
}

/** It is earned with the paper. */
export async function earnSurcharge(ctx: Ctx, i: HeldInvoice): Promise<void> {
  const orders = new Set(i.lines.filter((l) => l.diff_id !== null).map((l) => l.order_id));
  for (const order_id of [...orders].toSorted((a, b) => a - b))
    await postRevenue(ctx, { order_id, applicant_id: null, kinds: ["invoice_surcharge"] });
}

/** Waiting ones whose differences are all paid go on; one whose difference was called off is refused. Answers how many moved. */
export async function settleSurcharges(ctx: Ctx): Promise<number> {
  const waiting = await rows<{ id: number; is_off: boolean }>(
    ctx.db,
    q`select i.id, bool_or(d.diff_status = 'cancelled') as is_off
      from invoices i join invoice_lines l on l.invoice_id = i.id join order_diffs d on d.id = l.diff_id
      where i.invoice_status = 'awaiting_surcharge'
      group by i.id having bool_or(d.diff_status = 'cancelled') or bool_and(d.diff_status = 'paid') order by i.id`,
  );
  for (const { id, is_off } of waiting) {
    const set = { updated_at: ctx.now };
    if (is_off)
      await moveRow(ctx, invoiceNoun, "reject", {
        id,
        to: "rejected",
        set: { ...set, reject_code: "surcharge", reject_text: "补差价已撤销，发票不再开具" },
      });
    else await moveRow(ctx, invoiceNoun, "surcharge_paid", { id, to: "to_issue", set });
    ctx.note({ noun: "invoice", noun_id: id, reason: is_off ? "补差价已撤销" : "补差价已支付" });
  }
  return waiting.length;
}
