import { expect, test } from "vitest";
import { homeNamed, placeNamed } from "./place-names.ts";

const place = (province: string, city: string, county = "") => placeNamed({ province, city, county });

test("places as people write them: whole names, beginnings, codes", () => {
  const gusu = { province_code: "320000", city_code: "320500", county_code: "320508" };
  expect(place("江苏省", "苏州市", "姑苏区")).toEqual(gusu);
  expect(place("江苏", "苏州", "姑苏")).toEqual(gusu);
  expect(place("320000", "320500", "320508")).toEqual(gusu);
  expect(place("广东省", "东莞市")).toEqual({ province_code: "440000", city_code: "441900", county_code: "" });
});

test("a municipality needs no city, nor do cities that stand among counties", () => {
  const huangpu = { province_code: "310000", city_code: "310100", county_code: "310101" };
  for (const city of ["", "上海", "上海市", "市辖区"]) expect(place("上海市", city, "黄浦区")).toEqual(huangpu);
  expect(place("重庆", "", "城口县")).toEqual({ province_code: "500000", city_code: "500200", county_code: "500229" });
  expect(place("湖北", "仙桃")).toMatchObject({ province_code: "420000", county_code: "429004" });
});

test("what is not there is told at its column", () => {
  expect(place("江", "苏州")).toEqual({ field: "province", message: "地址库没有这个省份，请填写全称，如 江苏省" });
  expect(place("江苏", "")).toEqual({ field: "city", message: "请填写市" });
  expect(place("江苏", "杭州", "西湖区")).toMatchObject({ field: "city" });
  expect(place("江苏", "苏州", "")).toEqual({ field: "county", message: "请填写区" });
  expect(place("江苏", "苏州", "浦东新区")).toMatchObject({ field: "county" });
  expect(place("广东", "东莞", "虎门镇")).toEqual({ field: "county", message: "东莞市没有区县，请留空" });
  expect(place("constructor", "name")).toMatchObject({ field: "province" });
});

test("a household is a province, and a city where one is said", () => {
  expect(homeNamed({ province: "辽宁", city: "大连" })).toEqual({ province_code: "210000", city_code: "210200", county_code: "" });
  expect(homeNamed({ province: "北京", city: "北京市" })).toMatchObject({ province_code: "110000", city_code: "" });
  expect(homeNamed({ province: "", city: "" })).toMatchObject({ province_code: "" });
  expect(homeNamed({ province: "", city: "大连" })).toEqual({ field: "province", message: "请填写户籍省" });
  expect(homeNamed({ province: "辽宁", city: "苏州" })).toMatchObject({ field: "city" });
});
