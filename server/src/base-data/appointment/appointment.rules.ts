/** What 最近可约日期 is judged by: how long a statement holds, and which dates a place can offer. Pure. */
import type { FRESHNESS } from "@visadesk/contract/base-data/calendar/appointment.ts";
import type { SlotValue } from "@visadesk/contract/base-data/calendar/appointment.rules.ts";
import { VISA_TYPES } from "@visadesk/contract/product/sku/sku.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { addDays, instantOf, type Mission, type WorkCalendar } from "../calendar/calendar.rules.ts";

export type Freshness = keyof typeof FRESHNESS;
export interface Stated extends SlotValue {
  checked_at: string;
  valid_days: number;
}
/** Working days a statement may hold at most; the column's own bound. */
export const VALID_DAYS_MAX = 30;
/** A date further ahead is a slip of the pen. */
const FAR_DAYS = 730;

/** The last day a statement holds: its working days are those after the day it was made. */
export const freshUntil = (calendar: WorkCalendar, s: Pick<Stated, "checked_at" | "valid_days">): string =>
  calendar.addWorkingDays(shanghaiDate(s.checked_at), s.valid_days);

/** 已过期 goes before 无号: an old 无号 says no more than an old date. A date that has passed says nothing either. */
export function freshnessOf(calendar: WorkCalendar, s: Stated, today: string): Freshness {
  if (today > freshUntil(calendar, s) || (s.earliest_date !== null && s.earliest_date < today)) return "stale";
  return s.no_slots ? "none" : "fresh";
}

/** Per number of working days (1 first): the first moment a statement made since then still holds today. */
export function freshSince(calendar: WorkCalendar, today: string): Date[] {
  const since: Date[] = [];
  for (let day = today, between = 0; since.length < VALID_DAYS_MAX; day = addDays(day, -1)) {
    if (day < today && calendar.isWorkingDay(day)) between++;
    // `between` working days lie from `day` to yesterday: a statement for so many made before `day` is used up.
    while (since.length < between) since.push(instantOf(day, "00:00"));
  }
  return since;
}

/** Why the place cannot be booked for this value, or null. */
export function slotFault(calendar: WorkCalendar, place: Mission, v: SlotValue, today: string): string | null {
  if (v.no_slots === (v.earliest_date !== null)) return "请填写最早日期或标记无号";
  const date = v.earliest_date;
  if (date === null) return null;
  if (date < today) return `最早日期不能早于今天（${today}）`;
  if (date > addDays(today, FAR_DAYS)) return "最早日期超过两年，请核对";
  const closed = calendar.missionDays(place).closedBecause(date);
  return closed === null ? null : `${date}为闭馆日（${closed}）`;
}

/** A kind of visa as people write it: 旅游签, 旅游, 全部 or nothing; undefined when there is none of that name. */
export function visaTypeOf(cell: string): number | null | undefined {
  const text = cell.trim();
  if (text === "" || text === "全部" || text === "全部类型") return null;
  const found = Object.entries(VISA_TYPES).find(([, label]) => label === text || label === `${text}签`);
  return found ? Number(found[0]) : undefined;
}

/** How many wait for a place and type; a null type counts every kind of visa. */
export const waitingFor = (
  counts: readonly { place_id: number; visa_type: number; n: number }[],
  at: { place_id: number; visa_type: number | null },
): number =>
  counts.reduce((sum, c) => (c.place_id === at.place_id && (at.visa_type === null || c.visa_type === at.visa_type) ? sum + c.n : sum), 0);
