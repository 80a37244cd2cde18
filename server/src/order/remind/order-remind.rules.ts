/** When a customer may be reminded: never at night, and of one matter of an order once a day. No database here. */
import { type CUSTOMER_CHANNELS, INWARD_KINDS, QUIET_FROM, QUIET_UNTIL, REMIND_KINDS } from "@visadesk/contract/order/order-remind.ts";
import { shortTime } from "@visadesk/contract/kit/format.ts";

export type RemindKind = keyof typeof REMIND_KINDS;
export type CustomerChannel = keyof typeof CUSTOMER_CHANNELS;

const HOUR_MS = 3_600_000;
const SHANGHAI_MS = 8 * HOUR_MS;
const AGAIN_MS = 24 * HOUR_MS;

export const isQuiet = (now: Date): boolean => {
  const hour = new Date(now.getTime() + SHANGHAI_MS).getUTCHours();
  return hour >= QUIET_FROM || hour < QUIET_UNTIL;
};
/** Since when a sending of the same kind stands in the way. */
export const againSince = (now: Date): Date => new Date(now.getTime() - AGAIN_MS);
export const isInward = (kind: RemindKind): boolean => INWARD_KINDS.includes(kind);

const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
export const QUIET_SAID = `免打扰时段（${clock(QUIET_FROM)}–${clock(QUIET_UNTIL)}）不向客户发送提醒，请在${clock(QUIET_UNTIL)}后再发`;
export const oftenSaid = (kind: RemindKind, last: Date): string =>
  `24小时内已提醒客户${REMIND_KINDS[kind]}，请在 ${shortTime(new Date(last.getTime() + AGAIN_MS).toISOString())} 后再发`;
