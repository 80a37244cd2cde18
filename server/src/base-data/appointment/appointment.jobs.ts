/** Every working morning at nine: dates that have passed and that somebody needs, told to whoever stated them last. */
import { visaTypeName } from "@visadesk/contract/base-data/calendar/appointment.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { JobDef } from "#kit/jobs.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { holdersOf } from "../../account/index.ts";
import { freshSince, waitingFor } from "./appointment.rules.ts";
import { staleAppointments, type AppointmentRow } from "./appointment.sql.ts";
import { calendarOf } from "../calendar/calendar.ts";
import type { Doors } from "../doors.ts";

const NAMED = 5;
const listed = (rows: readonly AppointmentRow[]): string => {
  const names = rows.slice(0, NAMED).map((a) => `${a.place_name} ${visaTypeName(a.visa_type)}`);
  return `${names.join("、")}${rows.length > NAMED ? `等${rows.length}条` : ""}`;
};

/** Who is to look again: the last editor while he may, else everybody who keeps these dates. */
async function watch(ctx: Ctx, doors: Doors): Promise<{ told: number }> {
  const today = shanghaiDate(ctx.now);
  const calendar = await calendarOf(ctx.db);
  if (!calendar.isWorkingDay(today)) return { told: 0 };
  const stale = await staleAppointments(ctx.db, doors.product, { since: freshSince(calendar, today), today, now: ctx.now });
  const counts = stale.length > 0 ? await doors.order.waitingCounts(ctx.db) : [];
  const needed = stale.filter((a) => a.used_count > 0 || waitingFor(counts, a) > 0);
  if (needed.length === 0) return { told: 0 };
  const holders = await holdersOf(ctx.db, may.appointment);
  const holds = (id: number | null): boolean => holders.some((h) => h.id === id);
  let told = 0;
  for (const h of holders) {
    const mine = needed.filter((a) => (holds(a.updated_by) ? a.updated_by === h.id : true));
    if (mine.length === 0) continue;
    told++;
    await sendMessage(ctx, {
      channel: "in_app",
      template: "appointment_stale",
      receiver: h.account,
      receiver_worker_id: h.id,
      content: `可约日期已过期，请核对后更新：${listed(mine)}`,
      ref_noun: "appointment",
    });
  }
  return { told };
}

export const appointmentJobs = (doors: Doors): readonly JobDef[] => [
  { name: "appointment_stale", label: "可约日期过期提醒", cron: "every day 9:00", run: (ctx) => ctx.change((c) => watch(c, doors)) },
];
