import { expect, test } from "vitest";
import { isPromiseShort, percentile, wilson } from "./sku-stat.rules.ts";

test("a percentile is the smallest value with enough of the sample not above it", () => {
  const days = [3, 4, 5, 5, 6, 7, 8, 9, 10, 20];
  expect([0.5, 0.75, 0.9, 1].map((s) => percentile(days, s))).toEqual([6, 9, 10, 20]);
  expect(percentile([], 0.5)).toBeNull();
  expect(percentile([7], 0.01)).toBe(7);
});

test("the interval of a share is Wilson's", () => {
  // Newcombe (1998), table I: 81 of 263 gives 0.2553–0.3662.
  const of = wilson(81, 263);
  expect(of?.low).toBeCloseTo(0.2553, 4);
  expect(of?.high).toBeCloseTo(0.3662, 4);
  expect(wilson(0, 10)?.low).toBe(0);
  expect(wilson(0, 0)).toBeNull();
});

test("a promise is short only where ten results or more say so", () => {
  expect(isPromiseShort({ work_days_max: 7, days_n: 10, days_p75: 8 })).toBe(true);
  expect(isPromiseShort({ work_days_max: 8, days_n: 10, days_p75: 8 })).toBe(false);
  expect(isPromiseShort({ work_days_max: 7, days_n: 9, days_p75: 30 })).toBe(false);
});
