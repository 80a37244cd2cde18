/**
 * Date ranges as lists keep them in the URL: `d-6~d`, `month`, `2026-11-01~2026-11-05`. Relative ones stay
 * relative in saved views and are resolved to Asia/Shanghai days when the list is asked.
 */
import { isDay } from "./day.ts";
import { shanghaiDate } from "./format.ts";

export interface DayRange {
  from?: string;
  to?: string;
}

/** Ranges offered by every date filter, in this order. */
export const RANGE_PRESETS: readonly { readonly token: string; readonly label: string }[] = [
  { token: "d~d", label: "今天" },
  { token: "d-6~d", label: "近7天" },
  { token: "month", label: "本月" },
];

const DAY_MS = 86_400_000;
const NAMED: Readonly<Record<string, string>> = { week: "本周", month: "本月", last_month: "上月", year: "今年" };
const dayOf = (d: Date): string => d.toISOString().slice(0, 10);
const shift = (day: string, days: number): string => dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS));

/** `d`, `d-7`, `d+3` or a plain date to a plain date; null for anything else. */
export function resolveDay(token: string, now: Date): string | null {
  const relative = /^d([+-]\d{1,4})?$/.exec(token);
  if (relative) return shift(shanghaiDate(now), Number(relative[1] ?? 0));
  return isDay(token) ? token : null;
}

function named(token: string, today: string): DayRange | null {
  const first = `${today.slice(0, 7)}-01`;
  const monthEnd = (start: string): string => shift(`${shift(start, 31).slice(0, 7)}-01`, -1);
  const before = `${shift(first, -1).slice(0, 7)}-01`;
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  switch (token) {
    case "week":
      return { from: shift(today, -weekday), to: shift(today, 6 - weekday) };
    case "month":
      return { from: first, to: monthEnd(first) };
    case "last_month":
      return { from: before, to: shift(first, -1) };
    case "year":
      return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };
    default:
      return null;
  }
}

/** Inclusive plain days of a range text; an end left open is absent; null when it is no range. */
export function resolveRange(text: string, now = new Date()): DayRange | null {
  const whole = named(text, shanghaiDate(now));
  if (whole) return whole;
  const [a = "", b = "", ...rest] = text.split("~");
  if (rest.length || !text.includes("~")) return null;
  const from = a ? resolveDay(a, now) : undefined;
  const to = b ? resolveDay(b, now) : undefined;
  if (from === null || to === null || (!from && !to)) return null;
  return { ...(from && { from }), ...(to && { to }) };
}

/** Days to instants for time columns: from the day's Shanghai midnight, to the midnight after (exclusive). */
export const asInstants = (days: DayRange): DayRange => ({
  ...(days.from && { from: new Date(`${days.from}T00:00:00+08:00`).toISOString() }),
  ...(days.to && { to: new Date(`${shift(days.to, 1)}T00:00:00+08:00`).toISOString() }),
});

/** Words for a range on a chip: 今天, 近7天, 本月, 2026-11-01 至 2026-11-05. */
export function rangeLabel(text: string): string {
  const preset = RANGE_PRESETS.find((p) => p.token === text)?.label ?? NAMED[text];
  if (preset) return preset;
  const last = /^d-(\d+)~d$/.exec(text);
  if (last) return `近${Number(last[1]) + 1}天`;
  const [a = "", b = ""] = text.split("~");
  const word = (t: string): string =>
    t
      .replace(/^d$/, "今天")
      .replace(/^d-(\d+)$/, "$1天前")
      .replace(/^d\+(\d+)$/, "$1天后");
  return a && b ? (a === b ? word(a) : `${word(a)} 至 ${word(b)}`) : a ? `${word(a)} 起` : `至 ${word(b)}`;
}
