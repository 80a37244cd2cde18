/** What statements of peers do beside those of suppliers: its accounts are held first, months are agreed upon in their order. */
import { money } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { lockPeer, lockPeriod } from "../../ledger/index.ts";
import type { KindActs } from "../settlement/settle-held.ts";
import { deriveDue, settleCredit } from "./peer-allocate.ts";
import { tellPeer } from "./peer-told.ts";
import { differencePosting } from "./peer-settle.rules.ts";

/** The books' own order: the month, the accounts, then the paper. */
export async function holdPeerOf(ctx: Ctx, settlementId: number): Promise<number> {
  const of = await row<{ peer_id: number | null }>(ctx.db, q`select peer_id from settlements where id = ${settlementId}`);
  await lockPeriod(ctx, dayOf(ctx.now));
  const peer = of?.peer_id ?? 0;
  if (peer !== 0) await lockPeer(ctx, peer);
  return peer;
}
const other = (ctx: Ctx, s: { id: number; peer_id: number | null; cycle_end: string }, isEarlier: boolean) =>
  row<{ settle_no: string }>(
    ctx.db,
    isEarlier
      ? q`select settle_no from settlements where peer_id = ${s.peer_id} and cycle_end < ${s.cycle_end} and settlement_status in ('draft', 'sent', 'disputed') order by cycle_end limit 1`
      : q`select settle_no from settlements where peer_id = ${s.peer_id} and cycle_end > ${s.cycle_end} and settlement_status in ('confirmed', 'part_paid', 'paid') order by cycle_end limit 1`,
  );

export const peerActs: KindActs = {
  hold: async (ctx, id) => void (await holdPeerOf(ctx, id)),
  sent: (ctx, s, silentOn) =>
    tellPeer(ctx, s, `${s.cycle_end.slice(0, 7)} 账单已出，应还 ${money(s.final)}，还款日 ${s.due_on}；${silentOn} 前未提出异议视为确认`),
  async fault(ctx, s, move) {
    if (move === "confirm") {
      const earlier = await other(ctx, s, true);
      if (earlier) return `请先确认较早的账单 ${earlier.settle_no}，有异议的明细可转下期`;
      return s.consumed < 0 ? "调整后的消费小于 0，请改用调账单" : null;
    }
    const later = await other(ctx, s, false);
    return later ? `之后的账单 ${later.settle_no} 已确认，不能重开，差额请用调账单` : null;
  },
  differences: ({ id, peer_id }, lines, seq) =>
    peer_id === null
      ? null
      : differencePosting(
          { id, peer_id },
          lines.map((l) => ({ order_id: l.order_id, amount: l.worth - (l.source === "adjust" ? 0 : l.amount) })),
          seq,
        ),
  confirmed: async (ctx, s) => {
    if (s.peer_id !== null) await settleCredit(ctx, s.peer_id);
  },
  reopened: async (ctx, s) => {
    if (s.peer_id !== null) await deriveDue(ctx, s.peer_id);
  },
};
