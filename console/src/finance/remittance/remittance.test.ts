import { expect, test } from "vitest";
import { taken } from "./candidate-ticks.tsx";
import { staying } from "./remittance-columns.tsx";
import { termsOf } from "./remittance-words.tsx";

test("ticked lines give what is asked for, and all they have where that is within the write-off", () => {
  expect(taken(50_000, 2_000, [{ rest: 30_000 }, { rest: 20_000 }])).toEqual([30_000, 20_000]);
  expect(taken(50_000, 2_000, [{ rest: 48_500 }])).toEqual([48_500]);
  expect(taken(50_000, 2_000, [{ rest: 51_000 }])).toEqual([51_000]);
  expect(taken(20_000, 2_000, [{ rest: 60_000 }])).toEqual([20_000]);
});

test("how long it waits is told until it is booked, and of what ended otherwise not at all", () => {
  const now = new Date("2026-11-20T10:00:00Z");
  const of = (remittance_status: "pending" | "booked" | "rejected", booked_at: string | null = null) =>
    staying({ submitted_at: "2026-11-18T08:00:00Z", booked_at, remittance_status }, now);
  expect([of("pending"), of("booked", "2026-11-18T08:20:00Z"), of("rejected")]).toEqual(["2天2小时", "不足1小时", ""]);
});

test("reasons of a score stand with their points", () => {
  const terms = [
    { text: "金额一致", points: 50 },
    { text: "该户名曾属于「甲」", points: -30 },
  ];
  expect(termsOf({ terms })).toBe("+50 金额一致　-30 该户名曾属于「甲」");
});
