/** A refund is paid: after its red papers accounts of a peer at once, banks and channels by the cashier. Every act may be said again. */
import { HOUSE_ACCOUNTS } from "@visadesk/contract/finance/ledger.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { refuse } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { postRefundPaid, reverseJournal, wayNumber } from "../../ledger/index.ts";
import type { RefundToPay, RefundWaits, RefundWay } from "../../order/index.ts";
import { openReds, refundMeetsInvoice } from "../invoice/invoice-refund.ts";
import { invoiceNoun } from "../invoice/invoice.noun.ts";
import type { InvoicePorts } from "../invoice/ports.ts";
import { openPayout } from "../payout/payout-open.ts";
import { payoutNoun } from "../payout/payout.noun.ts";
import type { RefundDoors } from "./refund-doors.ts";

export const seqOf = (way: Pick<RefundWay, "seq">, attempt: number): number => wayNumber(way.seq, attempt);

async function balancePart(ctx: Ctx, doors: RefundDoors, r: RefundToPay, w: RefundWay): Promise<void> {
  const { refund_id, order_id, applicant_id, peer_id } = r;
  if (w.way === "bank" || w.way === "channel") throw new Error(`${w.way} is no account`);
  const part = { refund_id, order_id, applicant_id, peer_id, refund_kind: r.kind };
  await postRefundPaid(ctx, { ...part, seq: seqOf(w, 0), method: w.way, amount: w.amount });
  await doors.refundPaid(ctx, { refund_id, part_id: w.part_id });
}

/** A channel takes back what it took in; whatever did not come by one leaves by a bank. */
function channelOf(w: RefundWay): number {
  if (w.paid_by === "wechat" || w.paid_by === "alipay" || w.paid_by === "channel") return HOUSE_ACCOUNTS[w.paid_by];
  throw new Error(`${w.paid_by} is no channel`);
}
async function queuePart(ctx: Ctx, doors: RefundDoors, r: RefundToPay, w: RefundWay): Promise<void> {
  const way = String(w.part_id);
  const live = await row(
    ctx.db,
    q`select 1 from payouts where source_noun = 'refund' and source_id = ${r.refund_id} and way = ${way} and payout_status <> 'cancelled'`,
  );
  if (live) return;
  const payout_id = await openPayout(ctx, {
    source_noun: "refund",
    source_id: r.refund_id,
    source_no: r.refund_no,
    way,
    peer_id: r.peer_id,
    order_id: r.order_id,
    payee_name: r.payee.name,
    amount: w.amount,
    approvers: r.approvers,
    due_at: r.due_at,
    ...(w.way === "channel"
      ? { method: "channel", company_account_id: channelOf(w), payee_account: "", payee_bank: "", original_trade_no: w.trade_no ?? "" }
      : {
          method: "bank",
          payee_account: r.payee.account,
          payee_bank: r.payee.bank,
          payee_changed_at: r.payee_changed_at ?? null,
        }),
  });
  await doors.refundQueued(ctx, { refund_id: r.refund_id, part_id: w.part_id, payout_id });
}
async function settle(ctx: Ctx, doors: RefundDoors, r: RefundToPay): Promise<void> {
  for (const w of r.ways.toSorted((a, b) => a.seq - b.seq))
    await (w.way === "bank" || w.way === "channel" ? queuePart : balancePart)(ctx, doors, r, w);
}

/** Of a refund that was passed; answers the red papers it waits for. */
export async function payRefund(
  ctx: Ctx,
  doors: RefundDoors,
  ports: Pick<InvoicePorts, "surchargeBack">,
  r: RefundToPay,
): Promise<readonly RefundWaits[]> {
  const { refund_id, order_id, gift_back } = r;
  const reds = await refundMeetsInvoice(ctx, ports, { refund_id, order_id, gift_back, reason: `订单退款 ${r.refund_no}` });
  if (reds.length === 0) await settle(ctx, doors, r);
  return reds.map(({ fp_no, blue_no }) => ({ fp_no, blue_no }));
}
/** A red paper that it waited for is registered: with the last one it goes on by itself. */
export async function refundGoesOn(ctx: Ctx, doors: RefundDoors, refundId: number): Promise<void> {
  if ((await openReds(ctx.db, refundId)).length > 0) return;
  const r = await doors.refundToPay(ctx, refundId);
  if (r) await settle(ctx, doors, r);
}

interface Live {
  id: number;
  payout_no: string;
  payout_status: string;
}
async function callOffPayouts(ctx: Ctx, refundId: number, reason: string): Promise<void> {
  const live = await rows<Live>(
    ctx.db,
    q`select id, payout_no, payout_status from payouts where source_noun = 'refund' and source_id = ${refundId} and payout_status <> 'cancelled' order by id for update`,
  );
  for (const p of live) {
    if (p.payout_status === "paying") refuse("guard_failed", `付款单 ${p.payout_no} 付款中，请先登记付款结果`);
    await moveRow(ctx, payoutNoun, "call_off", { id: p.id, to: "cancelled", set: { updated_at: ctx.now } });
    ctx.note({ noun: "payout", noun_id: p.id, noun_no: p.payout_no, reason });
  }
}
async function callOffReds(ctx: Ctx, refundId: number, reason: string): Promise<void> {
  const open = await rows<{ id: number; fp_no: string; invoice_status: string }>(
    ctx.db,
    q`select id, fp_no, invoice_status from invoices where refund_id = ${refundId} and invoice_status not in ('issued', 'rejected', 'withdrawn') order by id for update`,
  );
  for (const i of open) {
    if (i.invoice_status === "issuing") refuse("guard_failed", `红字发票 ${i.fp_no} 开票中，请先登记开票`);
    await moveRow(ctx, invoiceNoun, "call_off", { id: i.id, to: "withdrawn", set: { updated_at: ctx.now } });
    ctx.note({ noun: "invoice", noun_id: i.id, noun_no: i.fp_no, reason });
  }
}
/** Journals of a refund that nothing took back. */
const standing = (db: Db, refundId: number, kinds: readonly string[]): Promise<{ id: number }[]> =>
  rows(
    db,
    q`select j.id from journals j where j.source_noun = 'refund' and j.source_id = ${refundId} and j.kind = any(${[...kinds]}::text[])
      and not exists (select 1 from journals r where r.reversal_of = j.id) order by j.id`,
  );

/** Nothing of it has left: its payments, its open red papers and its journal are taken back. */
export async function cancelRefund(ctx: Ctx, { refund_id, reason }: { refund_id: number; reason: string }): Promise<void> {
  if ((await standing(ctx.db, refund_id, ["refund_paid"])).length > 0) refuse("guard_failed", "已有款项退回，不能撤销");
  await callOffPayouts(ctx, refund_id, reason);
  await callOffReds(ctx, refund_id, reason);
  for (const { id } of await standing(ctx.db, refund_id, ["refund_approved", "claim_approved"])) await reverseJournal(ctx, id, reason);
}
