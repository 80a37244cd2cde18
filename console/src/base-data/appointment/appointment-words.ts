/** How 最近可约日期 speaks of days, and its curve as a line. Pure. */
import type { Tone } from "@visadesk/contract/kit/flow.ts";
import { daysBetween, type SlotValue } from "@visadesk/contract/base-data/calendar/appointment.rules.ts";
import type { FRESHNESS } from "@visadesk/contract/base-data/calendar/appointment.words.ts";

export type Freshness = keyof typeof FRESHNESS;
export const FRESH_TONES: Readonly<Record<Freshness, Tone>> = { fresh: "green", stale: "grey", none: "red" };

const WEEKDAYS = "日一二三四五六";
export const weekdayText = (date: string): string => `周${WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ""}`;

/** 今天, 明天, 距今18天, 已过2天. */
export function daysAway(date: string, today: string): string {
  const n = daysBetween(today, date);
  if (n === 0) return "今天";
  if (n === 1) return "明天";
  return n > 0 ? `距今${n}天` : `已过${-n}天`;
}

/** What stands in the box of a row that is edited, and comes back from it. */
export const slotCell = (v: SlotValue): string => (v.no_slots ? "无号" : (v.earliest_date ?? ""));

export interface CurvePoint {
  on: string;
  /** Days the date then lay ahead; null = no slots. */
  days: number | null;
}
const SPAN = 90;
const clamp = (n: number, low: number, high: number): number => Math.max(low, Math.min(high, n));

/**
 * Lines through the points of the last 90 days, in a box of `width` × `height`; a gap where there were no slots.
 * The first point may lie before the span and is drawn at its edge; the last value holds until today.
 */
export function curveLines(points: readonly CurvePoint[], today: string, width: number, height: number): string[] {
  const top = Math.max(1, ...points.map((p) => p.days ?? 0));
  const at = (on: string, days: number): string => {
    const x = (1 - clamp(daysBetween(on, today), 0, SPAN) / SPAN) * width;
    return `${x.toFixed(1)},${(height - (clamp(days, 0, top) / top) * (height - 2) - 1).toFixed(1)}`;
  };
  const lines: string[][] = [[]];
  for (const p of points) {
    if (p.days === null) lines.push([]);
    else lines.at(-1)?.push(at(p.on, p.days));
  }
  const last = points.at(-1);
  if (last && last.days !== null && last.on < today) lines.at(-1)?.push(at(today, last.days - daysBetween(last.on, today)));
  return lines.filter((l) => l.length > 1).map((l) => l.join(" "));
}

/** The curve in words: 90天内 9–32天，现在28天. */
export function curveWords(points: readonly CurvePoint[]): string {
  const days = points.flatMap((p) => (p.days === null ? [] : [p.days]));
  if (days.length === 0) return "90天内一直无号";
  const low = Math.min(...days);
  const high = Math.max(...days);
  const now = points.at(-1)?.days;
  const span = low === high ? `${low}天` : `${low}–${high}天`;
  return `90天内录入时距可约 ${span}，最近一次${now === null || now === undefined ? "无号" : `${now}天`}`;
}

/** `2026-12` and a number of months on. */
export function monthAfter(month: string, n: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + n);
  return at.toISOString().slice(0, 7);
}
export function daysOfMonth(month: string): string[] {
  const last = new Date(`${monthAfter(month, 1)}-01T00:00:00Z`).getTime() - 86_400_000;
  const n = new Date(last).getUTCDate();
  return Array.from({ length: n }, (_, i) => `${month}-${String(i + 1).padStart(2, "0")}`);
}
