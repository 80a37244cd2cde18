/** From November on: next year's days of China are due; until they are imported its dates are reckoned by weekends. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { JobDef } from "#kit/jobs.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { holdersOf } from "../../account/index.ts";
import { publishedYears } from "./calendar-day.sql.ts";

const FROM_MONTH = 11;

async function remind(ctx: Ctx): Promise<{ told: number }> {
  const [year = 0, month = 0] = shanghaiDate(ctx.now).split("-").map(Number);
  if (month < FROM_MONTH || (await publishedYears(ctx.db)).includes(year + 1)) return { told: 0 };
  const holders = await holdersOf(ctx.db, may.embassy);
  for (const holder of holders)
    await sendMessage(ctx, {
      channel: "in_app",
      template: "calendar_missing",
      receiver: holder.account,
      receiver_worker_id: holder.id,
      content: `${year + 1}年工作日历未公布，涉及该年的日期按周末推算。放假安排公布后，请在使领馆与签证中心的「工作日历」导入`,
      ref_noun: "calendar",
    });
  return { told: holders.length };
}

export const calendarDayJobs: readonly JobDef[] = [
  { name: "calendar_missing", label: "次年工作日历未公布提醒", cron: "every day 9:00", run: (ctx) => ctx.change(remind) },
];
