/** What is left of people who are through and not worth a decision becomes income, each by itself. */
import type { Ctx } from "#kit/call/context.ts";
import type { JobCtx, JobDef, Progress } from "#kit/jobs.ts";
import { postTrustSurplus } from "../../ledger/index.ts";
import { peopleHeld } from "../../order/index.ts";
import { financeSettings } from "../finance-setting/finance-setting.ts";
import { smallLeft, smallLeftOf } from "./embassy-trust.sql.ts";

const AT_ONCE = 100;
const REASON = "办结后官费余额在容差内";

/** Answers whether anything was left: what is judged stands under the order's lock. */
async function keepOne(ctx: Ctx, applicantId: number, tolerance: number): Promise<boolean> {
  await peopleHeld(ctx, [applicantId]);
  const of = await smallLeftOf(ctx.db, applicantId, tolerance);
  if (!of) return false;
  await postTrustSurplus(ctx, { order_id: of.order_id, applicant_id: of.id }, of.left, REASON);
  return true;
}
export async function ageTrust(ctx: JobCtx, progress: Progress): Promise<{ kept: number }> {
  const { embassy_tolerance } = await financeSettings(ctx.db);
  let kept = 0;
  for (let after = 0; ;) {
    const list = await smallLeft(ctx.db, embassy_tolerance, after, AT_ONCE);
    for (const { id } of list) {
      if (await ctx.change((one) => keepOne(one, id, embassy_tolerance))) kept += 1;
      await progress.set(kept);
    }
    after = list.at(-1)?.id ?? after;
    if (list.length < AT_ONCE) return { kept };
  }
}
export const embassyTrustJobs: readonly JobDef[] = [
  { name: "trust_aging", label: "办结官费余额转收入", cron: "every day 03:30", run: (ctx, _payload, progress) => ageTrust(ctx, progress) },
];
