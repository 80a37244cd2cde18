/** What carriers ask by zone and weight, and why a bill differs. */
import { expect, test } from "vitest";
import { freightCause, freightOf, rateOf, zoneOf, type ZoneRate } from "./freight.rules.ts";

const far: ZoneRate = { zone: "other_province", first_kg: 1_800, next_kg: 800 };
const near: ZoneRate = { zone: "same_city", first_kg: 1_200, next_kg: 200 };
const shanghai = { province_code: "310000", city_code: "310100" };

test("finance 18: 0.5 kg costs the first kilogram, 1.6 kg the second that was begun; nothing weighed is a first kilogram", () => {
  expect([500, 1_000, 1_001, 1_600, 2_000, 2_001, null].map((g) => freightOf(far, g))).toEqual([
    1_800, 1_800, 2_600, 2_600, 2_600, 3_400, 1_800,
  ]);
});

test("finance 18: a bill that its weight explains differs by weight, one that it does not by price, one with services alone by these", () => {
  const cause = (amount: number, weight_g: number | null, extra = 0) => freightCause(far, 1_800, { amount, weight_g, extra });
  expect([cause(2_600, 1_600), cause(3_000, 1_600), cause(2_000, 500), cause(2_300, 500, 500), cause(2_600, null)]).toEqual([
    "weight",
    "price",
    "price",
    "extra",
    "price",
  ]);
  expect(cause(5_600, 1_600, 3_000)).toBe("extra");
  expect(cause(2_700, 1_600, 100)).toBe("weight");
});

test("a parcel is priced by where it goes; without its own price by that of other provinces", () => {
  expect(zoneOf(shanghai, shanghai)).toBe("same_city");
  expect(zoneOf({ province_code: "320000", city_code: "320100" }, { province_code: "320000", city_code: "320500" })).toBe("same_province");
  expect(zoneOf(shanghai, { province_code: "110000", city_code: "110100" })).toBe("other_province");
  expect(zoneOf(shanghai, { province_code: "650000", city_code: "650100" })).toBe("remote");
  expect(zoneOf(null, shanghai)).toBe("other_province");
  expect(zoneOf(shanghai, null)).toBe("other_province");
  expect([rateOf([near, far], "remote"), rateOf([near], "remote"), rateOf([], "remote")]).toEqual([far, near, undefined]);
});
