/** The one place where tests meet the machine's clock: how far ahead of it a clock stands that shows a set time now. */
import { systemClock } from "#kit/clock.ts";

export const msAhead = (at: string): number => {
  const ms = Date.parse(at) - systemClock.now().getTime();
  if (Number.isNaN(ms)) throw new Error(`not a time: ${at}`);
  return ms;
};
