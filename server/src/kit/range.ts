/**
 * Range filters of lists. A plain date on a time column is that whole day in Shanghai; times are from inclusive to
 * exclusive, dates inclusive on both ends. What is no date does not pass the contract (`range` of contract kit/field.ts).
 *
 *   and([timeRange("o.created_at", filter.created_at), dateRange("o.travel_date", filter.travel_date)])
 */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { and, q, raw, type Sql } from "./db/sql.ts";

export interface Range {
  from?: string | undefined;
  to?: string | undefined;
}
const PLAIN = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

const instant = (value: string): number => Date.parse(PLAIN.test(value) ? `${value}T00:00:00+08:00` : value);

/** Start of a Shanghai day, `days` away from the day of `at`. */
export const dayStart = (at: Date, days = 0): Date => new Date(Date.parse(`${shanghaiDate(at)}T00:00:00+08:00`) + days * DAY_MS);

/** `YYYY-MM-DD` in Shanghai, `days` away. */
export const dayOf = (at: Date, days = 0): string => shanghaiDate(new Date(at.getTime() + days * DAY_MS));

/** Both ends of a time range as instants, the end exclusive; null where it is open. */
export const instantsOf = (range: Range | undefined): { from: Date | null; to: Date | null } => ({
  from: range?.from ? new Date(instant(range.from)) : null,
  to: range?.to ? new Date(instant(range.to) + (PLAIN.test(range.to) ? DAY_MS : 0)) : null,
});

export function timeRange(column: string, range: Range | undefined): Sql | null {
  if (!range?.from && !range?.to) return null;
  const { from, to } = instantsOf(range);
  return and([from && q`${raw(column)} >= ${from}`, to && q`${raw(column)} < ${to}`]);
}

export function dateRange(column: string, range: Range | undefined): Sql | null {
  if (!range?.from && !range?.to) return null;
  const day = (value: string): string => (PLAIN.test(value) ? value : shanghaiDate(value));
  return and([
    range.from ? q`${raw(column)} >= ${day(range.from)}::date` : null,
    range.to ? q`${raw(column)} <= ${day(range.to)}::date` : null,
  ]);
}

/** 今日, 逾期, 本周, 无 over a due column that holds `infinity` for none. */
export function dueFilter(column: string, due: "today" | "overdue" | "week" | "none" | undefined, now: Date): Sql | null {
  if (!due) return null;
  const c = raw(column);
  if (due === "none") return q`${c} = 'infinity'::timestamptz`;
  if (due === "overdue") return q`${c} < ${now}`;
  const weekday = (new Date(now.getTime() + 8 * 3_600_000).getUTCDay() + 6) % 7;
  return and([q`${c} >= ${now}`, q`${c} < ${dayStart(now, due === "today" ? 1 : 7 - weekday)}`]);
}
