/** When a demo person's refund is asked for, looked at, passed and paid. */
import { FINAL_ABOVE } from "@visadesk/contract/order/refund/refund.words.ts";
import type { Clocks } from "../flow/due.rules.ts";
import type { Facts, Person } from "../flow/facts.ts";
import type { RefundCourse } from "./world.ts";

export class RefundTimes {
  private readonly calendar: Clocks["calendar"];
  private readonly f: Facts;
  private readonly p: Person;
  course: RefundCourse | null = null;
  constructor(calendar: Clocks["calendar"], f: Facts, p: Person) {
    this.calendar = calendar;
    this.f = f;
    this.p = p;
  }
  /** After a review that failed: passed at that time; what is large has two looks. */
  asked(from: Date, passed: Date): Date {
    const amount = this.f.fees.reduce((n, x) => n + (x.applicant_id === this.p.id ? x.payable : 0), 0);
    const first = amount > FINAL_ABOVE ? this.between(from, passed, 0.7) : passed;
    this.course = { asked: this.between(from, passed, 0.4), first, passed, left: null };
    return passed;
  }
  /** A claim is looked at once already; accounts of a peer have their money at once. */
  leaves(from: Date, at: Date, isAtOnce: boolean): Date {
    const isLarge = (this.p.claim?.approved_amount ?? 0) > FINAL_ABOVE;
    const claim = { asked: from, first: from, passed: isLarge ? this.between(from, at, 0.5) : from };
    const course = this.course ?? claim;
    const left = isAtOnce ? course.passed : at;
    this.course = { ...course, left };
    return left;
  }
  private between(from: Date, end: Date, share: number): Date {
    return this.calendar.addWorkingMinutes(from, Math.round(this.calendar.workingMinutes(from, end) * share));
  }
}
