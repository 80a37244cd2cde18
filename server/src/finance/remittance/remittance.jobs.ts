/** Money that waits too long for somebody to look at it: told, once a working hour, to who may. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import type { JobDef } from "#kit/jobs.ts";
import { holdersOf } from "../../account/index.ts";
import { calendarOf } from "../../base-data/index.ts";

const TEMPLATE = "remittance_due";
/** Whoever was told of the oldest of them already hears of it again on another day alone. */
async function remind(ctx: Ctx): Promise<{ told: number }> {
  const calendar = await calendarOf(ctx.db);
  if (calendar.nextWorkingTime(ctx.now).getTime() !== ctx.now.getTime()) return { told: 0 };
  const late = await row<{ n: number; id: number | null }>(
    ctx.db,
    q`select count(*)::int as n, max(id) as id from remittances where remittance_status in ('pending', 'second_review') and due_at < ${ctx.now}`,
  );
  if (!late?.id) return { told: 0 };
  const before = await row(
    ctx.db,
    q`select 1 from outbound_messages where template = ${TEMPLATE} and ref_id = ${late.id}
        and (created_at at time zone 'Asia/Shanghai')::date = (${ctx.now}::timestamptz at time zone 'Asia/Shanghai')::date limit 1`,
  );
  if (before) return { told: 0 };
  let told = 0;
  for (const holder of await holdersOf(ctx.db, may.corporate_remittance)) {
    await sendMessage(ctx, {
      channel: "in_app",
      template: TEMPLATE,
      receiver: holder.account,
      receiver_worker_id: holder.id,
      content: `${late.n} 笔对公汇款超过审核时限，请到对公汇款审核处理`,
      ref_noun: "remittance",
      ref_id: late.id,
    });
    told++;
  }
  return { told };
}
export const remittanceJobs: readonly JobDef[] = [
  { name: "due_remind", label: "汇款超时提醒", cron: "every hour", run: (ctx) => ctx.change(remind) },
];
