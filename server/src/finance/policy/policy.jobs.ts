/** What policies do by themselves: cover that is over ends, and who waits for one that begins is told. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import type { JobCtx, JobDef } from "#kit/jobs.ts";
import { moveRow } from "#kit/noun/move.ts";
import { dayOf, dayStart } from "#kit/range.ts";
import { holdersOf } from "../../account/index.ts";
import { calendarOf } from "../../base-data/index.ts";
import { dropSheets } from "./policy-sheet.ts";
import { policyNoun } from "./policy.noun.ts";
import { soonUntil } from "./policy.rules.ts";

const BATCH = 200;
/** So many at once, each batch its own transaction. */
async function endOver(ctx: JobCtx): Promise<{ ended: number }> {
  let ended = 0;
  for (;;) {
    const done = await ctx.change(async (c) => {
      const over = await rows<{ id: number }>(
        c.db,
        q`select id from policies where policy_status = 'issued' and end_on < ${dayOf(c.now)}::date order by id limit ${BATCH} for update`,
      );
      for (const { id } of over) await moveRow(c, policyNoun, "end", { id, to: "ended", set: { updated_at: c.now } });
      return over.length;
    });
    ended += done;
    if (done < BATCH || ctx.signal.aborted) return { ended };
  }
}

/** Once a day and person, in working time: cover that begins within two days and is written by nobody. */
async function tellSoon(ctx: Ctx): Promise<{ told: number }> {
  if ((await calendarOf(ctx.db)).nextWorkingTime(ctx.now).getTime() !== ctx.now.getTime()) return { told: 0 };
  const soon = await row<{ n: number; first: string | null }>(
    ctx.db,
    q`select count(*)::int as n, min(start_on)::text as first from policies where policy_status = 'to_issue' and start_on <= ${soonUntil(dayOf(ctx.now))}::date`,
  );
  if (!soon || soon.n === 0) return { told: 0 };
  let told = 0;
  for (const holder of await holdersOf(ctx.db, may.insurance)) {
    const had = await row(
      ctx.db,
      q`select id from outbound_messages where template = 'policy_due' and receiver_worker_id = ${holder.id} and created_at >= ${dayStart(ctx.now)}`,
    );
    if (had) continue;
    await sendMessage(ctx, {
      channel: "in_app",
      template: "policy_due",
      receiver: holder.account,
      receiver_worker_id: holder.id,
      content: `有 ${soon.n} 份保单两天内起保仍待出单，最早 ${soon.first}。请到保险业务按「待出单」处理`,
    });
    told += 1;
  }
  return { told };
}

export const policyJobs: readonly JobDef[] = [
  { name: "policy_end", label: "保单到期终止", cron: "every day 00:10", run: endOver },
  { name: "policy_due_remind", label: "保单临近起保提醒", cron: "every hour", atomic: true, run: tellSoon },
  {
    name: "policy_sheet_expire",
    label: "清理过期投保名单",
    cron: "every hour",
    atomic: true,
    run: async (ctx) => ({ removed: await dropSheets(ctx) }),
  },
];
