/** Money that leaves to peers and suppliers: withdrawals held back, paid and returned; settlements paid; payments a bank sent back. */
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { mirrorJournal, postJournal } from "./ledger.ts";
import type { Posting } from "./ledger.rules.ts";
import { sumOf, type TakenGift } from "./order-money.rules.ts";

export interface Withdrawn {
  withdrawal_id: number;
  peer_id: number;
  amount: number;
}
/** Principal is held back at once, and of the gift money a share is taken along. */
export const withdrawFrozenPosting = (w: Withdrawn, gifts: readonly TakenGift[]): Posting => ({
  kind: "withdraw_frozen",
  source_noun: "withdrawal",
  source_id: w.withdrawal_id,
  lines: [
    { account: { code: "peer_principal", owner_id: w.peer_id }, amount: w.amount },
    { account: { code: "peer_frozen", owner_id: w.peer_id }, amount: -w.amount },
    ...gifts.map((g) => ({ account: { code: "peer_gift" as const, owner_id: w.peer_id }, amount: g.amount, gift_lot_id: g.lot_id })),
    { account: { code: "expense", kind: "gift" }, amount: -sumOf(gifts.map((g) => g.amount)) },
  ],
});

/** How a payment left: from which account of ours, what the bank asked for it, the how manieth try. */
export interface Left {
  company_account_id: number;
  bank_fee: number;
  seq: number;
}
const bankFee = (fee: number) => ({ account: { code: "expense" as const, kind: "bank_fee" }, amount: fee });
export const withdrawPaidPosting = (w: Withdrawn & { fee: number }, by: Left): Posting => ({
  kind: "withdraw_paid",
  source_noun: "withdrawal",
  source_id: w.withdrawal_id,
  seq: by.seq,
  lines: [
    { account: { code: "peer_frozen", owner_id: w.peer_id }, amount: w.amount },
    bankFee(by.bank_fee),
    { account: { code: "cash", owner_id: by.company_account_id }, amount: w.fee - w.amount - by.bank_fee },
    { account: { code: "other_income", kind: "withdraw_fee" }, amount: -w.fee },
  ],
});

/** A line of a settlement that is paid, with the keys it was booked under. */
export interface SettledLine {
  code: "payable_supplier" | "payable_insurer" | "payable_carrier";
  supplier_id: number;
  amount: number;
  order_id?: number | null;
  applicant_id?: number | null;
}
export const settlePaidPosting = (settlementId: number, settled: readonly SettledLine[], by: Left): Posting => ({
  kind: "settle_paid",
  source_noun: "settlement",
  source_id: settlementId,
  seq: by.seq,
  lines: [
    ...settled.map(({ code, supplier_id, ...l }) => ({ account: { code, owner_id: supplier_id }, ...l })),
    bankFee(by.bank_fee),
    { account: { code: "cash", owner_id: by.company_account_id }, amount: -sumOf(settled.map((l) => l.amount)) - by.bank_fee },
  ],
});

/** A share of what is left of a peer's grants: those that end first. The caller holds the peer's accounts. */
export async function giftShare(ctx: Ctx, peerId: number, amount: number): Promise<TakenGift[]> {
  const lots = await rows<{ id: number; remaining: number }>(
    ctx.db,
    q`select id, remaining from gift_lots where peer_id = ${peerId} and remaining > 0 order by expires_on asc nulls last, id`,
  );
  let left = amount;
  const taken: TakenGift[] = [];
  for (const { id, remaining } of lots) {
    const take = Math.min(left, remaining);
    if (take > 0) taken.push({ lot_id: id, amount: take });
    left -= take;
  }
  return taken;
}

export const postWithdrawFrozen = async (ctx: Ctx, w: Withdrawn & { gift_back: number }): Promise<number | null> =>
  postJournal(ctx, withdrawFrozenPosting(w, await giftShare(ctx, w.peer_id, w.gift_back)));
export const postWithdrawPaid = (ctx: Ctx, w: Withdrawn & { fee: number }, by: Left): Promise<number | null> =>
  postJournal(ctx, withdrawPaidPosting(w, by));
/** Everything that was held back, gift money to its own grants. */
export const postWithdrawReturned = (ctx: Ctx, w: { withdrawal_id: number; journal_id: number }, reason: string): Promise<number | null> =>
  mirrorJournal(ctx, w.journal_id, reason, { kind: "withdraw_returned", source_noun: "withdrawal", source_id: w.withdrawal_id });
export const postSettlePaid = (ctx: Ctx, settlementId: number, settled: readonly SettledLine[], by: Left): Promise<number | null> =>
  postJournal(ctx, settlePaidPosting(settlementId, settled, by));
/** The bank sent a payment back: what it settled is due again, to the cent. */
export const postPayoutBounced = (
  ctx: Ctx,
  p: { payout_id: number; journal_id: number; seq: number },
  reason: string,
): Promise<number | null> =>
  mirrorJournal(ctx, p.journal_id, reason, { kind: "payout_bounced", source_noun: "payout", source_id: p.payout_id, seq: p.seq });
