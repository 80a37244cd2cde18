/** Changes of a calendar: what an edit or an import of a year would do. */
import { DAY_KINDS } from "@visadesk/contract/base-data/calendar/calendar.ts";
import { isDay } from "@visadesk/contract/kit/day.ts";

export type DayKind = keyof typeof DAY_KINDS;
export interface Day {
  date: string;
  day_kind: DayKind;
  name: string;
}
export interface DayChange {
  date: string;
  before: DayKind | null;
  after: DayKind | null;
  name: string;
}

const isKind = (v: unknown): v is DayKind => typeof v === "string" && Object.hasOwn(DAY_KINDS, v);
const NAME_MAX = 20;

/** The day of an imported row, or what is wrong with it. */
function dayOf(row: Readonly<Record<string, unknown>>, year: number, seen: ReadonlySet<string>): Day | string {
  const { date, day_kind, name = "" } = row;
  if (typeof date !== "string" || !isDay(date)) return "日期应为 2027-01-01 这样的格式";
  if (!date.startsWith(`${year}-`)) return `${date} 不在 ${year} 年内`;
  if (seen.has(date)) return `${date} 重复`;
  if (!isKind(day_kind)) return "类型应为 off（休）或 work（班）";
  if (typeof name !== "string" || [...name].length > NAME_MAX) return `名称最多${NAME_MAX}个字`;
  return { date, day_kind, name: name.trim() };
}

/** Reads the rows of a year; a faulty one is told by its number and the others are read all the same. */
export function readDays(
  rows: readonly Readonly<Record<string, unknown>>[],
  year: number,
): { days: Day[]; errors: { row: number; msg: string }[] } {
  const days: Day[] = [];
  const errors: { row: number; msg: string }[] = [];
  const seen = new Set<string>();
  for (const [i, row] of rows.entries()) {
    const day = dayOf(row, year, seen);
    if (typeof day === "string") errors.push({ row: i + 1, msg: day });
    else {
      seen.add(day.date);
      days.push(day);
    }
  }
  return { days, errors };
}

/** From the stored days to the wanted ones; `null` takes the date's own row away. Dates that stay as they are are left out. */
export function dayChanges(stored: ReadonlyMap<string, Day>, wanted: ReadonlyMap<string, Day | null>): DayChange[] {
  return [...wanted]
    .map(([date, after]) => ({ date, before: stored.get(date) ?? null, after }))
    .filter(({ before, after }) => before?.day_kind !== after?.day_kind || (before?.name ?? "") !== (after?.name ?? ""))
    .map(({ date, before, after }) => ({
      date,
      before: before?.day_kind ?? null,
      after: after?.day_kind ?? null,
      name: (after ?? before)?.name ?? "",
    }))
    .sort((a, b) => a.date.localeCompare(b.date));
}

/** A whole year in the place of the stored one. */
export const wantedYear = (stored: ReadonlyMap<string, Day>, days: readonly Day[]): Map<string, Day | null> =>
  new Map<string, Day | null>([...[...stored.keys()].map((date) => [date, null] as const), ...days.map((d) => [d.date, d] as const)]);
