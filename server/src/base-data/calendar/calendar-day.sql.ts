import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { CalendarDay } from "./calendar.rules.ts";
import type { Day } from "./calendar-day.rules.ts";

/** One writer at a time, so that what is compared is what is replaced. */
export const lockCalendars = (db: Db): Promise<unknown> => rows(db, q`select pg_advisory_xact_lock(100908, 2)`);

const inYear = (year: number) => q`date >= ${`${year}-01-01`}::date and date < ${`${year + 1}-01-01`}::date`;

/** The own days of a calendar in a year, and a mark that changes with every write to them. */
export async function yearOf(db: Db, calendar: string, year: number): Promise<{ days: Map<string, Day>; stamp: string }> {
  const found = await rows<Day & { at: string }>(
    db,
    q`select date, day_kind, name, updated_at::text as at from calendar_days where calendar = ${calendar} and ${inYear(year)} order by date`,
  );
  const last = found.map((d) => d.at).reduce((a, b) => (a > b ? a : b), "");
  return { days: new Map(found.map(({ at: _at, ...day }) => [day.date, day])), stamp: `${found.length} ${last}` };
}

/** All own days of a calendar. */
export const daysOf = (db: Db, calendar: string): Promise<CalendarDay[]> =>
  rows<CalendarDay>(db, q`select calendar, date, day_kind, name from calendar_days where calendar = ${calendar} order by date`);

export const publishedYears = async (db: Db): Promise<number[]> =>
  (
    await rows<{ year: number }>(
      db,
      q`select distinct extract(year from date)::int as year from calendar_days where calendar = 'CN' order by year`,
    )
  ).map((r) => r.year);

/** Puts these days in, or takes them away where they are null. The database's own clock stamps them: the calendar in memory is renewed by it. */
export async function writeDays(db: Db, calendar: string, days: ReadonlyMap<string, Day | null>, source: string): Promise<void> {
  const kept = [...days.values()].filter((d) => d !== null);
  await rows(db, q`delete from calendar_days where calendar = ${calendar} and date = any(${[...days.keys()]}::date[])`);
  if (kept.length === 0) return;
  await rows(
    db,
    q`
    insert into calendar_days (calendar, date, day_kind, name, source, updated_at)
    select ${calendar}, d.date, d.day_kind, d.name, ${source}, clock_timestamp()
    from json_to_recordset(${JSON.stringify(kept)}::json) d(date date, day_kind text, name text)`,
  );
}

export interface CalendarPlace {
  id: number;
  name: string;
  weekdays: number[];
  follow_cn: boolean;
}
export const calendarPlace = (db: Db, id: number): Promise<CalendarPlace | undefined> =>
  row<CalendarPlace>(db, q`select id, name, weekdays, follow_cn from embassies where id = ${id}`);
