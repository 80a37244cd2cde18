/**
 * 倒推日历: from the travel date backwards to the latest day of every step, from today forwards to the earliest one, and
 * the first travel date that works. Pure; both directions rest on the same open days, so a plan that fits one way fits the other.
 */
import { bool, choice, date, int, keysOf, text, z } from "../../kit/field.ts";

export const PLAN_STEPS = {
  papers: "资料齐",
  originals_sent: "寄出原件",
  originals_in: "原件到达",
  submission: "送签",
  result: "出签",
  in_hand: "拿到护照",
} as const;
export type PlanStep = keyof typeof PLAN_STEPS;
const STEPS = keysOf(PLAN_STEPS);

/** Calendar days, but for those that say work days (China's). */
export interface PlanDays {
  in_hand_days: number;
  return_days: number;
  submit_work_days: number;
  originals_days: number;
  review_work_days: number;
}
export interface PlanCalendar {
  isWorkingDay: (date: string) => boolean;
  isMissionOpen: (date: string) => boolean;
  /** True when a year between the two has no published calendar. */
  isEstimated: (from: string, to: string) => boolean;
}
export interface PlanBasis {
  /** Days of the mission from submission to result. */
  work_days_max: number;
  has_originals: boolean;
  has_return: boolean;
  /** Nearest day that can be booked, or the booked one; null where nobody has to go or none is known. */
  bookable_on: string | null;
}
/** Days on which steps were done; what is done falls away. */
export type PlanFacts = Partial<Readonly<Record<PlanStep | "review", string>>>;
/** Days that our own cases took, nine of ten of them, and how many they were; what is not known stays as it is set. */
export interface Learned {
  days: number;
  n: number;
}
export interface LearnedDays {
  /** Calendar days of a parcel from the customer. */
  originals?: Learned | undefined;
  /** Days of the mission from submission to result. */
  result?: Learned | undefined;
  /** Calendar days of a parcel back to the customer. */
  back?: Learned | undefined;
}
export interface PlanAsk {
  learned?: LearnedDays;
  travel_date: string | null;
  today: string;
  basis: PlanBasis;
  days: PlanDays;
  calendar: PlanCalendar;
  facts?: PlanFacts;
}

const DAY = 86_400_000;
/** No open day in ten years is a wrong calendar, not a far date. */
const SEARCH_DAYS = 3_660;
const shift = (day: string, n: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + n * DAY).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;
const later = (...days: readonly (string | null)[]): string => days.reduce<string>((a, b) => (b !== null && b > a ? b : a), "");

type IsOpen = (date: string) => boolean;
/** The n-th open day after `from`; 0 = `from` itself. */
function openAfter(from: string, n: number, isOpen: IsOpen): string {
  let left = n;
  for (let i = 0, day = from; i <= SEARCH_DAYS; i++, day = shift(day, 1)) {
    if (i > 0 && isOpen(day)) left--;
    if (left === 0) return day;
  }
  throw new Error(`no open day after ${from}`);
}
/** The latest day whose n-th open day afterwards is not later than `to`. */
function openBefore(to: string, n: number, isOpen: IsOpen): string {
  let left = n;
  for (let i = 0, day = to; i <= SEARCH_DAYS; i++, day = shift(day, -1)) {
    if (left === 0) return day;
    if (isOpen(day)) left--;
  }
  throw new Error(`no open day before ${to}`);
}
const firstOpen = (from: string, isOpen: IsOpen): string => (isOpen(from) ? from : openAfter(from, 1, isOpen));
const lastOpen = (to: string, isOpen: IsOpen): string => (isOpen(to) ? to : shift(openBefore(to, 1, isOpen), 1));

/** What was learned takes the place of what is set. */
const withLearned = (ask: PlanAsk): PlanAsk => ({
  ...ask,
  days: {
    ...ask.days,
    originals_days: ask.learned?.originals?.days ?? ask.days.originals_days,
    return_days: ask.learned?.back?.days ?? ask.days.return_days,
  },
  basis: { ...ask.basis, work_days_max: ask.learned?.result?.days ?? ask.basis.work_days_max },
});
/** Which step rests on it; a passport that is not sent back is in hand with the result. */
const basisOf = (ask: PlanAsk, step: PlanStep): Learned | undefined =>
  step === "originals_in"
    ? ask.learned?.originals
    : step === "result"
      ? ask.learned?.result
      : step === "in_hand" && ask.basis.has_return
        ? ask.learned?.back
        : undefined;

type Dates = Partial<Record<PlanStep, string>>;

