/** A year of a calendar as months and weeks, and what an import file holds. */
import { DAY_KINDS, type calendarApi } from "@visadesk/contract/base-data/calendar/calendar.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";

export type CalendarYear = Output<typeof calendarApi.calendar_query>["list"][number];
export type CalendarDate = CalendarYear["days"][number];
export type DayChange = Output<typeof calendarApi.calendar_import>["changes"][number];
export type ImportRow = Record<string, string>;

export const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1);

/** 0 = Monday. */
const weekday = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The days of a month behind the empty places of its first week. */
export function monthOf(days: readonly CalendarDate[], month: number): (CalendarDate | null)[] {
  const own = days.filter((d) => Number(d.date.slice(5, 7)) === month);
  const [first] = own;
  return first ? [...Array.from({ length: weekday(first.date) }, () => null), ...own] : [];
}

/** What a date says of itself on hover. */
export function dayTitle(d: CalendarDate): string {
  const own = d.day_kind === "work" ? "（班）" : d.day_kind === "off" ? "（休）" : "";
  return `${d.date} ${d.is_open ? "开" : "闭"}${d.name ? ` ${d.name}` : ""}${own}`;
}

export const changeText = (c: DayChange): string => {
  const words = (kind: DayChange["before"]): string => (kind ? DAY_KINDS[kind] : "按星期");
  return `${c.date.slice(5)} ${words(c.before)}→${words(c.after)}${c.name ? ` ${c.name}` : ""}`;
};

const text = (v: unknown): string => (typeof v === "string" ? v : "");
const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null && !Array.isArray(v);

/** Our own rows, or those of the public files of Chinese holidays, `{ date, name, isOffDay }`. */
function rowOf(v: unknown): ImportRow {
  if (!isRecord(v)) return {};
  const kind = typeof v["isOffDay"] === "boolean" ? (v["isOffDay"] ? "off" : "work") : text(v["day_kind"]);
  return { date: text(v["date"]), day_kind: kind, name: text(v["name"]) };
}

/** Rows of a pasted or opened file, or a sentence that says what is wrong with it. */
export function readRows(source: string): ImportRow[] | string {
  if (source.trim() === "") return "请粘贴或选择 JSON 文件";
  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch {
    return "不是有效的 JSON，请检查括号、引号和逗号";
  }
  const list = isRecord(parsed) ? parsed["days"] : parsed;
  if (!Array.isArray(list)) return "JSON 应为数组，或含有 days 数组";
  return list.length === 0 ? "没有可导入的内容" : list.map(rowOf);
}
