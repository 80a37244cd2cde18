import { expect, it } from "vitest";
import { stayText, termsText } from "./spu-cells.tsx";
import { placeOf, shortName, tileWord, type Province } from "./spu-coverage-model.ts";

const beijing: Province = {
  province_code: "110000",
  province_name: "北京市",
  state: "single",
  missing_cities: [],
  double_cities: [],
  cells: [{ sku_id: 11, area_text: "", by_household: true, by_residence: true, is_double: false }],
};

it("words: what does not apply is left out, what the mission decides is said", () => {
  const none = { entry_count: "none", stay_min: 0, stay_max: 0, stay_unit: "day", validity: 0, validity_unit: "none" } as const;
  expect(termsText(none)).toBe("不适用");
  expect(termsText({ ...none, validity: 2, validity_unit: "year" })).toBe("有效期 2 年");
  expect(termsText({ ...none, entry_count: "by_issue", stay_max: 90, validity_unit: "by_issue" })).toBe(
    "次数以签发为准 · 停留 90 天 · 有效期以签发为准",
  );
  expect(stayText({ stay_min: 30, stay_max: 90, stay_unit: "day" })).toBe("30–90 天");
  expect(stayText({ stay_min: 0, stay_max: 0, stay_unit: "day" })).toBe("以签发为准");
});

it("34 provinces have 34 places", () => {
  const codes = "11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82".split(" ");
  expect(new Set(codes.map((c) => JSON.stringify(placeOf(`${c}0000`)))).size).toBe(34);
  expect(["广西壮族自治区", "新疆维吾尔自治区", "内蒙古自治区", "北京市", "香港特别行政区"].map(shortName)).toEqual([
    "广西",
    "新疆",
    "内蒙古",
    "北京",
    "香港",
  ]);
  expect(tileWord(beijing)).toBe("1 个商品");
});
