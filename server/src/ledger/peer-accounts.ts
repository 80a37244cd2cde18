/** A peer's accounts: principal, gift money, what a withdrawal holds back, credit. */
import type { Ctx } from "#kit/call/context.ts";
import { accountRow, PEER_ACCOUNTS } from "./ledger.rules.ts";

/** Made when a peer is admitted, in the same transaction; said again it makes nothing. */
export async function openPeerAccounts(ctx: Ctx, peerId: number): Promise<void> {
  await ctx.db
    .insertInto("ledger_accounts")
    .values(PEER_ACCOUNTS.map((code) => accountRow({ code, owner_id: peerId })))
    .onConflict((c) => c.columns(["code", "owner_id", "kind"]).doNothing())
    .execute();
}
