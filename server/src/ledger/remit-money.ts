/** Money of a bank that people booked as a remittance: into a peer's principal with its gift, against its debt, or for orders. */
import type { Ctx } from "#kit/call/context.ts";
import { refuse } from "#kit/http/refuse.ts";
import { openLot, type Grant } from "./gift-lot.ts";
import { postJournal } from "./ledger.ts";
import { depositAccount, type AccountRef, type Line, type Posting } from "./ledger.rules.ts";
import { sumOf, type PaidLine } from "./order-money.rules.ts";
import { lockPeer } from "./peer-accounts.ts";

export interface Remitted {
  remittance_id: number;
  peer_id: number | null;
  /** Where it came to, and how much. */
  company_account_id: number;
  received: number;
  /** The bank's day while its month is open. */
  booked_on: string;
  event_at: Date;
}
export interface RemittedOrder {
  order_id: number;
  fee_lines: readonly PaidLine[];
}
const common = ({ remittance_id, booked_on, event_at }: Remitted) => ({
  source_noun: "remittance",
  source_id: remittance_id,
  booked_on,
  event_at,
});
const cash = (r: Remitted): AccountRef => ({ code: "cash", owner_id: r.company_account_id });
const principal = (peer: number): AccountRef => ({ code: "peer_principal", owner_id: peer });
const WRITE_OFF = { code: "expense", kind: "write_off" } as const;
/** Whose money it is that came in beyond what was asked for. */
const surplusTo = (r: Remitted): AccountRef =>
  r.peer_id === null ? { code: "suspense", owner_id: r.company_account_id } : principal(r.peer_id);

export const remitTopUpPosting = (r: Remitted & { peer_id: number }, gift: { lot_id: number; amount: number } | null): Posting => ({
  kind: "top_up_remit",
  ...common(r),
  lines: [
    { account: cash(r), amount: r.received },
    { account: { code: "expense", kind: "gift" }, amount: gift?.amount ?? 0 },
    { account: principal(r.peer_id), amount: -r.received },
    { account: { code: "peer_gift", owner_id: r.peer_id }, amount: -(gift?.amount ?? 0), gift_lot_id: gift?.lot_id ?? null },
  ],
});

/** Against what is owed: what is missing of `asked` is written off, what is too much becomes principal. */
export function remitRepayPosting(r: Remitted & { peer_id: number }, asked: number, owed: number): Posting {
  const repaid = Math.min(asked, owed);
  const short = Math.max(0, repaid - r.received);
  return {
    kind: "peer_repay",
    ...common(r),
    lines: [
      { account: cash(r), amount: r.received },
      { account: WRITE_OFF, amount: short },
      { account: { code: "peer_credit", owner_id: r.peer_id }, amount: -repaid },
      { account: principal(r.peer_id), amount: repaid - r.received - short },
    ],
  };
}

/** Orders paid in one: each its whole fees; what came short or beyond stands with the first of them. */
export function remitOrdersPosting(r: Remitted, orders: readonly RemittedOrder[]): Posting {
  const payableOf = (o: RemittedOrder): number => sumOf(o.fee_lines.map((l) => l.payable));
  const beyond = r.received - sumOf(orders.map(payableOf));
  const fees = orders.flatMap(({ order_id, fee_lines }) =>
    fee_lines.map((l): Line => ({
      account: depositAccount(l.kind),
      amount: -l.payable,
      order_id,
      applicant_id: l.applicant_id,
      fee_kind: l.kind,
    })),
  );
  return {
    kind: "order_paid",
    ...common(r),
    lines: [
      ...orders.map((o, i): Line => ({ account: cash(r), amount: payableOf(o) + (i === 0 ? beyond : 0), order_id: o.order_id })),
      { account: WRITE_OFF, amount: Math.max(0, -beyond), order_id: orders[0]?.order_id ?? null },
      ...fees,
      { account: surplusTo(r), amount: -Math.max(0, beyond) },
    ],
  };
}

/** Into principal, and the gift that comes with it as a grant of its own. */
export async function postRemitTopUp(
  ctx: Ctx,
  r: Remitted & { peer_id: number },
  gift: Omit<Grant, "peer_id" | "source"> | null,
): Promise<number | null> {
  await lockPeer(ctx, r.peer_id);
  const lot = gift && (await openLot(ctx, { ...gift, peer_id: r.peer_id, source: giftSource(r.remittance_id) }));
  return postJournal(ctx, remitTopUpPosting(r, lot && { lot_id: lot.id, amount: lot.amount }));
}
export const giftSource = (remittanceId: number): string => `remittance ${remittanceId}`;

/** Answers what of its debt was repaid by it. */
export async function postRemitRepay(
  ctx: Ctx,
  r: Remitted & { peer_id: number },
  asked: number,
): Promise<{ journal_id: number | null; repaid: number }> {
  const { credit_used } = await lockPeer(ctx, r.peer_id);
  const posting = remitRepayPosting(r, asked, credit_used);
  return { journal_id: await postJournal(ctx, posting), repaid: Math.min(asked, credit_used) };
}
/** The caller holds the orders. */
export const postRemitOrders = (ctx: Ctx, r: Remitted, orders: readonly RemittedOrder[]): Promise<number | null> =>
  postJournal(ctx, remitOrdersPosting(r, orders));

const yuan = (cents: number): string => (cents / 100).toFixed(2);
/** Refuses to take back what is spent already: `principal` and the gift of the remittance must still be there. */
export async function assertRemitLeft(ctx: Ctx, r: { remittance_id: number; peer_id: number; principal: number }): Promise<void> {
  const held = await lockPeer(ctx, r.peer_id);
  if (held.principal < r.principal) refuse("insufficient_balance", `本金已使用 ¥${yuan(r.principal - held.principal)}，不能冲正`);
  const lot = await ctx.db
    .selectFrom("gift_lots")
    .select(["amount", "remaining"])
    .where("source", "=", giftSource(r.remittance_id))
    .executeTakeFirst();
  if (lot && lot.remaining < lot.amount) refuse("guard_failed", `赠送金已使用 ¥${yuan(lot.amount - lot.remaining)}`);
}
