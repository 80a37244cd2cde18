/**
 * The time of the stories. Server, browser and the stories themselves are all the same span ahead of the machine's clock,
 * so that a story means the same day on any day. It begins at `E2E_CLOCK`, or on a Tuesday morning, and goes on from there.
 */
import { inject } from "vitest";
import { aheadBy } from "../../server/src/kit/clock.ts";

declare module "vitest" {
  interface ProvidedContext {
    msAhead: number;
  }
}

export const now = (): Date => aheadBy(inject("msAhead")).now();

/** Digits that no run before had, for names and numbers that must be new. */
export const runNumber = (digits: number): string => String(now().getTime()).slice(-digits);
