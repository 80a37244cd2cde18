/** Days and hours of parcels: which submission one still catches, when nobody's silence counts, when one may be called lost. */
import { daysBetween } from "@visadesk/contract/base-data/calendar/appointment.rules.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { LOSE_DAYS, TRANSIT_DAYS } from "@visadesk/contract/supplier/supplier.words.ts";
import { addDays, instantOf, weekdayOf, type Mission, type WorkCalendar } from "../../base-data/index.ts";

const HOUR = 3_600_000;
const SHANGHAI = 8 * HOUR;
/** No open day in this time: the match says days on which its mission is never open. */
const SEARCH_DAYS = 120;
const COUNT_DAYS = 2;
const COUNT_AT = "18:00";

const clockOf = (at: Date): string => new Date(at.getTime() + SHANGHAI).toISOString().slice(11, 16);
const workingDay = (c: WorkCalendar, date: string): string => (c.isWorkingDay(date) ? date : c.addWorkingDays(date, 1));

/** The day that a parcel signed then counts of, where papers are collected until `cutOff`. */
export function countsAs(c: WorkCalendar, at: Date, cutOff: string | null): string {
  const date = shanghaiDate(at);
  return cutOff !== null && c.isWorkingDay(date) && clockOf(at) > cutOff ? c.addWorkingDays(date, 1) : date;
}

/** Signed and nothing reported until then: it was complete. */
export const autoCountAt = (c: WorkCalendar, signedAt: Date, cutOff: string | null): Date =>
  instantOf(c.addWorkingDays(countsAs(c, signedAt, cutOff), COUNT_DAYS), COUNT_AT);

/** From this day on it may be called lost. */
export const lostFrom = (c: WorkCalendar, sentAt: Date): string => c.addWorkingDays(shanghaiDate(sentAt), LOSE_DAYS);

/** What was sent before this instant has been on its way for too long. */
export function lateBefore(c: WorkCalendar, now: Date): Date {
  const today = shanghaiDate(now);
  let day = today;
  while (c.addWorkingDays(day, TRANSIT_DAYS) >= today) day = addDays(day, -1);
  return instantOf(addDays(day, 1), "00:00");
}

/** People of one match and one mission in a parcel. */
export interface Going {
  submit_weekdays: readonly number[];
  mission: Mission | null;
  /** The first of their planned days. */
  planned: string;
}
export interface Lane {
  /** Own P90 from sending to signing. */
  hours: number;
  cut_off: string | null;
}
export interface Catching {
  cut_off_at: string;
  catches: string | null;
  else_catches: string | null;
  is_tight: boolean;
  /** Days between what is caught and the first planned day inside; null: nobody inside, or no day to catch. */
  slack: number | null;
}
/** Least slack first; then what must be sealed first. */
export const bySlack = (a: Pick<Catching, "slack" | "cut_off_at">, b: Pick<Catching, "slack" | "cut_off_at">): number =>
  (a.slack ?? Infinity) === (b.slack ?? Infinity)
    ? a.cut_off_at.localeCompare(b.cut_off_at)
    : (a.slack ?? Infinity) - (b.slack ?? Infinity);

/** The first day on which all of them can be handed in when the parcel leaves then; null: within months none. */
export function caughtBy(c: WorkCalendar, sentAt: Date, lane: Lane, going: readonly Going[]): string | null {
  const arrival = new Date(sentAt.getTime() + lane.hours * HOUR);
  const ready = workingDay(c, countsAs(c, arrival, lane.cut_off));
  const firstOf = (g: Going): string | null => {
    const days = c.missionDays(g.mission);
    for (let i = 0, day = ready; i < SEARCH_DAYS; i++, day = addDays(day, 1))
      if (g.submit_weekdays.includes(weekdayOf(day)) && days.isOpen(day)) return day;
    return null;
  };
  const firsts = going.map(firstOf);
  return firsts.includes(null) || firsts.length === 0 ? null : (firsts.toSorted((a, b) => (a ?? "").localeCompare(b ?? "")).at(-1) ?? null);
}

/** The day on which something leaves that is ready now: before our cut-off of a working day, else the next. */
export function leaves(c: WorkCalendar, now: Date, cutOff: string, planned: string | null = null): string {
  const today = shanghaiDate(now);
  const day = workingDay(c, planned !== null && planned > today ? planned : today);
  return day === today && clockOf(now) > cutOff ? c.addWorkingDays(day, 1) : day;
}

export function catching(
  c: WorkCalendar,
  now: Date,
  o: { cutOff: string; planned: string | null; lane: Lane; going: readonly Going[] },
): Catching {
  const day = leaves(c, now, o.cutOff, o.planned);
  const at = instantOf(day, o.cutOff);
  const catches = caughtBy(c, at, o.lane, o.going);
  const [first] = o.going.map((g) => g.planned).toSorted();
  return {
    cut_off_at: at.toISOString(),
    catches,
    else_catches: caughtBy(c, instantOf(c.addWorkingDays(day, 1), o.cutOff), o.lane, o.going),
    is_tight: catches !== null && o.going.some((g) => g.planned < catches),
    slack: catches === null || first === undefined ? null : daysBetween(catches, first),
  };
}
