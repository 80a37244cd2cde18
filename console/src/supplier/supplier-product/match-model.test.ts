import { expect, test } from "vitest";
import { match, price } from "./match-fixtures.ts";
import { costCurve, costText, deltaText, moved, ordersBy, riseOf, riseText, type Match } from "./match-model.ts";
import { faultsOf, linesOf, marginsOf, type PricedSku, type Typed } from "./match-price-model.ts";

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
  expect([deltaText(-500, "CNY"), deltaText(500, null), riseText(riseOf(100_000, 112_000)), riseText(riseOf(0, 5))]).toEqual([
    "-¥5.00",
    "+¥5.00",
    "+12.0%",
    "",
  ]);
});

test("the curve is of approved costs up to now, foreign ones at their frozen rate", () => {
  const usd = { ...price, id: 22, adult: 3_500, currency: "USD", rate: "7.1234", effective_at: "2026-10-01T00:00:00.000Z" };
  const coming = { ...price, id: 23, effective_at: "2027-01-01T00:00:00.000Z" };
  const refused = { ...price, id: 24, review: "rejected" as const };
  const now = Date.parse("2026-11-20T00:00:00Z");
  expect(costCurve([coming, refused, usd, price], now).map((p) => p.cents)).toEqual([103_000, 24_932, 24_932]);
  expect(costCurve([coming], now)).toEqual([]);
});

const sku: PricedSku = {
  has_child: true,
  tiers: [{ tier_code: "U1", name: "3个工作日" }],
  sale: { levels: [{ name: "门市价", adult: 118_800, child: 110_000 }], embassy_fee: 71_500, centre_fee: 2_000 },
};
const typed: Typed = { ...price, currency: "CNY", effective_at: null, reason: "" };
const NOW = Date.parse("2026-11-20T00:00:00Z");

test("supplier 7: 使馆费 above a band, a time that is past, an unchanged cost and a steep rise without words are told", () => {
  const faults = (patch: Typed): string[] => faultsOf(price, { ...typed, ...patch }, sku, NOW);
  expect(faults({ embassy_fee: 103_001 })).toEqual(["使馆费不能大于结算价"]);
  expect(faults({ child: 70_000 })).toEqual(["使馆费不能大于结算价"]);
  expect(faults({ adult: 104_000, effective_at: "2026-11-19T00:00:00Z" })).toEqual(["生效时间不能早于现在"]);
  expect(faults({})).toEqual(["新旧价格相同"]);
  expect(faults({ adult: 113_301, reason: "供应商涨价" })).toEqual(["涨幅超过10%，说明至少10个字"]);
  expect(faults({ adult: 113_300 })).toEqual([]);
  expect(faults({ adult: 120_000, reason: "日本馆签证费自十月起上调" })).toEqual([]);
});

test("each amount stands beside the old one, and what remains of each sale", () => {
  expect(linesOf(price, { ...typed, adult: 108_150, urgent: {} }, sku)).toEqual([
    { name: "成人", old: 103_000, next: 108_150, rise: 0.05 },
    { name: "儿童", old: null, next: null, rise: null },
    { name: "加急 3个工作日", old: 20_000, next: null, rise: null },
  ]);
  expect(linesOf(price, { ...typed, currency: "USD" }, sku)[0]?.rise).toBeNull();
  expect(marginsOf(price, { ...typed, adult: 108_000 }, sku)).toEqual([
    { name: "门市价 成人", old: 13_800, next: 8_800 },
    { name: "门市价 儿童", old: 5_000, next: 0 },
  ]);
  expect(marginsOf(price, { ...typed, adult: 40_000, embassy_included: false }, { ...sku, has_child: false })).toEqual([
    { name: "门市价", old: 13_800, next: 5_300 },
  ]);
  expect(marginsOf(price, typed, { has_child: false, tiers: [] })).toEqual([]);
});
