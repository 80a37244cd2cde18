/** When a recurring job is due. Times of day are Asia/Shanghai, which knows no summer time. */
const SHANGHAI_MS = 8 * 3_600_000;
const MINUTE = 60_000;
const DAY = 86_400_000;

export type Cron = "every minute" | `every ${number} minutes` | "every hour" | `every day ${number}:${number}`;

const every = (ms: number, at: number): number => Math.floor(at / ms) * ms;

/** The latest slot at or before `now`; a slot that was missed is made up for once, at the next look. */
export function slotOf(cron: Cron, now: Date): Date {
  const at = now.getTime();
  if (cron === "every minute") return new Date(every(MINUTE, at));
  if (cron === "every hour") return new Date(every(60 * MINUTE, at));
  const minutes = /^every (\d+) minutes$/.exec(cron);
  if (minutes && Number(minutes[1]) > 0) return new Date(every(Number(minutes[1]) * MINUTE, at));
  const daily = /^every day ([01]?\d|2[0-3]):([0-5]\d)$/.exec(cron);
  if (!daily) throw new Error(`unknown cron "${cron}"`);
  const offset = (Number(daily[1]) * 60 + Number(daily[2])) * MINUTE - SHANGHAI_MS;
  return new Date(every(DAY, at - offset) + offset);
}
