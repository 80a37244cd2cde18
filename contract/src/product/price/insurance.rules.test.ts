import { describe, expect, test } from "vitest";
import {
  coverText,
  insuranceFits,
  insuredDays,
  rateFaults,
  rateOfRef,
  rateRef,
  rateRefText,
  tilingFaults,
  type FittingProduct,
  type InsuredCountry,
  type RateCell,
  type RatedPlan,
} from "./insurance.rules.ts";

const plan: RatedPlan = { key: "basic", name: "基础", day_from: 1, day_to: 365, age_from: 0, age_to: 80 };
const rate = (day_from: number, day_to: number, age_from: number, age_to: number): RateCell => ({
  plan_key: "basic",
  day_from,
  day_to,
  age_from,
  age_to,
});
const whole = [rate(1, 7, 0, 70), rate(8, 365, 0, 70), rate(1, 7, 71, 80), rate(8, 365, 71, 80)];

describe("rates tile the days and ages of a plan", () => {
  test("a full grid has no fault, nor has one of rectangles that are no grid", () => {
    expect(tilingFaults([plan], whole)).toEqual([]);
    expect(tilingFaults([plan], [rate(1, 10, 0, 80), rate(11, 365, 0, 40), rate(11, 365, 41, 80)])).toEqual([]);
    expect(tilingFaults([{ ...plan, day_to: 30, age_from: 18 }], [rate(1, 30, 18, 80)])).toEqual([]);
  });

  test("product 19: a hole at age 70 is named over all its days, at the edges and in the middle", () => {
    expect(tilingFaults([plan], [rate(1, 7, 0, 69), rate(8, 365, 0, 69), rate(1, 7, 71, 80), rate(8, 365, 71, 80)])).toEqual([
      "计划「基础」缺少 1–365 天 / 70 岁的费率",
    ]);
    expect(tilingFaults([plan], whole.slice(1))).toEqual(["计划「基础」缺少 1–7 天 / 0–70 岁的费率"]);
    expect(tilingFaults([plan], [rate(1, 364, 0, 80)])).toEqual(["计划「基础」缺少 365 天 / 0–80 岁的费率"]);
    expect(tilingFaults([plan], [])).toEqual(["计划「基础」缺少 1–365 天 / 0–80 岁的费率"]);
  });

  test("product 19: two rates over one cell are found, and exactly where they meet", () => {
    expect(rateFaults(plan, [...whole, rate(7, 8, 70, 71)]).map(({ kind, ...r }) => [kind, rateRef(r)])).toEqual([
      ["overlap", "basic:7-8:70-70"],
      ["overlap", "basic:7-8:71-71"],
    ]);
    expect(tilingFaults([plan], [rate(1, 10, 0, 80), rate(10, 365, 0, 80)])).toEqual([
      "计划「基础」的 10 天 / 0–80 岁有多条费率，请只保留一条",
    ]);
  });

  test("a rate outside of what the plan can be bought for, and rates of another plan", () => {
    expect(tilingFaults([{ ...plan, day_to: 90 }], [rate(1, 90, 0, 80), rate(91, 120, 0, 80)])).toEqual([
      "计划「基础」的 91–120 天 / 0–80 岁超出可投保范围，请删除或放宽范围",
    ]);
    expect(tilingFaults([plan, { ...plan, key: "plus", name: "尊享" }], whole)).toEqual(["计划「尊享」缺少 1–365 天 / 0–80 岁的费率"]);
  });

  test("every day and age of any set of rectangles is told as the count of its rates says", () => {
    let seed = 7;
    const random = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n;
    const small = { ...plan, day_to: 12, age_to: 12 };
    for (let round = 0; round < 200; round++) {
      const rates = Array.from({ length: random(6) }, () => {
        const [d, a] = [1 + random(12), random(13)];
        return rate(d, Math.min(12, d + random(8)), a, Math.min(12, a + random(8)));
      });
      const faults = rateFaults(small, rates);
      for (let day = 1; day <= 12; day++)
        for (let age = 0; age <= 12; age++) {
          const n = rates.filter((r) => r.day_from <= day && day <= r.day_to && r.age_from <= age && age <= r.age_to).length;
          const told = faults
            .filter((f) => f.day_from <= day && day <= f.day_to && f.age_from <= age && age <= f.age_to)
            .map((f) => f.kind);
          expect(told).toEqual(n === 0 ? ["hole"] : n === 1 ? [] : ["overlap"]);
        }
    }
  });
});

test("product 19: 2026-10-01 to 2026-10-09 counts 9 days; a day alone counts 1, over a year's end too", () => {
  expect(insuredDays("2026-10-01", "2026-10-09")).toBe(9);
  expect([
    insuredDays("2026-10-01", "2026-10-01"),
    insuredDays("2026-12-30", "2027-01-02"),
    insuredDays("2026-10-02", "2026-10-01"),
  ]).toEqual([1, 4, 0]);
  expect(insuredDays("2028-02-28", "2028-03-01")).toBe(3);
});

test("a rate's name goes both ways and is read by people", () => {
  const ref = rateRef(rate(8, 10, 0, 70));
  expect([ref, rateOfRef(ref), rateOfRef("basic"), rateOfRef("basic:1-2:3-4000")]).toEqual([
    "basic:8-10:0-70",
    rate(8, 10, 0, 70),
    null,
    null,
  ]);
  expect([rateRefText([plan], ref), rateRefText([], ref), rateRefText([plan], "x")]).toEqual([
    "基础 8–10 天 / 0–70 岁",
    "basic 8–10 天 / 0–70 岁",
    "x",
  ]);
});

describe("what fits the goods of a country", () => {
  const france: InsuredCountry = { id: "FR", name_zh: "法国", continent: "欧洲", is_schengen: true };
  const japan: InsuredCountry = { id: "JP", name_zh: "日本", continent: "亚洲", is_schengen: false };
  const product = (f: Partial<FittingProduct> = {}): FittingProduct => ({
    name: "安途申根",
    region: "schengen",
    country_ids: [],
    plans: [{ name: "基础", medical_currency: "EUR", medical_cover: 3_000_000 }],
    ...f,
  });
  test("Schengen asks 3,000,000 euro cents of every plan", () => {
    expect(insuranceFits(france, product())).toBeNull();
    const low = { name: "经济", medical_currency: "EUR" as const, medical_cover: 2_999_999 };
    expect(insuranceFits(france, product({ plans: [...product().plans, low] }))).toBe(
      "申根商品要求医疗保额不低于 €30,000，「安途申根」的计划「经济」为 €29,999.99",
    );
    expect(
      insuranceFits(france, product({ region: "world", plans: [{ ...low, medical_currency: "CNY", medical_cover: 30_000_000 }] })),
    ).toContain("为 ¥300,000");
    expect(insuranceFits(japan, product({ region: "world", plans: [low] }))).toBeNull();
  });
  test("a region and its countries", () => {
    expect(insuranceFits(japan, product())).toBe("「安途申根」的保障地区不含日本");
    expect(insuranceFits(japan, product({ region: "asia" }))).toBeNull();
    expect(insuranceFits(japan, product({ region: "asia", country_ids: ["KR"] }))).toBe("「安途申根」的保障地区不含日本");
    expect(coverText({ medical_currency: "USD", medical_cover: 10_000_050 })).toBe("$100,000.50");
  });
});
