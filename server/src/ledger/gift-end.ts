/** Gift money has an end: what is left then is taken back; what a refund gives back after it may be used for a while again. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { refuse } from "#kit/http/refuse.ts";
import { dayOf } from "#kit/range.ts";
import { postJournal } from "./ledger.ts";
import type { Posting } from "./ledger.rules.ts";
import type { TakenGift } from "./order-money.rules.ts";
import { lockPeer } from "./peer-accounts.ts";

/** Days for which an expired grant is open again. */
export const REOPEN_DAYS = 30;

export interface ExpiredLot {
  id: number;
  peer_id: number;
}
/** Nobody uses what is left of it any more: our cost of the gift falls. `seq` tells ends of one grant apart. */
export const giftExpiredPosting = (lot: ExpiredLot & { remaining: number }, seq: number): Posting => ({
  kind: "gift_expired",
  source_noun: "gift_lot",
  source_id: lot.id,
  seq,
  lines: [
    { account: { code: "peer_gift", owner_id: lot.peer_id }, amount: lot.remaining, gift_lot_id: lot.id },
    { account: { code: "expense", kind: "gift" }, amount: -lot.remaining },
  ],
});

/** Grants whose last day lies before `today`, with something left. */
export const expiredGifts = (db: Db, today: string): Promise<ExpiredLot[]> =>
  rows<ExpiredLot>(db, q`select id, peer_id from gift_lots where remaining > 0 and expires_on < ${today}::date order by peer_id, id`);

/** Takes what is left of an expired grant; null when a payment, a refund or another run was first. */
export async function expireGift(ctx: Ctx, { id, peer_id }: ExpiredLot): Promise<number | null> {
  await lockPeer(ctx, peer_id);
  const lot = await row<{ remaining: number; ends: number }>(
    ctx.db,
    q`select remaining, (select count(*) from journals j where j.source_noun = 'gift_lot' and j.source_id = g.id and j.kind = 'gift_expired')::int as ends
      from gift_lots g where id = ${id} and remaining > 0 and expires_on < ${dayOf(ctx.now)}::date`,
  );
  return lot ? postJournal(ctx, giftExpiredPosting({ id, peer_id, remaining: lot.remaining }, lot.ends)) : null;
}

/** Those of these grants that are over can be used for {@link REOPEN_DAYS} more days; call it in the transaction that gives money back to them. */
async function reopenGifts(ctx: Ctx, lotIds: readonly number[]): Promise<void> {
  await rows(
    ctx.db,
    q`update gift_lots set expires_on = ${dayOf(ctx.now, REOPEN_DAYS)}::date, reopened_at = ${ctx.now}
      where id = any(${[...lotIds]}::int8[]) and expires_on < ${dayOf(ctx.now)}::date`,
  );
}

/**
 * To which grants gift money of an order goes back: those it was taken from, the last taken first. Grants that are over are open
 * again. Call it under the order's lock; the posting that follows carries a line of `peer_gift` with its `gift_lot_id` for each.
 */
export async function restoreGift(ctx: Ctx, back: { peer_id: number; order_id: number; amount: number }): Promise<TakenGift[]> {
  await lockPeer(ctx, back.peer_id);
  const taken = await rows<{ lot_id: number; net: number }>(
    ctx.db,
    q`select l.gift_lot_id as lot_id, sum(l.amount)::int8 as net from journal_lines l join ledger_accounts a on a.id = l.account_id
      where l.order_id = ${back.order_id} and a.code = 'peer_gift' and a.owner_id = ${back.peer_id}
      group by l.gift_lot_id having sum(l.amount) > 0 order by max(l.id) desc`,
  );
  let left = back.amount;
  const parts: TakenGift[] = [];
  for (const { lot_id, net } of taken) {
    const amount = Math.min(left, net);
    if (amount <= 0) break;
    parts.push({ lot_id, amount });
    left -= amount;
  }
  if (left > 0) refuse("over_refundable", `超过该订单用赠送金支付的金额，差额 ¥${(left / 100).toFixed(2)}`);
  await reopenGifts(
    ctx,
    parts.map((p) => p.lot_id),
  );
  return parts;
}
