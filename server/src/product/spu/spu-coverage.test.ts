import { beforeAll, describe, expect, test } from "vitest";
import type { Cover } from "@visadesk/contract/product/snapshot.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { coverageOf, type Places } from "./spu-coverage.rules.ts";

const CITIES: Readonly<Record<string, string[]>> = { 辽: ["沈", "连", "鞍"], 沪: ["黄"], 港: [] };
const places: Places = {
  provinces: Object.keys(CITIES),
  citiesOf: (p) => CITIES[p] ?? [],
  nameOf: (code) => code,
  cityName: (_, city) => `${city}市`,
  isMainland: (p) => p !== "港",
};
const cover = (area: [string, string[], string[]][], more: Partial<Cover> = {}): Cover => ({
  mode: "district",
  district_name: "",
  domicile_limit: true,
  residence_counts: false,
  follow_relative: false,
  area: area.map(([province_code, only_cities, except_cities]) => ({ province_code, only_cities, except_cities })),
  ...more,
});
const taker = (sku_id: number, of: Cover, service_level = "标准") => ({ sku_id, service_level, cover: of });
const state = (takers: Parameters<typeof coverageOf>[0], province: string) =>
  coverageOf(takers, places).provinces.find((p) => p.province_code === province);

describe("which SKU takes whom", () => {
  test("a province split between two SKU is taken once; what neither takes is a hole", () => {
    const found = coverageOf([taker(1, cover([["辽", [], ["连"]]])), taker(2, cover([["辽", ["连"], []]]))], places);
    expect(found.provinces.map((p) => [p.province_code, p.state])).toEqual([
      ["辽", "single"],
      ["沪", "hole"],
      ["港", "apart"],
    ]);
    expect(found.provinces[0]?.cells.map((c) => [c.sku_id, c.area_text, c.is_double])).toEqual([
      [1, "除连市外", false],
      [2, "仅连市", false],
    ]);
    expect(found).toMatchObject({ hole: 1, part: 0, double: 0 });
  });

  test("cities nobody takes make a part, and are named", () => {
    const found = state([taker(1, cover([["辽", [], ["连"]]]))], "辽");
    expect([found?.state, found?.missing_cities]).toEqual(["part", ["连市"]]);
  });

  test("two of one service level in a place are a double; of two levels they are a choice", () => {
    const whole = cover([["辽", [], []]]);
    const double = coverageOf([taker(1, whole), taker(2, cover([["辽", ["连"], []]]))], places);
    expect(double.provinces[0]).toMatchObject({ state: "double", double_cities: ["连市"] });
    expect(double.double).toBe(1);
    expect(state([taker(1, whole), taker(2, whole, "尊享")], "辽")).toMatchObject({ state: "single", double_cities: [] });
  });

  test("households elsewhere may come with a residence permit, where it counts; the unlimited take anybody", () => {
    const permits = state([taker(1, cover([["辽", [], []]], { residence_counts: true })), taker(2, cover([["辽", [], []]]))], "辽");
    expect(permits?.cells.map((c) => [c.by_household, c.by_residence])).toEqual([
      [true, true],
      [true, false],
    ]);
    const anybody = coverageOf([taker(3, cover([], { mode: "all", domicile_limit: false }))], places);
    expect(anybody.provinces.map((p) => [p.state, p.cells[0]?.by_household, p.cells[0]?.by_residence, p.cells[0]?.area_text])).toEqual(
      places.provinces.map(() => ["single", true, true, ""]),
    );
  });
});

describe("of an SPU", () => {
  let app: TestApp;
  let product: Client;
  beforeAll(async () => {
    app = await testApp();
    product = await app.as("product");
  });
  const coverage = (with_drafts?: boolean) =>
    product.call("spu_coverage_get", { visa_product_unit_code: "JP-TOUR-S", ...(with_drafts && { with_drafts }) });
  const stateIn = (found: Awaited<ReturnType<typeof coverage>>, name: string) => found.provinces.find((p) => p.province_name === name);

  test("34 provinces by the live districts of its SKU on sale; a draft counts only when asked for", async () => {
    const found = await coverage();
    expect(found.provinces).toHaveLength(34);
    expect(found.skus.map((s) => [s.sku_no, s.district_name, s.is_unlimited])).toEqual([
      ["JP-TOUR-S-01", "上海领区", false],
      ["JP-TOUR-S-02", "北京领区", false],
    ]);
    expect(["上海市", "北京市", "广东省", "香港特别行政区"].map((p) => stateIn(found, p)?.state)).toEqual([
      "single",
      "single",
      "hole",
      "apart",
    ]);
    expect([found.hole, found.part, found.double]).toEqual([31 - 5 - 14, 0, 0]);

    const dalian = await row<{ id: number }>(app.db, q`select id from embassies where country_id = 'JP' and district_name = '大连领区'`);
    const rowsOf = [{ embassy_id: dalian?.id ?? 0, service_level: "标准", name: "大连送签" }];
    const generated = {
      visa_product_unit_code: "JP-TOUR-S",
      rows: rowsOf,
      tier_kinds: [],
      from_sku_id: null,
      idempotency_key: crypto.randomUUID(),
    };
    await product.call("sku_generate", generated);
    expect(stateIn(await coverage(), "辽宁省")?.state).toBe("hole");
    const planned = await coverage(true);
    expect(stateIn(planned, "辽宁省")).toMatchObject({
      state: "part",
      cells: [{ area_text: "仅大连市", by_household: true, by_residence: true }],
    });
    expect([planned.hole, planned.part]).toEqual([found.hole - 1, 1]);
  });

  test("a mission that takes no residence permits any more changes it at once", async () => {
    expect(stateIn(await coverage(), "上海市")?.cells[0]).toMatchObject({ by_household: true, by_residence: true });
    await rows(app.db, q`update embassies set residence_counts = false where country_id = 'JP' and district_name = '上海领区'`);
    expect(stateIn(await coverage(), "上海市")?.cells[0]).toMatchObject({ by_household: true, by_residence: false });
  });

  test("a nationwide SPU has no hole; one without SKU on sale is all holes", async () => {
    const us = await product.call("spu_coverage_get", { visa_product_unit_code: "US-EVUS" });
    expect([us.hole, us.double, us.skus[0]?.is_unlimited]).toEqual([0, 0, true]);
    const none = await product.call("spu_coverage_get", { visa_product_unit_code: "EG-STICKER" });
    expect([none.hole, none.skus]).toEqual([31, []]);
    expect((await product.refused("spu_coverage_get", { visa_product_unit_code: "XX-NONE" })).code).toBe("not_found");
  });
});
