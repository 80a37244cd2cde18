/** The one clock. Tests set it; nothing else calls `new Date()` for a business time. */
export interface Clock {
  now(): Date;
}
/** Goes on with the machine's clock, so much ahead of it: several processes show one set time. */
export const aheadBy = (ms: number): Clock => ({ now: () => new Date(Date.now() + ms) });
export const systemClock: Clock = aheadBy(0);

/** A clock that tests set and advance. */
export class TestClock implements Clock {
  private at: number;
  constructor(at: string | Date) {
    this.at = new Date(at).getTime();
  }
  now(): Date {
    return new Date(this.at);
  }
  set(at: string | Date): void {
    this.at = new Date(at).getTime();
  }
  advance(ms: number): void {
    this.at += ms;
  }
}