function latestDays({ basis, days, calendar }: PlanAsk, travel: string): Dates {
  const in_hand = shift(travel, -days.in_hand_days);
  const result = basis.has_return ? shift(in_hand, -days.return_days) : in_hand;
  const submission = lastOpen(openBefore(result, basis.work_days_max, calendar.isMissionOpen), calendar.isMissionOpen);
  const ready = openBefore(submission, days.submit_work_days, calendar.isWorkingDay);
  const sent = basis.has_originals ? shift(ready, -days.originals_days) : ready;
  const papers = openBefore(sent, days.review_work_days, calendar.isWorkingDay);
  return { papers, ...(basis.has_originals && { originals_sent: sent, originals_in: ready }), submission, result, in_hand };
}

/** Nothing that is still open happens before today. */
function earliestDays({ basis, days, calendar, today, facts = {} }: PlanAsk): Dates & { in_hand: string } {
  const papers = facts.papers ?? today;
  const review = facts.review ?? later(today, openAfter(papers, days.review_work_days, calendar.isWorkingDay));
  const sent = facts.originals_sent ?? later(today, review);
  const arrived = facts.originals_in ?? later(today, shift(sent, days.originals_days));
  const ready = openAfter(basis.has_originals ? arrived : review, days.submit_work_days, calendar.isWorkingDay);
  const submission = facts.submission ?? firstOpen(later(today, ready, basis.bookable_on), calendar.isMissionOpen);
  const result = facts.result ?? later(today, openAfter(submission, basis.work_days_max, calendar.isMissionOpen));
  const in_hand = facts.in_hand ?? later(today, shift(result, basis.has_return ? days.return_days : 0));
  return { papers, ...(basis.has_originals && { originals_sent: sent, originals_in: arrived }), submission, result, in_hand };
}

const step = z.object({
  step: choice("步骤", PLAN_STEPS),
  is_done: bool("已完成"),
  /** Earliest day from today on, or the day it was done; null for a step that was done on a day nobody kept. */
  earliest: z.nullable(date("最早")),
  /** Null without a travel date and for what is done. */
  latest: z.nullable(date("最晚")),
  /** Days between the two; negative: too late. */
  slack: z.nullable(z.int()).meta({ label: "余量(天)", kind: "int" }),
  /** Rests on our own cases of the last 90 days; absent: on the days that are set. */
  basis: z.optional(z.object({ days: int("P90天数"), n: int("样本") })),
  /** The latest day rests on a year without a published calendar. */
  is_estimated: bool("按周末推算"),
});
export const backPlanOutput = z.object({
  travel_date: z.nullable(date("出行日期")),
  steps: z.array(step),
  first_travel_date: date("最早可出行"),
  is_estimated: bool("按周末推算"),
  /** The place that has to be gone to, where somebody has to. */
  place_name: z.nullable(text("递签地点")),
  bookable_on: z.nullable(date("最近可约")),
  no_slots: bool("无号"),
  work_days_max: int("办理天数"),
});
export type BackPlan = z.output<typeof backPlanOutput>;

/** When the visa is there at the latest if nothing waits from now on; null once it is. Entry and order say it alike. */
export function issueText(plan: Pick<BackPlan, "steps" | "is_estimated">): string | null {
  const result = plan.steps.find((s) => s.step === "result");
  if (!result?.earliest || result.is_done) return null;
  return `按现有进度最晚 ${result.earliest} 出签${plan.is_estimated ? "（按周末推算）" : ""}`;
}

export function backPlan(given: PlanAsk): Pick<BackPlan, "travel_date" | "steps" | "first_travel_date" | "is_estimated"> {
  const ask = withLearned(given);
  const { travel_date, calendar, today, facts = {} } = ask;
  const earliest = earliestDays(ask);
  const latest = travel_date === null ? {} : latestDays(ask, travel_date);
  const first_travel_date = shift(earliest.in_hand, ask.days.in_hand_days);
  const last = STEPS.findLastIndex((key) => facts[key] !== undefined);
  const steps = STEPS.flatMap((key, i): BackPlan["steps"] => {
    const from = earliest[key];
    if (from === undefined) return [];
    const is_done = i <= last;
    const to = is_done ? null : (latest[key] ?? null);
    const basis = is_done ? undefined : basisOf(ask, key);
    return [
      {
        step: key,
        is_done,
        earliest: is_done ? (facts[key] ?? null) : from,
        latest: to,
        slack: to === null ? null : daysBetween(from, to),
        ...(basis && { basis }),
        is_estimated: to !== null && travel_date !== null && calendar.isEstimated(to < travel_date ? to : travel_date, travel_date),
      },
    ];
  });
  return { travel_date, steps, first_travel_date, is_estimated: calendar.isEstimated(today, first_travel_date) };
}
