/** Until when a supplier rests. Days are those of Shanghai. No zod. */

/** The day is reached: who looks after it decides whether it goes on; nothing resumes by itself. */
export const isPauseOver = (until: string | null | undefined, today: string): boolean => typeof until === "string" && until <= today;

/** What does not fit of a day that somebody enters; none at all is without end. */
export const pauseFault = (until: string | null | undefined, today: string): string | null =>
  isPauseOver(until, today) ? "暂停至须晚于今天" : null;
