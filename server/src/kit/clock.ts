/** The one clock. Tests move it; nothing else calls `new Date()` for a business time. */
export interface Clock {
  now(): Date;
}
export const systemClock: Clock = { now: () => new Date() };

/** A clock that tests set and advance. */
export class TestClock implements Clock {
  private at: number;
  constructor(at: string | Date = new Date()) {
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
