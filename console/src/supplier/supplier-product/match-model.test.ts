import { expect, test } from "vitest";
import { match, price } from "./match-fixtures.ts";
import { stepOf } from "@visadesk/contract/supplier/supplier-price.rules.ts";
import { costCurve, costText, deltaText, moved, ordersBy, periodText, stepText, type Match } from "./match-model.ts";

const other = (patch: Partial<Match>): Match => ({ ...match, ...patch });
const a = match;
const b = other({ id: 12, supplier_name: "北方签证", priority: 2, adult: 99_000, lead_max: 9, issue_rate: null });
const c = other({
  id: 13,
  supplier_name: "南洋签证",
  priority: 3,
  adult: 14_000,
  currency: "USD",
  lead_max: 4,
  lead_min: 3,
  issue_rate: 0.99,
});

test("a product's suppliers go by price, lead time or issue rate; what has no figure goes last, equal ones keep their place", () => {
  const ids = (by: "price" | "lead" | "issue_rate") => ordersBy([c, a, b], by)[0]?.matches.map((m) => m.id);
  expect(ids("price")).toEqual([12, 11, 13]);
  expect(ids("lead")).toEqual([13, 11, 12]);
  expect(ids("issue_rate")).toEqual([13, 11, 12]);
  expect(ordersBy([a, other({ id: 14, priority: 2 })], "price")[0]).toMatchObject({ moves: false });
  expect(ordersBy([other({ status: 0 })], "price")).toEqual([]);
});

test("a period without an end is said in one breath", () => {
  expect(periodText({ valid_from: "2025-01-01", valid_to: null })).toBe("2025-01-01 起长期有效");
  expect(periodText({ valid_from: null, valid_to: null })).toBe("长期");
});

test("one place up or down, and no further than the ends", () => {
  expect(moved([b, a, c], 12, -1)?.map((m) => m.id)).toEqual([12, 11, 13]);
  expect(moved([b, a, c], 12, 1)?.map((m) => m.id)).toEqual([11, 13, 12]);
  expect(moved([a, b], 11, -1)).toBeNull();
  expect(moved([a, b], 12, 1)).toBeNull();
});

test("amounts stand in their own currency, changes with sign and share", () => {
  expect([costText(103_000, "CNY"), costText(3_500, "USD"), costText(3_000, "JPY"), costText(null, "CNY")]).toEqual([
    "¥1,030.00",
    "USD 35.00",
    "JPY 3,000",
    "—",
  ]);
  expect([deltaText(-500, "CNY"), deltaText(500, null), stepText(stepOf(100_000, 112_000)), stepText(stepOf(0, 5))]).toEqual([
    "-¥5.00",
    "+¥5.00",
    "+12.0%",
    "",
  ]);
});

test("the curve is of approved costs, foreign ones at their frozen rate, and goes on to what begins later", () => {
  const usd = { ...price, id: 22, adult: 3_500, currency: "USD", rate: "7.1234", effective_at: "2026-10-01T00:00:00.000Z" };
  const coming = { ...price, id: 23, effective_at: "2027-01-01T00:00:00.000Z" };
  const refused = { ...price, id: 24, review: "rejected" as const };
  const now = Date.parse("2026-11-20T00:00:00Z");
  expect(costCurve([coming, refused, usd, price], now).map((p) => p.cents)).toEqual([103_000, 24_932, 24_932, price.adult]);
  const [began, begins] = [price, coming].map((p) => Date.parse(p.effective_at ?? ""));
  expect(costCurve([coming, price], now).map((p) => p.at)).toEqual([began, now, begins]);
  expect(costCurve([refused], now)).toEqual([]);
});
