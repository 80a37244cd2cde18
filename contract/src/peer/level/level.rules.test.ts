import { describe, expect, test } from "vitest";
import {
  askedText,
  downgradeOf,
  earnedLevel,
  fallbackPrice,
  quarterOf,
  thresholdsFault,
  thresholdsMet,
  upgradeOf,
  type LevelTerms,
} from "./level.rules.ts";

describe("peer 11: a level without a price of its own", () => {
  const [retail, fees] = [118_805, 71_500];
  test("pays a share of the service part, half up", () => {
    expect(fallbackPrice(retail, fees, { kind: "percent", rate: 9_750 })).toBe(117_622);
    // 12345 × 95 % = 11727.75
    expect(fallbackPrice(12_345, 0, { kind: "percent", rate: 9_500 })).toBe(11_728);
  });
  test("or cents less, never below the fees", () => {
    expect(fallbackPrice(retail, fees, { kind: "minus", amount: 3_000 })).toBe(115_805);
    expect(fallbackPrice(retail, fees, { kind: "minus", amount: 50_000 })).toBe(71_500);
  });
  test("or the retail price", () => {
    expect(fallbackPrice(retail, fees, { kind: "none" })).toBeNull();
    expect(fallbackPrice(retail, fees)).toBeNull();
  });
});

const level = (
  code: LevelTerms["code"],
  gmv_min: number | null,
  orders_min: number | null,
  more: Partial<LevelTerms> = {},
): LevelTerms => ({
  code,
  status: 1,
  gmv_min,
  orders_min,
  topup_min: null,
  match: "any",
  ...more,
});
const levels = [
  level("V1", null, null),
  level("V2", 8_000_000, 60),
  level("V3", 20_000_000, 150),
  level("V4", 50_000_000, 400),
  level("V5", null, null),
];
const figures = (gmv: number, orders: number) => ({ gmv, orders, topup: 0 });
const free = (code: LevelTerms["code"]) => ({ code, locked_until: null });

describe("peer 12: thresholds of 90 days", () => {
  test("V3 is earned by the 150th order, not by a GMV that refunds brought down", () => {
    expect(upgradeOf(levels, free("V2"), figures(20_800_000 - 900_000, 149), "2026-10-01")).toBeNull();
    expect(upgradeOf(levels, free("V2"), figures(20_800_000 - 900_000, 150), "2026-10-01")).toBe("V3");
    expect(upgradeOf(levels, free("V2"), figures(20_000_000, 0), "2026-10-01")).toBe("V3");
  });
  test("a locked level does not move through its last day", () => {
    const locked = { code: "V2" as const, locked_until: "2026-10-01" };
    expect(upgradeOf(levels, locked, figures(0, 150), "2026-10-01")).toBeNull();
    expect(upgradeOf(levels, locked, figures(0, 150), "2026-10-02")).toBe("V3");
  });
  test("all asks for each that is set; a level without thresholds is given by people", () => {
    const all = level("V3", 20_000_000, 150, { match: "all" });
    expect([figures(20_000_000, 149), figures(20_000_000, 150)].map((f) => thresholdsMet(all, f))).toEqual([false, true]);
    expect(earnedLevel(levels, figures(900_000_000, 9_000))).toBe("V4");
    expect(earnedLevel([...levels.slice(0, 3), level("V4", 1, 1, { status: 0 })], figures(900_000_000, 9_000))).toBe("V3");
  });
});

describe("peer 13: a quarter's re-grading", () => {
  test("goes one level down at most, and only where the level is no longer earned", () => {
    expect(downgradeOf(levels, free("V4"), figures(0, 0), "2026-10-01")).toBe("V3");
    expect(downgradeOf(levels, free("V4"), figures(50_000_000, 0), "2026-10-01")).toBeNull();
    expect(downgradeOf(levels, free("V1"), figures(0, 0), "2026-10-01")).toBeNull();
    expect(downgradeOf(levels, { code: "V4", locked_until: "2026-12-31" }, figures(0, 0), "2026-10-01")).toBeNull();
  });
  test("has the name of its quarter", () => {
    expect(["2026-01-01", "2026-04-01", "2026-09-30", "2026-10-01"].map(quarterOf)).toEqual(["2026-Q1", "2026-Q2", "2026-Q3", "2026-Q4"]);
  });
});

test("thresholds rise with the code", () => {
  expect(thresholdsFault(levels, "V4")).toBeNull();
  const falls = [...levels.slice(0, 3), level("V4", 20_000_000, 400)];
  expect(thresholdsFault(falls, "V4")).toEqual({ path: "gmv_min", message: "门槛须随等级递增：V4 的GMV应高于 V3 的 ¥200,000.00" });
  expect(thresholdsFault(falls, "V3")).toEqual({ path: "gmv_min", message: "门槛须随等级递增：V3 的GMV应低于 V4 的 ¥200,000.00" });
  const same = [...levels.slice(0, 3), level("V4", 90_000_000, 150)];
  expect(thresholdsFault(same, "V3")).toEqual({ path: "orders_min", message: "门槛须随等级递增：V3 的单量应低于 V4 的 150 单" });
  expect(thresholdsFault([...levels.slice(0, 3), level("V4", 20_000_000, 400, { status: 0 })], "V4")).toBeNull();
});
test("what a level asks for is one line", () => {
  expect(levels.slice(0, 3).map(askedText)).toEqual(["", "GMV ≥ ¥80,000.00 或 单量 ≥ 60", "GMV ≥ ¥200,000.00 或 单量 ≥ 150"]);
  expect(askedText(level("V4", null, 400, { topup_min: 100, match: "all" }))).toBe("单量 ≥ 400 且 充值 ≥ ¥1.00");
});
