import type { Db } from "#kit/db.ts";
import { q, row, rows, type Sql } from "#kit/sql.ts";
import type { CalendarDay, WorkHours } from "./calendar.rules.ts";

/** Changes with every write to the days and to the hours of a working day. */
export async function calendarStamp(db: Db): Promise<{ stamp: string; work_hours: WorkHours | null }> {
  const found = await row<{ stamp: string; work_hours: WorkHours | null }>(
    db,
    q`
    select concat_ws(' ', count(*), max(d.updated_at)::text, (select c.updated_at::text from sys_configs c where c.key = 'work_hours')) as stamp,
           (select c.value from sys_configs c where c.key = 'work_hours') as work_hours
    from calendar_days d`,
  );
  return found ?? { stamp: "", work_hours: null };
}

export const calendarDays = (db: Db): Promise<CalendarDay[]> =>
  rows<CalendarDay>(db, q`select calendar, date, day_kind, name from calendar_days`);

/** True where the year of a date has no days of China; `date` is a date expression of the query it stands in. */
export const estimatedOn = (date: Sql): Sql => q`
  (${date} is not null and not exists (
    select from calendar_days y where y.calendar = 'CN' and y.date >= date_trunc('year', ${date}::timestamp)::date
      and y.date < (date_trunc('year', ${date}::timestamp) + interval '1 year')::date))`;
