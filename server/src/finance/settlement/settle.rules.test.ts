import { describe, expect, test } from "vitest";
import { entryOf } from "../../ledger/index.ts";
import { agreedBy, allot, cycleOf, cyclesOver, differencePosting, dueOn } from "./settle.rules.ts";

describe("cycles", () => {
  test("month, half month, week, day", () => {
    expect(cycleOf("month", "2026-02-14")).toEqual({ start: "2026-02-01", end: "2026-02-28" });
    expect([cycleOf("half_month", "2026-08-15").end, cycleOf("half_month", "2026-08-16")]).toEqual([
      "2026-08-15",
      { start: "2026-08-16", end: "2026-08-31" },
    ]);
    // A Sunday belongs to the week before, a Monday begins one.
    expect([cycleOf("week", "2026-11-22"), cycleOf("week", "2026-11-23").start]).toEqual([
      { start: "2026-11-16", end: "2026-11-22" },
      "2026-11-23",
    ]);
    expect(cycleOf("day", "2026-11-23")).toEqual({ start: "2026-11-23", end: "2026-11-23" });
  });

  test("only those that are over, the day itself never", () => {
    expect(cyclesOver("month", "2026-08-20", "2026-10-31").map((c) => c.end)).toEqual(["2026-08-31", "2026-09-30"]);
    expect(cyclesOver("day", "2026-11-23", "2026-11-23")).toEqual([]);
  });

  test("finance 9: due 31 days after 31 August 2026 moves over the national holiday", () => {
    const off = new Set(["2026-10-01", "2026-10-02", "2026-10-03", "2026-10-04", "2026-10-05", "2026-10-06", "2026-10-07"]);
    expect(dueOn("2026-08-31", 31, (d) => !off.has(d))).toBe("2026-10-08");
    expect(dueOn("2026-08-31", 30, () => true)).toBe("2026-09-30");
  });
});

test("what a verdict settles on", () => {
  expect([agreedBy("accept", 1_800, 2_600), agreedBy("ours", 1_800, 2_600), agreedBy("half", 1_800, 2_601)]).toEqual([2_600, 1_800, 2_201]);
  expect([agreedBy("accept", 1_800, null), agreedBy("appeal", 1_800, 2_600)]).toEqual([0, null]);
});

test("finance 2, 18: a difference is booked between cost, or whoever bears it, and the payable", () => {
  const line = { id: 1, account_code: "payable_carrier", order_id: 5, applicant_id: null, booked: 1_800, agreed: 2_600 } as const;
  const of = (extra: { verdict: "accept" | "supplier"; borne_by: number | null }) =>
    entryOf(differencePosting({ id: 9, kind: "carrier", supplier_id: 7 }, [{ ...line, ...extra }], 0))?.lines.map((l) => [
      l.account.code,
      l.account.owner_id ?? l.account.kind,
      l.amount,
    ]);
  expect(of({ verdict: "accept", borne_by: null })).toEqual([
    ["cost", "express", 800],
    ["payable_carrier", 7, -800],
  ]);
  expect(of({ verdict: "supplier", borne_by: 3 })?.[0]).toEqual(["payable_supplier", 3, 800]);
});

test("a payment takes what lessens the settlement along and then pays lines in their order", () => {
  const lines = [
    { id: 1, open: 10_000 },
    { id: 2, open: -5_000 },
    { id: 3, open: 20_000 },
  ];
  expect(allot(lines, 25_000)).toEqual([
    [2, -5_000],
    [1, 10_000],
    [3, 20_000],
  ]);
  expect(allot(lines, 7_000)).toEqual([
    [2, -5_000],
    [1, 10_000],
    [3, 2_000],
  ]);
});
