import { expect, test } from "vitest";
import { refundGridFault, refundLines, type RefundAsk, type RefundRow, type RefundStage } from "./refund.rules.ts";

const row = (stage: RefundStage, service_rate: number, official: "refund" | "none", within_hours = 0): RefundRow => ({
  stage,
  service_rate,
  embassy: official,
  centre: official,
  within_hours,
  text: "",
});
const standard = [
  row("paid", 100, "refund"),
  row("reviewing", 80, "refund"),
  row("reviewed", 50, "refund"),
  row("submitted", 0, "none"),
  row("issued", 0, "none"),
  row("refused", 0, "none"),
  row("refused_protected", 100, "refund"),
];
const paid = { service: 41_300, embassy: 71_500, centre: 0 };
const ask = (stage: RefundStage, more: Partial<RefundAsk> = {}) =>
  refundLines({ grid: standard, stage, hours_since_payment: 500, paid, is_official_paid: false, liability: "customer", ...more }).total;

test("order 6: 50 % of 49,001 is 24,501", () => {
  expect(ask("reviewed", { paid: { service: 49_001, embassy: 0, centre: 0 } })).toBe(24_501);
});

test("base-data 8: standard policy per stage, rounded half up", () => {
  expect(ask("reviewing")).toBe(33_040 + 71_500);
  expect(ask("reviewed")).toBe(20_650 + 71_500);
  expect(ask("reviewed", { is_official_paid: true })).toBe(20_650);
  expect(ask("submitted")).toBe(0);
  expect(ask("reviewed", { paid: { service: 41_315, embassy: 0, centre: 0 } })).toBe(20_658);
});

test("base-data 9: our fault returns all, a refusal what the policy says", () => {
  for (const { stage } of standard) expect(ask(stage, { liability: "us", is_official_paid: true })).toBe(112_800);
  expect(ask("refused", { is_official_paid: true })).toBe(0);
  const all = standard.map((r) => (r.stage === "refused" ? row("refused", 100, "refund") : r));
  expect(ask("refused", { grid: all, is_official_paid: true })).toBe(41_300);
});

test("base-data 10: a row with hours holds until they are over", () => {
  const grid = standard.map((r) => (r.stage === "paid" ? { ...r, within_hours: 2 } : r));
  const at = (time: string) => (Date.parse(`2026-09-01T${time}Z`) - Date.parse("2026-09-01T10:00:00Z")) / 3_600_000;
  expect(ask("paid", { grid, hours_since_payment: at("11:59:59") })).toBe(112_800);
  expect(ask("paid", { grid, hours_since_payment: at("12:00:00") })).toBe(33_040 + 71_500);
});

test("a grid is complete and never rises before submission", () => {
  expect(refundGridFault(standard)).toBeNull();
  expect(refundGridFault(standard.slice(0, 3))).toBe("第4阶段未填写");
  expect(refundGridFault(standard.map((r) => (r.stage === "reviewed" ? { ...r, service_rate: 90 } : r)))).toBe(
    "后一阶段的退款比例不能高于前一阶段",
  );
});
