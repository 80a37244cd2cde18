/** 额度够不够: when credit is used up at the pace of late, and the temporary limit that would carry a peer through. Pure. */
import { yuan } from "@visadesk/contract/kit/format.ts";
import { CHANGE_DAYS, LIMIT_WITH_TEMP } from "@visadesk/contract/peer/peer/peer.words.ts";

/** Later than that is not said. */
const AHEAD = 90;
const DAY_MS = 86_400_000;
const STEP = 100_000;

export interface Pace {
  days: number;
  /** Charged to credit within them. */
  spent: number;
}
export interface Forecast {
  days: number;
  daily: number;
  used_up_on: string | null;
  text: string;
}
const dayAfter = (today: string, n: number): string => new Date(Date.parse(today) + n * DAY_MS).toISOString().slice(0, 10);
const short = (day: string): string => `${Number(day.slice(5, 7))}-${Number(day.slice(8, 10))}`;

export function forecastOf({ days, spent }: Pace, available: number, today: string): Forecast {
  const daily = Math.ceil(spent / days);
  const pace = `按近 ${days} 天速度`;
  if (daily <= 0) return { days, daily: 0, used_up_on: null, text: `近 ${days} 天没有使用授信` };
  const left = Math.floor(Math.max(0, available) / daily);
  if (left > AHEAD) return { days, daily, used_up_on: null, text: `${pace} ${AHEAD} 天内够用` };
  const used_up_on = dayAfter(today, left);
  return { days, daily, used_up_on, text: available <= 0 ? "额度已用尽" : `${pace} ${short(used_up_on)} 用尽` };
}
export const dueText = ({ due_on, amount }: { due_on: string; amount: number }): string => `${short(due_on)} 到期应还 ¥${yuan(amount)}`;

/** Whole thousands of yuan above what a month at the faster pace lacks, as far as the level allows; null: it suffices. */
export function proposalOf(
  paces: readonly Forecast[],
  of: { available: number; credit_limit: number; temp_in_force: number; level_cap: number },
  today: string,
): { temp_limit: number; valid_to: string } | null {
  const daily = Math.max(0, ...paces.map((p) => p.daily));
  const lacks = daily * CHANGE_DAYS.credit_temp - Math.max(0, of.available);
  if (daily === 0 || lacks <= 0) return null;
  const room = Math.floor(of.level_cap * LIMIT_WITH_TEMP) - of.credit_limit;
  const temp_limit = Math.min(of.temp_in_force + Math.ceil(lacks / STEP) * STEP, room);
  return temp_limit > of.temp_in_force ? { temp_limit, valid_to: dayAfter(today, CHANGE_DAYS.credit_temp) } : null;
}
