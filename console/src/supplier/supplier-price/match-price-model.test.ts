import { expect, test } from "vitest";
import { price } from "../supplier-product/match-fixtures.ts";
import { faultsOf, linesOf, marginsOf, soundOf, type PricedSku, type Typed } from "./match-price-model.ts";

const sku: PricedSku = {
  has_child: true,
  tiers: [{ tier_code: "U1", name: "3个工作日" }],
  sale: { levels: [{ name: "门市价", adult: 118_800, child: 110_000 }], embassy_fee: 71_500, centre_fee: 2_000 },
};
const typed: Typed = { ...price, currency: "CNY", effective_at: null, reason: "" };
const NOW = Date.parse("2026-11-20T00:00:00Z");

test("supplier 7: 使馆费 above a band, a time that is past, an unchanged cost and a steep rise without words are told", () => {
  const faults = (patch: Typed): string[] => faultsOf(price, { ...typed, ...patch }, sku, NOW);
  expect(faults({ embassy_fee: 103_001, reason: "日本馆签证费自十月起上调" })).toEqual(["使馆费不能大于结算价"]);
  expect(faults({ child: 70_000 })).toEqual(["使馆费不能大于结算价"]);
  expect(faults({ adult: 104_000, effective_at: "2026-11-19T00:00:00Z" })).toEqual(["生效时间不能早于现在"]);
  expect(faults({})).toEqual(["新旧价格相同"]);
  expect(faults({ adult: 113_301, reason: "供应商涨价" })).toEqual(["涨跌超过10%，说明至少10个字"]);
  expect(faults({ adult: 92_699, reason: "供应商降价" })).toEqual(["涨跌超过10%，说明至少10个字"]);
  expect(faults({ adult: 92_700 })).toEqual([]);
  expect(faults({ adult: 0, reason: "日本馆签证费自十月起免收" })).toEqual(["成本须大于0"]);
  expect(faults({ embassy_included: false, embassy_fee: 0 })).toEqual(["涨跌超过10%，说明至少10个字"]);
  expect(faults({ adult: 113_300 })).toEqual([]);
  expect(faults({ adult: 120_000, reason: "日本馆签证费自十月起上调" })).toEqual([]);
});

test("each amount stands beside the old one, and what remains of each sale", () => {
  expect(linesOf(price, { ...typed, adult: 108_150, urgent: {} }, sku)).toEqual([
    { name: "成人", old: 103_000, next: 108_150, step: 0.05 },
    { name: "儿童", old: null, next: null, step: null },
    { name: "加急 3个工作日", old: 20_000, next: null, step: null },
    { name: "含使馆费", old: 71_500, next: 71_500, step: 0 },
  ]);
  expect(linesOf(price, { ...typed, currency: "USD" }, sku)[0]?.step).toBeNull();
  expect(marginsOf(price, { ...typed, adult: 108_000 }, sku)).toEqual([
    { name: "门市价 成人", old: 13_800, next: 8_800 },
    { name: "门市价 儿童", old: 5_000, next: 0 },
  ]);
  expect(marginsOf(price, { ...typed, adult: 40_000, embassy_included: false }, { ...sku, has_child: false })).toEqual([
    { name: "门市价", old: 13_800, next: 5_300 },
  ]);
  const unsound = soundOf({ ...typed, adult: 5_999.9, urgent: { U1: Number.NaN } });
  expect(linesOf(price, unsound, sku).map((l) => l.next)).toEqual([null, null, null, 71_500]);
  expect(marginsOf(price, unsound, { ...sku, has_child: false })).toEqual([]);
  expect(marginsOf(price, typed, { has_child: false, tiers: [] })).toEqual([]);
});
