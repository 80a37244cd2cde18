/** How often one person may look at personal data in full: a limit per hour, an alarm per day. Every area asks here. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { dayStart } from "#kit/range.ts";
import { refuseUnless } from "#kit/http/refuse.ts";
import { q, row } from "#kit/db/sql.ts";
import { holdersOf } from "../../account/index.ts";

const HOUR_MS = 3_600_000;
const ALARM = "reveal_alert";

const revealsSince = async (ctx: Ctx, since: Date, cap: number): Promise<number> =>
  (
    await row<{ n: number }>(
      ctx.db,
      q`
      select count(*)::int as n from (
        select from operation_logs l
        where l.actor_id = ${ctx.me.worker_id} and l.actor_kind = 'worker' and l.kind = 'reveal' and l.result = 'ok' and l.at > ${since} limit ${cap}) x`,
    )
  )?.n ?? 0;

/** Refuses `n` looks beyond the limit of an hour; tells the auditors of a day with more looks than usual. */
export async function revealAllowed(ctx: Ctx, n = 1): Promise<void> {
  const [limit, alarm] = [await ctx.config("reveal_per_hour"), await ctx.config("reveal_alert_per_day")];
  // One after the other per worker, so that a burst cannot pass the limit.
  await row(ctx.db, q`select pg_advisory_xact_lock(hashtextextended(${`reveal:${ctx.me.worker_id}`}, 0))`);
  const hour = await revealsSince(ctx, new Date(ctx.now.getTime() - HOUR_MS), limit);
  refuseUnless(hour + n <= limit, "limit_exceeded", `每小时最多查看${limit}项完整信息，请稍后再试`);
  // These looks are not written yet: those that fill the day's number tell, once.
  const day = await revealsSince(ctx, dayStart(ctx.now), alarm);
  if (day < alarm && day + n >= alarm) await tellAuditors(ctx, alarm);
}

async function tellAuditors(ctx: Ctx, n: number): Promise<void> {
  for (const holder of await holdersOf(ctx.db, may.operation_log))
    await sendMessage(ctx, {
      channel: "in_app",
      template: ALARM,
      receiver: holder.account,
      receiver_worker_id: holder.id,
      content: `${ctx.me.nickname || ctx.me.account} 今天已查看${n}项完整个人信息，请在操作日志的敏感查看中核对`,
      ref_noun: "worker",
      ref_id: ctx.me.worker_id,
    });
}
