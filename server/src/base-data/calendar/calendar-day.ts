/** 工作日历: reading a year, editing days, importing a year. Every change is told to the order area once. */
import { calendarApi, CN_CALENDAR, DAY_KINDS } from "@visadesk/contract/base-data/calendar/calendar.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve, type Served } from "#kit/call/serve.ts";
import { addDays, NO_OFFICE_DAY, type WorkCalendar } from "./calendar.rules.ts";
import { calendarOf } from "./calendar.ts";
import { dayChanges, readDays, wantedYear, type Day, type DayChange } from "./calendar-day.rules.ts";
import { calendarPlace, daysOf, lockCalendars, publishedYears, writeDays, yearOf, type CalendarPlace } from "./calendar-day.sql.ts";
import type { Doors } from "../doors.ts";

type Api = typeof calendarApi;
type Year = Output<Api["calendar_query"]>["list"][number];

const CN_NAME = "中国法定工作日";
const placeOf = async (ctx: Ctx, calendar: string): Promise<CalendarPlace | null> =>
  calendar === CN_CALENDAR ? null : found(await calendarPlace(ctx.db, Number(calendar)), "日历不存在，请重新选择使领馆");

function datesOf(year: number): string[] {
  const dates: string[] = [];
  for (let date = `${year}-01-01`; date.startsWith(`${year}-`); date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** Names worth showing: an own day's, or the holiday a mission follows; a plain weekend has none. */
function dateOf(date: string, own: Day | undefined, place: CalendarPlace | null, work: WorkCalendar): Year["days"][number] {
  const closed = place && work.missionDays(place).closedBecause(date);
  const is_open = place ? closed === null : work.isWorkingDay(date);
  const holiday = closed === NO_OFFICE_DAY ? null : closed;
  return { date, is_open, name: (own ? own.name : holiday) || null, day_kind: own?.day_kind ?? null };
}

async function yearView(ctx: Ctx, calendar: string, year: number, work: WorkCalendar): Promise<Year> {
  const place = await placeOf(ctx, calendar);
  const { days, stamp } = await yearOf(ctx.db, calendar, year);
  return {
    calendar,
    name: place?.name ?? CN_NAME,
    is_published: !work.isEstimated(`${year}-01-01`, `${year}-12-31`),
    own_days: days.size,
    stamp,
    days: datesOf(year).map((date) => dateOf(date, days.get(date), place, work)),
  };
}

async function calendarQuery({ year, calendars }: Parsed<Api["calendar_query"]>, ctx: Ctx): Promise<Output<Api["calendar_query"]>> {
  const work = await calendarOf(ctx.db);
  const list: Year[] = [];
  for (const calendar of new Set(calendars)) list.push(await yearView(ctx, calendar, year, work));
  return { list, years: await publishedYears(ctx.db) };
}

const WORDS = (kind: DayChange["before"], name: string): string | null => kind && `${DAY_KINDS[kind]}${name && ` ${name}`}`;

/** Writes and tells the order area once, with the calendar as it was. */
async function apply(
  doors: Doors,
  ctx: Ctx,
  of: { calendar: string; year: number; place: CalendarPlace | null },
  wanted: ReadonlyMap<string, Day | null>,
  changes: readonly DayChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const before = await daysOf(ctx.db, of.calendar);
  const touched = new Map(changes.map((c) => [c.date, wanted.get(c.date) ?? null]));
  await writeDays(ctx.db, of.calendar, touched, ctx.me.nickname);
  if (changes.some((c) => c.before !== c.after)) await doors.order.calendarChanged(ctx, { calendar: of.calendar, days: before });
  ctx.note({
    noun: "calendar",
    noun_id: of.calendar,
    noun_no: `${of.place?.name ?? CN_NAME} ${of.year}`,
    changes: changes.map((c) => ({ field: c.date, label: c.date, before: WORDS(c.before, ""), after: WORDS(c.after, c.name) })),
  });
}

async function calendarSave(
  doors: Doors,
  { calendar, year, stamp, days }: Parsed<Api["calendar_save"]>,
  ctx: Ctx,
): Promise<Output<Api["calendar_save"]>> {
  const place = await placeOf(ctx, calendar);
  const strange = days.find((d) => !d.date.startsWith(`${year}-`));
  if (strange) throw badInput({ path: "days", message: `${strange.date} 不在 ${year} 年内` });
  await lockCalendars(ctx.db);
  const stored = await yearOf(ctx.db, calendar, year);
  refuseUnless(stored.stamp === stamp, "state_changed", "日历已被他人修改，请刷新后再改");
  const wanted = new Map(days.map(({ date, day_kind, name }) => [date, day_kind && { date, day_kind, name }]));
  const changes = dayChanges(stored.days, wanted);
  await apply(doors, ctx, { calendar, year, place }, wanted, changes);
  return { changes };
}

async function calendarImport(
  doors: Doors,
  { calendar, year, rows, dry_run }: Parsed<Api["calendar_import"]>,
  ctx: Ctx,
): Promise<Output<Api["calendar_import"]>> {
  const place = await placeOf(ctx, calendar);
  const { days, errors } = readDays(rows, year);
  await lockCalendars(ctx.db);
  const stored = await yearOf(ctx.db, calendar, year);
  const wanted = wantedYear(stored.days, days);
  const changes = dayChanges(stored.days, wanted);
  const answer = { changes, unchanged: wanted.size - changes.length, errors };
  if (dry_run) return answer;
  if (errors.length > 0) refuse("import_invalid", `有${errors.length}行错误，请修正后重新导入`, { errors });
  await apply(doors, ctx, { calendar, year, place }, wanted, changes);
  return answer;
}

export const calendarServer = (doors: Doors): { readonly [K in keyof Api]: Served } =>
  serve(calendarApi, {
    calendar_query: calendarQuery,
    calendar_save: (input, ctx) => calendarSave(doors, input, ctx),
    calendar_import: (input, ctx) => calendarImport(doors, input, ctx),
  });
