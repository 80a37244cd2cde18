import { dayOf } from "#kit/range.ts";
import { q, type Sql } from "#kit/db/sql.ts";

/** Start of the working day `n` (1–30) working days before today, by the calendar of China; evaluated once per query. */
export const workDaysAgo = (now: Date, n: number): Sql => q`(
  select (d.day::timestamp at time zone 'Asia/Shanghai') from generate_series(${dayOf(now, -45)}::date, ${dayOf(now, -1)}::date, interval '1 day') as d(day)
  left join calendar_days k on k.calendar = 'CN' and k.date = d.day::date
  where coalesce(k.day_kind = 'work', extract(isodow from d.day) < 6) order by d.day desc limit 1 offset ${n - 1})`;
