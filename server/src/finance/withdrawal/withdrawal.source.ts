/** A withdrawal as what a payment is for: paid, given up, or sent back by the bank. */
import { q, row } from "#kit/db/sql.ts";
import type { Ctx } from "#kit/call/context.ts";
import { found } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { postWithdrawPaid } from "../../ledger/index.ts";
import type { PayoutSource } from "../payout/payout.source.ts";
import { returned } from "./withdrawal.moves.ts";
import { withdrawalNoun } from "./withdrawal.noun.ts";

interface Held {
  id: number;
  withdrawal_no: string;
  peer_id: number;
  amount: number;
  fee: number;
  journal_id: number | null;
}
const held = async (ctx: Ctx, id: number): Promise<Held> =>
  found(
    await row<Held>(ctx.db, q`select id, withdrawal_no, peer_id, amount, fee, journal_id from withdrawals where id = ${id} for update`),
  );

export const withdrawalSource: PayoutSource = {
  noun: "withdrawal",
  hold: async (ctx, id) => void (await held(ctx, id)),
  paid: async (ctx, p, by) => {
    const w = await held(ctx, p.source_id);
    const journal = await postWithdrawPaid(ctx, { withdrawal_id: w.id, peer_id: w.peer_id, amount: w.amount, fee: w.fee }, by);
    await moveRow(ctx, withdrawalNoun, "pay", { id: w.id, to: "paid", set: { updated_at: ctx.now } });
    ctx.note({ noun: "withdrawal", noun_id: w.id, noun_no: w.withdrawal_no, reason: p.payout_no });
    return journal;
  },
  givenUp: async (ctx, p, reason) => {
    const w = await held(ctx, p.source_id);
    await returned(ctx, w, reason);
    await moveRow(ctx, withdrawalNoun, "return", { id: w.id, to: "returned", set: { decided_note: reason, updated_at: ctx.now } });
    ctx.note({ noun: "withdrawal", noun_id: w.id, noun_no: w.withdrawal_no, reason });
  },
  bounced: async (ctx, p, reason) => {
    const w = await held(ctx, p.source_id);
    await moveRow(ctx, withdrawalNoun, "bounce", { id: w.id, to: "approved", set: { updated_at: ctx.now } });
    ctx.note({ noun: "withdrawal", noun_id: w.id, noun_no: w.withdrawal_no, reason });
  },
};
