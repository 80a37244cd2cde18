import { dayOf } from "#kit/range.ts";
import { q, type Sql } from "#kit/db/sql.ts";
import { WORK_HOURS } from "./calendar.rules.ts";

/** Start of the working day `n` (1–30) working days before today, by the calendar of China; evaluated once per query. */
export const workDaysAgo = (now: Date, n: number): Sql => q`(
  select (d.day::timestamp at time zone 'Asia/Shanghai') from generate_series(${dayOf(now, -45)}::date, ${dayOf(now, -1)}::date, interval '1 day') as d(day)
  left join calendar_days k on k.calendar = 'CN' and k.date = d.day::date
  where coalesce(k.day_kind = 'work', extract(isodow from d.day) < 6) order by d.day desc limit 1 offset ${n - 1})`;

/** Days within which a working day comes, whatever the holidays. */
const AHEAD = 20;
/** End of work on the first working day after that of a time, as `dueAt(…, 1, "work_day")` says; a column of the query it stands in. */
export const nextWorkDayEnd = (column: string): string => `(
  select (w.day + coalesce((select c.value -> -1 ->> 1 from sys_configs c where c.key = 'work_hours'), '${WORK_HOURS.at(-1)?.[1]}')::time) at time zone 'Asia/Shanghai'
  from (select (${column} at time zone 'Asia/Shanghai')::date + n as day from generate_series(1, ${AHEAD}) n) w
  left join calendar_days k on k.calendar = 'CN' and k.date = w.day
  where coalesce(k.day_kind = 'work', extract(isodow from w.day) < 6) order by w.day limit 1)`;
