/**
 * The time of the stories. Server, browser and the stories themselves are all the same span ahead of the machine's clock,
 * so that a story means the same day on any day. It begins at `E2E_CLOCK`, or on a Tuesday morning, and goes on from there;
 * a story with a server of its own moves it.
 */
import { inject } from "vitest";
import { aheadBy } from "../../server/src/kit/clock.ts";

declare module "vitest" {
  interface ProvidedContext {
    msAhead: number;
  }
}

let ahead = inject("msAhead");
/** How far the time of this story is ahead of the machine's. */
export const storyAhead = (): number => ahead;
export const moveAhead = (ms: number): void => void (ahead = ms);

export const now = (): Date => aheadBy(ahead).now();

/** Digits that no run before had, for names and numbers that must be new. */
export const runNumber = (digits: number): string => String(now().getTime()).slice(-digits);
