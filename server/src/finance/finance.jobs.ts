/** What the books do by themselves overnight. */
import type { JobCtx, JobDef, Progress } from "#kit/jobs.ts";
import { dayOf } from "#kit/range.ts";
import { expireGift, expiredGifts } from "../ledger/index.ts";
import { keepSums } from "./books/trial-balance.sql.ts";
import { keepProof, proveLedger } from "./proof/ledger-proof.ts";

/** The sums are kept first: the proof reads them too. */
async function proof(ctx: JobCtx, progress: Progress): Promise<{ faults: number; summed: number }> {
  let summed = 0;
  for (let more = 1; more > 0;) {
    await progress.throwIfCancelled();
    more = await ctx.change(keepSums);
    summed += more;
  }
  const faults = await proveLedger(ctx.db, () => progress.throwIfCancelled());
  await ctx.change((x) => keepProof(x, faults));
  return { faults: faults.length, summed };
}

/** A grant each in its own transaction: a payment that holds its peer keeps no other waiting. */
async function giftExpire(ctx: JobCtx): Promise<{ expired: number }> {
  let expired = 0;
  for (const lot of await expiredGifts(ctx.db, dayOf(ctx.now))) {
    if (ctx.signal.aborted) break;
    if (await ctx.change((x) => expireGift(x, lot))) expired += 1;
  }
  return { expired };
}

export const financeJobs: readonly JobDef[] = [
  { name: "gift_expire", label: "赠送金到期", cron: "every day 00:10", run: (ctx) => giftExpire(ctx) },
  { name: "ledger_proof", label: "账务核对", cron: "every day 03:00", run: (ctx, _payload, progress) => proof(ctx, progress) },
];
