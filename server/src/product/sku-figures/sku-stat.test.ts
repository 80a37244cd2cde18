import { expect, test } from "vitest";
import { isPromiseShort, percentile } from "./sku-stat.rules.ts";

test("a percentile is the smallest value with enough of the sample not above it", () => {
  const days = [3, 4, 5, 5, 6, 7, 8, 9, 10, 20];
  expect([0.5, 0.75, 0.9, 1].map((s) => percentile(days, s))).toEqual([6, 9, 10, 20]);
  expect(percentile([], 0.5)).toBeNull();
  expect(percentile([7], 0.01)).toBe(7);
});

test("a promise is short only where ten results or more say so", () => {
  expect(isPromiseShort({ work_days_max: 7, days_n: 10, days_p75: 8 })).toBe(true);
  expect(isPromiseShort({ work_days_max: 8, days_n: 10, days_p75: 8 })).toBe(false);
  expect(isPromiseShort({ work_days_max: 7, days_n: 9, days_p75: 30 })).toBe(false);
});
