import { expect, test } from "vitest";
import { backPlan, type PlanAsk, type PlanBasis } from "./back-plan.ts";

/** The holidays around October 2026, as the State Council set them: off days and make-up days. */
const OFF = new Set(["09-25", "09-26", "09-27", "10-01", "10-02", "10-03", "10-04", "10-05", "10-06", "10-07"].map((d) => `2026-${d}`));
const WORK = new Set(["2026-09-20", "2026-10-10"]);
const weekday = (d: string): boolean => ![0, 6].includes(new Date(`${d}T00:00:00Z`).getUTCDay());
const calendar: PlanAsk["calendar"] = {
  isWorkingDay: (d) => WORK.has(d) || (weekday(d) && !OFF.has(d)),
  isMissionOpen: (d) => weekday(d) && !OFF.has(d),
  isEstimated: (from, to) => from < "2026-01-01" || to > "2026-12-31",
};
const days: PlanAsk["days"] = { in_hand_days: 3, return_days: 2, submit_work_days: 2, originals_days: 2, review_work_days: 1 };
const plain: PlanBasis = { work_days_max: 10, has_originals: true, has_return: true, bookable_on: null };
const plan = (more: Partial<Omit<PlanAsk, "basis">> & { basis?: Partial<PlanBasis> } = {}) =>
  backPlan({ travel_date: "2026-10-20", today: "2026-09-10", days, calendar, ...more, basis: { ...plain, ...more.basis } });
const latest = (p: ReturnType<typeof plan>) => Object.fromEntries(p.steps.map((s) => [s.step, s.latest?.slice(5)]));

test("base-data 4: back_plan with the default constants", () => {
  expect(latest(plan())).toEqual({
    in_hand: "10-17",
    result: "10-15",
    submission: "09-23",
    originals_in: "09-21",
    originals_sent: "09-19",
    papers: "09-17",
  });
  expect(plan().steps[0]).toMatchObject({ step: "papers", earliest: "2026-09-10", slack: 7, is_done: false, is_estimated: false });
});

test("base-data 4: the first travel date fits, the day before does not", () => {
  for (let i = 0; i < 40; i++) {
    const today = new Date(Date.parse("2026-08-25") + i * 86_400_000).toISOString().slice(0, 10);
    for (const basis of [{}, { has_originals: false, has_return: false, work_days_max: 3 }, { bookable_on: "2026-09-29" }]) {
      const first = plan({ today, basis }).first_travel_date;
      const before = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10);
      const worst = (travel_date: string): number => Math.min(...plan({ today, basis, travel_date }).steps.map((s) => s.slack ?? 0));
      expect(worst(first), `${today} ${first}`).toBeGreaterThanOrEqual(0);
      expect(worst(before), `${today} ${before}`).toBeLessThan(0);
    }
  }
});

test("a mission that can only be booked late makes the submission red, not the papers before it", () => {
  const { steps } = plan({ basis: { bookable_on: "2026-09-28" } });
  expect(steps.map((s) => [s.step, (s.slack ?? 0) < 0])).toEqual([
    ["papers", false],
    ["originals_sent", false],
    ["originals_in", false],
    ["submission", true],
    ["result", true],
    ["in_hand", true],
  ]);
});

test("steps of a product without originals and return fall away; done steps count from their own day", () => {
  expect(plan({ basis: { has_originals: false, has_return: false } }).steps.map((s) => s.step)).toEqual([
    "papers",
    "submission",
    "result",
    "in_hand",
  ]);
  const under = plan({ today: "2026-10-08", facts: { papers: "2026-09-14", review: "2026-09-15", submission: "2026-09-22" } });
  expect(under.steps.map((s) => [s.step, s.is_done, s.slack])).toEqual([
    ["papers", true, null],
    ["originals_sent", true, null],
    ["originals_in", true, null],
    ["submission", true, null],
    ["result", false, 1],
    ["in_hand", false, 1],
  ]);
  expect(under.first_travel_date).toBe("2026-10-19");
});

test("a year without calendar is marked, where it matters", () => {
  const late = plan({ travel_date: "2027-01-15", today: "2026-12-20" });
  expect(late.steps.every((s) => s.is_estimated)).toBe(true);
  expect(late.is_estimated).toBe(true);
  expect(plan().is_estimated).toBe(false);
  expect(plan({ travel_date: null }).steps.every((s) => s.latest === null && s.slack === null)).toBe(true);
});

test("beyond the field 2: our own cases take the place of set days, step by step, and each step says so", () => {
  const learned = { originals: { days: 4, n: 40 }, result: { days: 12, n: 84 }, back: { days: 3, n: 25 } };
  const own = plan({ learned });
  const set = plan({ days: { ...days, originals_days: 4, return_days: 3 }, basis: { work_days_max: 12 } });
  expect(latest(own)).toEqual(latest(set));
  expect(own.first_travel_date).toBe(set.first_travel_date);
  expect(own.steps.map((s) => [s.step, s.basis?.days])).toEqual([
    ["papers", undefined],
    ["originals_sent", undefined],
    ["originals_in", 4],
    ["submission", undefined],
    ["result", 12],
    ["in_hand", 3],
  ]);
  // What is done rests on nothing, and a passport that nobody sends back on no courier.
  const going = plan({ learned, basis: { has_return: false }, facts: { originals_in: "2026-09-09" } });
  expect(going.steps.flatMap((s) => (s.basis ? [s.step] : []))).toEqual(["result"]);
  expect(latest(plan({ learned: {} }))).toEqual(latest(plan()));
});
