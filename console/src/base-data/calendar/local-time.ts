/** The time somewhere else, and how far it is from Beijing. */
import { TIME_ZONE } from "@visadesk/contract/kit/constants.ts";

const WEEK = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"] as const;

/** The wall clock of a zone as if it were UTC. */
function wall(zone: string, now: Date): number {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(now);
  const n = (type: string): number => Number(parts.find((p) => p.type === type)?.value ?? 0);
  return Date.UTC(n("year"), n("month") - 1, n("day"), n("hour"), n("minute"));
}

const hours = (minutes: number): string => {
  const h = Math.floor(minutes / 60);
  const m = minutes % 60;
  return `${h > 0 ? `${h}小时` : ""}${m > 0 ? `${m}分` : ""}`;
};

/** "11-20 周五 11:05" with "比北京快1小时"; null for a zone nobody knows. */
export function localTime(zone: string, now: Date): { time: string; offset: string } | null {
  try {
    const there = wall(zone, now);
    const ahead = Math.round((there - wall(TIME_ZONE, now)) / 60_000);
    const at = new Date(there).toISOString();
    return {
      time: `${at.slice(5, 10)} ${WEEK[new Date(there).getUTCDay()] ?? ""} ${at.slice(11, 16)}`,
      offset: ahead === 0 ? "与北京相同" : `比北京${ahead > 0 ? "快" : "慢"}${hours(Math.abs(ahead))}`,
    };
  } catch {
    return null;
  }
}
