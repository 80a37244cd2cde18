/** Messages to me, and what kind of day it is. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import type { Ctx } from "#kit/call/context.ts";
import { dayOf } from "#kit/range.ts";
import { calendarOf } from "../base-data/index.ts";
import { bannerOf } from "./msg/global-message.sql.ts";
import { messagesOf, readMessages, unreadCount, urgentMessages } from "./workbench.sql.ts";

const SHOWN = 20;
const URGENT = 3;

export async function messages(ctx: Ctx): Promise<Output<typeof workbenchApi.message_get>> {
  const calendar = await calendarOf(ctx.db);
  const date = dayOf(ctx.now);
  const me = ctx.me.worker_id;
  const [banner, list, unread_count, urgent] = await Promise.all([
    bannerOf(ctx.db, me, ctx.now),
    messagesOf(ctx.db, me, SHOWN),
    unreadCount(ctx.db, me),
    urgentMessages(ctx.db, me, ctx.now, URGENT),
  ]);
  return {
    banner,
    unread_count,
    urgent,
    list,
    today: {
      date,
      is_work_day: calendar.isWorkingDay(date),
      holiday: calendar.nameOf(date) || null,
      next_work_day: calendar.addWorkingDays(date, 1),
    },
  };
}

export async function markRead(ctx: Ctx): Promise<{ ok: true }> {
  await readMessages(ctx.db, ctx.me.worker_id, ctx.now);
  return { ok: true };
}
