/** Money of a peer that came in from outside: into its principal, or against what it owes. */
import type { Ctx } from "#kit/call/context.ts";
import { postedOf, postJournal } from "./ledger.ts";
import { payerAccount, type AccountRef, type Posting } from "./ledger.rules.ts";
import { q, row } from "#kit/db/sql.ts";
import { lockPeer } from "./peer-accounts.ts";

export interface MoneyIn {
  peer_id: number;
  amount: number;
  way: "wechat" | "alipay" | "channel" | "bank";
  source_noun: string;
  source_id: number;
}
const cameBy = (way: MoneyIn["way"]): AccountRef => payerAccount(way === "bank" ? "remittance" : way, null);

export const topUpPosting = (m: MoneyIn): Posting => ({
  kind: m.way === "bank" ? "top_up_remit" : "top_up_online",
  source_noun: m.source_noun,
  source_id: m.source_id,
  lines: [
    { account: cameBy(m.way), amount: m.amount },
    { account: { code: "peer_principal", owner_id: m.peer_id }, amount: -m.amount },
  ],
});
export function repayPosting(m: MoneyIn, owed: number): Posting {
  const repaid = Math.min(m.amount, owed);
  return {
    kind: "peer_repay",
    source_noun: m.source_noun,
    source_id: m.source_id,
    lines: [
      { account: cameBy(m.way), amount: m.amount },
      { account: { code: "peer_credit", owner_id: m.peer_id }, amount: -repaid },
      { account: { code: "peer_principal", owner_id: m.peer_id }, amount: repaid - m.amount },
    ],
  };
}

/** Into principal. */
export const postTopUp = (ctx: Ctx, m: MoneyIn): Promise<number | null> => postJournal(ctx, topUpPosting(m));

/** Against what is owed on credit; what is too much becomes principal. */
export async function postRepay(ctx: Ctx, m: MoneyIn): Promise<number | null> {
  const { credit_used } = await lockPeer(ctx, m.peer_id);
  // Said again it meets another debt: what came in is what tells it apart.
  const first = await postedOf(ctx, repayPosting(m, credit_used), cameBy(m.way).code, m.amount);
  return first ?? postJournal(ctx, repayPosting(m, credit_used));
}

/** Out of principal against what is owed; the peer's accounts are held by the caller. */
export async function postPrincipalRepay(ctx: Ctx, peerId: number, amount: number, note: string): Promise<number | null> {
  const before = await row<{ n: number }>(
    ctx.db,
    q`select count(*)::int as n from journals where kind = 'peer_repay' and source_noun = 'peer' and source_id = ${peerId}`,
  );
  return postJournal(ctx, {
    kind: "peer_repay",
    source_noun: "peer",
    source_id: peerId,
    seq: before?.n ?? 0,
    ...(note !== "" && { reason: note }),
    lines: [
      { account: { code: "peer_principal", owner_id: peerId }, amount },
      { account: { code: "peer_credit", owner_id: peerId }, amount: -amount },
    ],
  });
}
