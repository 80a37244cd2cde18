/** Who is at work when: the working calendar with each person's exceptions. A day is two halves, cut at noon. */
import { DUTY_HALVES, DUTY_KINDS, DUTY_MAX_DAYS, type DutyKind } from "@visadesk/contract/setting/duty.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { shanghai, shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { addDays, type WorkCalendar } from "../../base-data/index.ts";

export type Half = keyof typeof DUTY_HALVES;
export interface DutySpan {
  kind: DutyKind;
  from_date: string;
  to_date: string;
  half: Half;
}
type Days = Omit<DutySpan, "kind">;

const DAY_MS = 86_400_000;
const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const dateOf = (n: number): string => new Date(n * DAY_MS).toISOString().slice(0, 10);
/** Half days from a fixed day, first and last one included. */
const firstHalf = (d: Days): number => dayNumber(d.from_date) * 2 + (d.half === "pm" ? 1 : 0);
const lastHalf = (d: Days): number => dayNumber(d.to_date) * 2 + (d.half === "am" ? 0 : 1);

export const overlaps = (a: Days, b: Days): boolean => firstHalf(a) <= lastHalf(b) && firstHalf(b) <= lastHalf(a);

/** Rows that hold exactly these half days; a half day stands alone. */
function daysOf(first: number, last: number): Days[] {
  if (first > last) return [];
  if (first % 2 === 1)
    return [{ from_date: dateOf((first - 1) / 2), to_date: dateOf((first - 1) / 2), half: "pm" }, ...daysOf(first + 1, last)];
  if (last % 2 === 0) return [...daysOf(first, last - 1), { from_date: dateOf(last / 2), to_date: dateOf(last / 2), half: "am" }];
  return [{ from_date: dateOf(first / 2), to_date: dateOf((last - 1) / 2), half: "all" }];
}

/** What is left of a row when some days are taken out of it. */
export function without(row: DutySpan, taken: Days): DutySpan[] {
  if (!overlaps(row, taken)) return [row];
  const before = daysOf(firstHalf(row), Math.min(lastHalf(row), firstHalf(taken) - 1));
  const after = daysOf(Math.max(firstHalf(row), lastHalf(taken) + 1), lastHalf(row));
  return [...before, ...after].map((d) => ({ ...d, kind: row.kind }));
}

const DAYS_AHEAD = 366;
const YEARS_SHOWN = 3;
/** A board lies within a few years of today; beyond them no calendar is known. */
export const boardFault = (from: string, today: string): Issue[] =>
  Math.abs(dayNumber(from) - dayNumber(today)) <= DAYS_AHEAD * YEARS_SHOWN
    ? []
    : [{ path: "from_date", message: "开始日期超出可查看的范围" }];

export const daysFaults = (d: Days, today: string): Issue[] => {
  const length = dayNumber(d.to_date) - dayNumber(d.from_date) + 1;
  if (d.from_date > addDays(today, DAYS_AHEAD)) return [{ path: "from_date", message: "开始日期最多在一年内" }];
  if (length < 1) return [{ path: "to_date", message: "结束日期不能早于开始日期" }];
  if (d.from_date < today) return [{ path: "from_date", message: "开始日期不能早于今天" }];
  if (length > DUTY_MAX_DAYS)
    return [{ path: "to_date", message: `结束日期最多在开始日期之后${DUTY_MAX_DAYS - 1}天，一次最多${DUTY_MAX_DAYS}天` }];
  if (d.half !== "all" && length > 1) return [{ path: "half", message: "时段为上午或下午时只能选一天" }];
  return [];
};

/** 「10-01至10-08 休假」 */
export function spanText(d: DutySpan): string {
  const half = d.half === "all" ? "" : DUTY_HALVES[d.half];
  return `${d.from_date}${d.to_date === d.from_date ? "" : `至${d.to_date}`}${half} ${DUTY_KINDS[d.kind]}`;
}

export interface Verdict {
  on: boolean;
  /** Why not. */
  why: string | null;
}
const ON: Verdict = { on: true, why: null };

const coveredBy = (rows: readonly DutySpan[], date: string, half: "am" | "pm"): DutySpan | undefined =>
  rows.find((r) => overlaps(r, { from_date: date, to_date: date, half }));

/** At work at that moment: inside 加班值班, or in working hours without leave, outside work or training. */
export function dutyAt(rows: readonly DutySpan[], calendar: WorkCalendar, at: Date): Verdict {
  const hour = Number(shanghai(at).slice(11, 13));
  const row = coveredBy(rows, shanghaiDate(at), hour < 12 ? "am" : "pm");
  if (row) return row.kind === "on" ? ON : { on: false, why: DUTY_KINDS[row.kind] };
  return calendar.nextWorkingTime(at).getTime() === at.getTime() ? ON : { on: false, why: "非工作时间" };
}

/** At work on some half of that day. */
export function dutyOfDay(rows: readonly DutySpan[], calendar: WorkCalendar, date: string): Verdict {
  const halves = (["am", "pm"] as const).map((half) => coveredBy(rows, date, half));
  if (halves.some((r) => (r ? r.kind === "on" : calendar.isWorkingDay(date)))) return ON;
  const away = halves.find((r) => r !== undefined);
  return { on: false, why: away ? DUTY_KINDS[away.kind] : "非工作日" };
}

export const boardDates = (from: string, days: number): string[] => Array.from({ length: days }, (_, i) => addDays(from, i));
