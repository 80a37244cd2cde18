import { shanghaiDate } from "@visadesk/contract/kit/format.ts";

/** A day that differs from its weekday, of `CN` or of a mission (its id). */
export interface CalendarDay {
  calendar: string;
  date: string;
  day_kind: "off" | "work";
  name: string;
}
/** What the calendar must know of a mission: live row or the place kept in a snapshot. */
export interface Mission {
  id: number;
  weekdays: readonly number[];
  follow_cn: boolean;
  open_from?: string;
  open_to?: string;
}
export type WorkHours = readonly (readonly [string, string])[];
export type LimitUnit = "hour" | "work_hour" | "day" | "work_day" | "mission_day";

/** Pure date arithmetic over a loaded calendar. Dates are `YYYY-MM-DD` in Shanghai, instants are Date. */
export interface WorkCalendar {
  readonly hours: WorkHours;
  isWorkingDay(date: string): boolean;
  /** The n-th working day after `date`; 0 = `date` itself. */
  addWorkingDays(date: string, n: number): string;
  workingMinutes(from: Date, to: Date): number;
  addWorkingMinutes(from: Date, minutes: number): Date;
  /** `at` itself when it lies in working hours, else the moment the next ones begin. */
  nextWorkingTime(at: Date): Date;
  /** Due time of a limit that starts at `from`: days end 23:59:59, working and mission days at the end of work. */
  dueAt(from: Date, value: number, unit: LimitUnit, mission?: Mission | null): Date;
  /** Days of a mission; without one the working days of China. */
  missionDays(mission: Mission | null): MissionDays;
  /** True when a year between the two dates has no published calendar. */
  isEstimated(from: string, to: string): boolean;
  nameOf(date: string, calendar?: string): string | null;
}
export interface MissionDays {
  isOpen(date: string): boolean;
  /** The n-th open day after `date`. */
  addDays(date: string, n: number): string;
  /** Why the mission is closed on that date: the holiday's name or 非办公日; null when open. */
  closedBecause(date: string): string | null;
}

/** Said of a day a post is closed on by its weekday alone. */
export const NO_OFFICE_DAY = "非办公日";
export const WORK_HOURS: WorkHours = [
  ["09:00", "12:00"],
  ["13:00", "18:00"],
];
const DAY = 86_400_000;
const MINUTE = 60_000;
/** No open day in ten years is a wrong calendar, not a far date. */
const SEARCH_DAYS = 3_660;

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;
export const addDays = (date: string, n: number): string => new Date((dayNumber(date) + n) * DAY).toISOString().slice(0, 10);
/** 1 = Monday … 7 = Sunday. */
export const weekdayOf = (date: string): number => ((dayNumber(date) + 3) % 7) + 1;
/** China has had no summer time since 1991, so its clock is a fixed offset. */
export const instantOf = (date: string, time: string): Date => new Date(`${date}T${time.length === 5 ? `${time}:00` : time}+08:00`);
export const dayEnd = (date: string): Date => instantOf(date, "23:59:59");

function nthOpen(date: string, n: number, isOpen: (date: string) => boolean): string {
  let left = n;
  for (let i = 1, day = date; left >= 0; i++) {
    if (left === 0) return day;
    if (i > SEARCH_DAYS) throw new Error(`no open day after ${date}`);
    day = addDays(day, 1);
    if (isOpen(day)) left--;
  }
  return date;
}

function nextOpen(at: Date, windows: (date: string) => (readonly [number, number])[]): Date {
  for (let i = 0, date = shanghaiDate(at); i < SEARCH_DAYS; i++, date = addDays(date, 1)) {
    const next = windows(date).find(([, close]) => at.getTime() < close);
    if (next) return new Date(Math.max(at.getTime(), next[0]));
  }
  throw new Error("working time beyond the calendar");
}

/** The instant so many milliseconds of work before another. */
function workBefore(to: Date, ms: number, windows: (date: string) => (readonly [number, number])[]): Date {
  let left = ms;
  for (let i = 0, date = shanghaiDate(to); i < SEARCH_DAYS; i++, date = addDays(date, -1)) {
    for (const [open, close] of windows(date).toReversed()) {
      const end = Math.min(close, to.getTime());
      if (end <= open) continue;
      if (left <= end - open) return new Date(end - left);
      left -= end - open;
    }
  }
  throw new Error("working minutes beyond the calendar");
}

