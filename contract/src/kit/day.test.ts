import { describe, expect, test } from "vitest";
import { isDay, isInstant } from "./day.ts";
import { date, range, time, z } from "./field.ts";
import { resolveRange } from "./relative-dates.ts";

const DAYS = ["1900-01-01", "2024-02-29", "2999-12-31"];
const NO_DAYS = ["1899-12-31", "3000-01-01", "0001-01-01", "9999-12-31", "-4713-01-01", "+010000-01-01", "2026-02-30", "2026-13-01", ""];
const INSTANTS = ["2026-11-20T01:02:03.004Z", "2026-11-20T09:02:03+08:00", "1900-01-01T00:00:00+08:00", "2999-12-31T23:59:59+08:00"];
const NO_INSTANTS = [
  "0001-01-01T00:00:00+14:00",
  "9999-12-31T23:59:59-12:00",
  "1899-12-31T23:59:59+08:00",
  "2999-12-31T23:59:59Z",
  "2026-11-20T00:00:00+23:59",
  "2026-02-30T00:00:00Z",
  "2026-11-20T24:00:01Z",
  `2026-11-20T00:00:00.${"0".repeat(200)}1Z`,
  "2026-11-20T00:00:00",
];
const takes = (type: z.core.$ZodType, value: unknown): boolean => z.safeParse(type, value).success;

test("real days of the years 1900 to 2999", () => {
  expect(DAYS.filter((d) => !isDay(d) || !takes(date("日"), d))).toEqual([]);
  expect(NO_DAYS.filter((d) => isDay(d) || takes(date("日"), d))).toEqual([]);
});

test("instants whose day is one, by an offset that is one", () => {
  expect(INSTANTS.filter((t) => !isInstant(t) || !takes(time("时间"), t))).toEqual([]);
  expect(NO_INSTANTS.filter((t) => isInstant(t) || takes(time("时间"), t))).toEqual([]);
});

describe("range", () => {
  test("takes both, each end or none", () => {
    for (const end of [...DAYS, ...INSTANTS])
      for (const body of [{ from: end }, { to: end }, { from: end, to: end }, {}])
        expect(takes(range("时间"), body), JSON.stringify(body)).toBe(true);
  });
  test("says what is wrong in one sentence", () => {
    for (const end of [...NO_DAYS, ...NO_INSTANTS, "d-6", "today", "infinity", 20261120, null]) {
      const parsed = z.safeParse(range("登录时间"), { from: end });
      expect(
        parsed.error?.issues.map((i) => i.message),
        String(end),
      ).toEqual(["登录时间的起止应为 1900 至 2999 年的日期，如 2026-11-01"]);
    }
  });
  test("a day out of the years is no range of a saved view", () => {
    for (const text of ["9999-12-31~9999-12-31", "0000-01-01~", "2026-02-30~"]) expect(resolveRange(text)).toBeNull();
  });
});
