import type { Db } from "#kit/db/db.ts";
import { calendarDays, calendarStamp } from "./calendar.sql.ts";
import { workCalendar, type CalendarDay, type WorkCalendar, type WorkHours } from "./calendar.rules.ts";

let cached: { stamp: string; calendar: WorkCalendar } | null = null;

/** The working clock of every area. Rows are read again only when their stamp has changed. */
export async function calendarOf(db: Db): Promise<WorkCalendar> {
  const { stamp, work_hours } = await calendarStamp(db);
  if (cached?.stamp !== stamp) cached = { stamp, calendar: workCalendar(await calendarDays(db), work_hours ?? undefined) };
  return cached.calendar;
}

/** The same days with other working hours, to see what a change of them moves. */
export const calendarWith = async (db: Db, hours: WorkHours): Promise<WorkCalendar> => workCalendar(await calendarDays(db), hours);

/** One calendar as it was, all its own days. */
export interface CalendarBefore {
  calendar: string;
  days: readonly CalendarDay[];
}
/** The clock before a change of one calendar, with today's working hours. */
export async function calendarBefore(db: Db, before: CalendarBefore): Promise<WorkCalendar> {
  const { work_hours } = await calendarStamp(db);
  const others = (await calendarDays(db)).filter((d) => d.calendar !== before.calendar);
  return workCalendar([...others, ...before.days], work_hours ?? undefined);
}
