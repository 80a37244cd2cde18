/** Minutes of 订单耗时 as they are read: in working days, a mission's days, or days of the calendar. */
import { WORK_DAY_MINUTES, type SpendClock, type SpendNode } from "@visadesk/contract/order/spend/spend.words.ts";

const HOUR = 60;
const DAY = 1_440;
const one = (n: number): string => String(Math.round(n * 10) / 10);

export function spendText(minutes: number | null, clock: SpendClock, node?: SpendNode): string {
  if (minutes === null) return "—";
  if (clock === "work" && node === "t7") return `${one(minutes / WORK_DAY_MINUTES)}使馆日`;
  if (minutes < HOUR) return `${minutes}分`;
  if (clock === "work") return minutes < WORK_DAY_MINUTES ? `${one(minutes / HOUR)}工时` : `${one(minutes / WORK_DAY_MINUTES)}工作日`;
  return minutes < DAY ? `${one(minutes / HOUR)}小时` : `${one(minutes / DAY)}天`;
}
/** Of none, nothing is said. */
export const shareText = (n: number, of: number): string => (of === 0 ? "—" : `${Math.round((n / of) * 100)}%`);
