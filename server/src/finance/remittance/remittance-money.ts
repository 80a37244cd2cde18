/** What a booked remittance does: principal and gift, orders paid, or a debt repaid; and what takes it back. */
import { money, shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { refuseUnless } from "#kit/http/refuse.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import {
  assertRemitLeft,
  dayToBook,
  postRemitOrders,
  postRemitRepay,
  postRemitTopUp,
  reverseJournal,
  type Remitted,
} from "../../ledger/index.ts";
import { payRemitted, remittedOrders } from "../../order/index.ts";
import type { AttachedLine } from "../bank/remittance-lines.ts";
import type { RemitPorts } from "./ports.ts";
import type { StoredRemittance } from "./remittance.sql.ts";

/** What the bank shows of it, or what is said where no line does. */
export interface Arrived {
  received: number;
  lines: readonly AttachedLine[];
}
const sourceOf = (r: StoredRemittance): string => `remittance ${r.id}`;
type OfPeer = Remitted & { peer_id: number };

async function remitted(ctx: Ctx, r: StoredRemittance, { received, lines }: Arrived): Promise<Remitted> {
  const last = lines.at(-1)?.at;
  const noon = new Date(`${r.remitted_on}T12:00:00+08:00`);
  const event_at = last ? new Date(last) : noon < ctx.now ? noon : ctx.now;
  return {
    remittance_id: r.id,
    peer_id: r.peer_id,
    company_account_id: r.company_account_id,
    received,
    booked_on: await dayToBook(ctx, shanghaiDate(event_at)),
    event_at,
  };
}
async function topUp(ctx: Ctx, ports: RemitPorts, of: OfPeer, r: StoredRemittance) {
  const gift = await ports.quoteTopUp(ctx.db, { peer_id: of.peer_id, amount: of.received, at: ctx.now });
  const terms = gift && { amount: gift.amount, expires_on: gift.expires_on, max_order_pct: gift.max_order_pct };
  const journal_id = await postRemitTopUp(ctx, of, terms);
  if (gift) await ports.topUpDone(ctx, gift.quote_id, sourceOf(r));
  return { journal_id, gift_amount: gift?.amount ?? 0 };
}
/** The voucher of all of them comes first, then each goes on as a paid order does. */
async function pay(ctx: Ctx, of: Remitted, r: StoredRemittance) {
  const orders = await remittedOrders(
    ctx,
    r.order_parts.map((p) => p.order_id),
  );
  const journal_id = await postRemitOrders(ctx, of, orders);
  for (const [i, o] of orders.entries())
    await payRemitted(ctx, o.order_id, {
      method: "remittance",
      amount: o.payable,
      trade_no: orders.length === 1 ? r.remittance_no : `${r.remittance_no}-${i + 1}`,
      proof: r.vouchers,
      paid_at: of.event_at.toISOString(),
    });
  return { journal_id };
}

async function moneyOf(ctx: Ctx, ports: RemitPorts, of: Remitted, r: StoredRemittance) {
  if (r.purpose === "order" || of.peer_id === null) return pay(ctx, of, r);
  const ofPeer = { ...of, peer_id: of.peer_id };
  // The ledger tells statements that less is owed.
  if (r.purpose === "repay") return { journal_id: (await postRemitRepay(ctx, ofPeer, r.amount)).journal_id };
  return topUp(ctx, ports, ofPeer, r);
}
/** Posts it and answers what its row keeps. */
export async function bookMoney(ctx: Ctx, ports: RemitPorts, r: StoredRemittance, arrived: Arrived) {
  const of = await remitted(ctx, r, arrived);
  const posted = await moneyOf(ctx, ports, of, r);
  if (r.peer_no !== null)
    await sendMessage(ctx, {
      channel: "subscription",
      template: "remittance_booked",
      receiver: r.peer_no,
      content: `您的汇款 ${r.remittance_no} 已到账 ${money(arrived.received)}`,
      ref_noun: "remittance",
      ref_id: r.id,
    });
  return { ...posted, booked_by: ctx.me.worker_id, booked_at: ctx.now, updated_at: ctx.now };
}

const principalOf = async (ctx: Ctx, journalId: number): Promise<number> =>
  (
    await row<{ n: number }>(
      ctx.db,
      q`select coalesce(-sum(l.amount), 0)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id
        where l.journal_id = ${journalId} and a.code = 'peer_principal'`,
    )
  )?.n ?? 0;

/**
 * Mirrors its voucher; what was spent of it forbids that. Orders it paid are refunded first, and the refund has undone their
 * payment then: nothing is left to mirror, the paper alone is closed.
 */
export async function takeMoneyBack(ctx: Ctx, ports: RemitPorts, r: StoredRemittance, reason: string): Promise<number | null> {
  if (r.purpose === "order") {
    const paid = (
      await remittedOrders(
        ctx,
        r.order_parts.map((p) => p.order_id),
      )
    ).filter((o) => !o.is_refunded);
    refuseUnless(paid.length === 0, "guard_failed", `请先为订单 ${paid.map((o) => o.order_no).join("、")} 办理退款`);
    return null;
  }
  if (r.peer_id === null || r.journal_id === null) return null;
  const principal = await principalOf(ctx, r.journal_id);
  await assertRemitLeft(ctx, { remittance_id: r.id, peer_id: r.peer_id, principal });
  const reversal = await reverseJournal(ctx, r.journal_id, reason);
  if (r.gift_amount > 0) await ports.topUpReversed(ctx, sourceOf(r));
  return reversal;
}
