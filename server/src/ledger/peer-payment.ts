/** A peer pays an order out of its own accounts: what is shown before, and what is taken under their lock. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { refuse } from "#kit/http/refuse.ts";
import { sumOf, type OrderPayment, type PaidLine, type TakenGift } from "./order-money.rules.ts";
import { lockPeer, peerAccountsOf, type PeerAccounts } from "./peer-accounts.ts";
import { isAccountPart, quoteParts, type Lot, type PaymentQuote } from "./peer-payment.rules.ts";
import type { CreditOf } from "./ports.ts";

/** Of one peer, with how far its credit reaches at an instant. */
export interface PeerAccount extends PeerAccounts {
  credit_limit: number;
  /** Below zero after a limit fell. */
  credit_available: number;
  /** Why credit cannot be used, in words. */
  credit_blocked: string | null;
}
const NOTHING: PeerAccounts = { principal: 0, gift: 0, frozen: 0, credit_used: 0, overdue_since: null };

async function withCredit(db: Db, peerId: number, accounts: PeerAccounts, at: Date, creditOf: CreditOf): Promise<PeerAccount> {
  const { limit, blocked } = await creditOf(db, peerId, at, accounts.overdue_since);
  return { ...accounts, credit_limit: limit, credit_available: limit - accounts.credit_used, credit_blocked: blocked };
}
export const accountOf = async (db: Db, peerId: number, at: Date, creditOf: CreditOf): Promise<PeerAccount> =>
  withCredit(db, peerId, (await peerAccountsOf(db, [peerId])).get(peerId) ?? NOTHING, at, creditOf);

/** Grants that are not over, in the order of their use. */
export const lotsOf = (db: Db, peerId: number, at: Date): Promise<Lot[]> =>
  db
    .selectFrom("gift_lots")
    .select(["id", "remaining", "max_order_pct"])
    .where("peer_id", "=", peerId)
    .where("remaining", ">", 0)
    .where((e) => e.or([e("expires_on", "is", null), e("expires_on", ">=", shanghaiDate(at))]))
    .orderBy("expires_on", (o) => o.asc().nullsLast())
    .orderBy("id")
    .execute();

/** How a peer would pay `amount` of these fee lines now. */
export async function quotePayment(
  db: Db,
  ask: { peer_id: number; fee_lines: readonly PaidLine[]; amount: number },
  at: Date,
  creditOf: CreditOf,
): Promise<PaymentQuote & { account: PeerAccount }> {
  const account = await accountOf(db, ask.peer_id, at, creditOf);
  return { ...quoteParts(account, await lotsOf(db, ask.peer_id, at), ask.fee_lines, ask.amount), account };
}

/** Of which grants a payment's gift money comes. What was shown and is no longer so is refused: the order of use is not chosen. */
export async function takeFromPeer(ctx: Ctx, p: OrderPayment, creditOf: CreditOf): Promise<readonly TakenGift[]> {
  const asked = p.parts.filter(isAccountPart);
  if (asked.length === 0) return [];
  if (p.peer_id === null) refuse("guard_failed", "不是同行的订单，不能用账户支付");
  const account = await withCredit(ctx.db, p.peer_id, await lockPeer(ctx, p.peer_id), ctx.now, creditOf);
  const lots = account.gift > 0 ? await lotsOf(ctx.db, p.peer_id, ctx.now) : [];
  const { parts, gifts, fault } = quoteParts(account, lots, p.fee_lines, sumOf(asked.map((x) => x.amount)));
  if (fault !== null) refuse("insufficient_balance", fault);
  const isSame = parts.length === asked.length && parts.every((x) => asked.some((a) => a.method === x.method && a.amount === x.amount));
  if (!isSame) refuse("state_changed", "账户余额已变化，请重新确认各账户支付金额");
  return gifts;
}
