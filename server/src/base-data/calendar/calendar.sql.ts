import type { Db } from "#kit/db/db.ts";
import { known } from "#kit/db/known.ts";
import { hot, q, row, rows } from "#kit/db/sql.ts";
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

/** The years among these in which China's calendar has no days: what falls into them is reckoned by weekends. */
export const estimatedYears = known<number, true>(["calendar_days"], async (db, years) => {
  const list = await rows<{ year: number }>(
    db,
    hot(q`
    select y as year from unnest(${[...years]}::int4[]) y where not exists (
      select from calendar_days d where d.calendar = 'CN' and d.date >= make_date(y, 1, 1) and d.date < make_date(y + 1, 1, 1))`),
  );
  return list.map(({ year }) => [year, true]);
});
