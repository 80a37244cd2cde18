/** Pure rules of 最近可约日期, the same for the grid that is pasted into and for the server. No zod. */
import { isDay } from "../../kit/day.ts";

/** Rows saved at once. */
export const APPOINTMENT_BATCH_MAX = 300;
/** A date this much later, or none at all, opens the list of people it touches. */
export const IMPACT_DAYS = 7;

/** What staff say of a place: a date, or that there are no slots. */
export interface SlotValue {
  earliest_date: string | null;
  no_slots: boolean;
}

const DAY = 86_400_000;
const NO_SLOTS = new Set(["无号", "无", "没号", "无名额", "暂无"]);
const isoOf = (year: number, month: number, day: number): string | null => {
  const iso = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return isDay(iso) ? iso : null;
};

/** Whole days from one date to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);

/**
 * A cell as people type or paste it: `2026-10-28`, `2026/10/28`, `10月28日`, `10.28`, `无号`. A date without a year is
 * the next such day from today on. Null when it is neither a date nor 无号.
 */
export function parseSlot(cell: string, today: string): SlotValue | null {
  const text = cell.trim();
  if (NO_SLOTS.has(text)) return { earliest_date: null, no_slots: true };
  const full = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:\s+0{1,2}:00(?::00)?)?$/.exec(text);
  const short = full ? null : /^(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号]?$/.exec(text);
  const [year, month, day] = full ? [full[1], full[2], full[3]] : [today.slice(0, 4), short?.[1], short?.[2]];
  if (month === undefined || day === undefined) return null;
  const date = isoOf(Number(year), Number(month), Number(day));
  if (date === null) return null;
  const next = short && date < today ? isoOf(Number(year) + 1, Number(month), Number(day)) : date;
  return next === null ? null : { earliest_date: next, no_slots: false };
}

/** True when people who wait must hear of the change: no slots any more, or a date much later. */
export function touchesWaiting(before: SlotValue, after: SlotValue): boolean {
  if (after.no_slots) return !before.no_slots;
  if (before.earliest_date === null || after.earliest_date === null) return false;
  return daysBetween(before.earliest_date, after.earliest_date) >= IMPACT_DAYS;
}

/** A value in words, for the log, messages and reminders. */
export const slotText = (v: SlotValue): string => v.earliest_date ?? "无号";