export function workCalendar(days: readonly CalendarDay[], hours: WorkHours = WORK_HOURS): WorkCalendar {
  const byKey = new Map(days.map((d) => [`${d.calendar} ${d.date}`, d]));
  const years = new Set(days.filter((d) => d.calendar === "CN").map((d) => d.date.slice(0, 4)));
  const cn = (date: string) => byKey.get(`CN ${date}`)?.day_kind;
  const isWorkingDay = (date: string): boolean => cn(date) === "work" || (weekdayOf(date) <= 5 && cn(date) !== "off");
  const workEnd = (date: string): Date => instantOf(date, hours.at(-1)?.[1] ?? "18:00");
  const windows = (date: string) =>
    isWorkingDay(date) ? hours.map(([from, to]) => [instantOf(date, from).getTime(), instantOf(date, to).getTime()] as const) : [];

  /** Fewer than none: the time so many working minutes before. */
  const addWorkingMinutes = (from: Date, minutes: number): Date => {
    let left = minutes * MINUTE;
    if (left < 0) return workBefore(from, -left, windows);
    if (left === 0) return from;
    for (let i = 0, date = shanghaiDate(from); i < SEARCH_DAYS; i++, date = addDays(date, 1)) {
      for (const [open, close] of windows(date)) {
        const start = Math.max(open, from.getTime());
        if (start >= close) continue;
        if (left <= close - start) return new Date(start + left);
        left -= close - start;
      }
    }
    throw new Error("working minutes beyond the calendar");
  };
  const workingMinutes = (from: Date, to: Date): number => {
    let sum = 0;
    const last = shanghaiDate(to);
    for (let date = shanghaiDate(from); date <= last; date = addDays(date, 1)) {
      for (const [open, close] of windows(date)) sum += Math.max(0, Math.min(close, to.getTime()) - Math.max(open, from.getTime()));
    }
    return Math.floor(sum / MINUTE);
  };
  const missionDays = (mission: Mission | null): MissionDays => missionDaysOf(mission, byKey, isWorkingDay);
  const dueAt = (from: Date, value: number, unit: LimitUnit, mission: Mission | null = null): Date => {
    const date = shanghaiDate(from);
    if (unit === "hour") return new Date(from.getTime() + value * 60 * MINUTE);
    if (unit === "work_hour") return addWorkingMinutes(from, value * 60);
    if (unit === "day") return dayEnd(addDays(date, value));
    return workEnd(unit === "work_day" ? nthOpen(date, value, isWorkingDay) : missionDays(mission).addDays(date, value));
  };
  const isEstimated = (from: string, to: string): boolean => {
    for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) if (!years.has(String(year))) return true;
    return false;
  };
  return {
    hours,
    isWorkingDay,
    addWorkingMinutes,
    nextWorkingTime: (at) => nextOpen(at, windows),
    workingMinutes,
    missionDays,
    dueAt,
    isEstimated,
    addWorkingDays: (date, n) => nthOpen(date, n, isWorkingDay),
    nameOf: (date, calendar = "CN") => byKey.get(`${calendar} ${date}`)?.name ?? null,
  };
}

function missionDaysOf(
  mission: Mission | null,
  byKey: ReadonlyMap<string, CalendarDay>,
  isWorkingDay: (date: string) => boolean,
): MissionDays {
  const closedBecause = (date: string): string | null => {
    if (!mission) return isWorkingDay(date) ? null : "非工作日";
    const own = byKey.get(`${mission.id} ${date}`);
    if (own) return own.day_kind === "work" ? null : own.name || "闭馆日";
    const cn = byKey.get(`CN ${date}`);
    if (mission.follow_cn && cn?.day_kind === "off") return cn.name || "节假日";
    return mission.weekdays.includes(weekdayOf(date)) ? null : NO_OFFICE_DAY;
  };
  const isOpen = (date: string): boolean => closedBecause(date) === null;
  return { isOpen, closedBecause, addDays: (date, n) => nthOpen(date, n, isOpen) };
}

/** True when a visit at that instant lies on an open day and inside the opening hours of the mission. */
export function missionOpen(calendar: WorkCalendar, mission: Mission, at: Date): boolean {
  const date = shanghaiDate(at);
  const from = instantOf(date, mission.open_from ?? "09:00");
  const to = instantOf(date, mission.open_to ?? "17:00");
  return at >= from && at <= to && calendar.missionDays(mission).isOpen(date);
}
