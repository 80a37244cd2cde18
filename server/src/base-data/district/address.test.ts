import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { FileStore } from "#kit/files/files.ts";
import { addressCheck, addressLibrary, addressNames, addressText, areaName, cityCodes, homeCheck } from "./address.ts";

const check = (province_code: string, city_code: string, county_code = "") => addressCheck({ province_code, city_code, county_code });

test("base-data 7: the county is due exactly where the city has counties", () => {
  expect(check("440000", "441900")).toBeNull();
  expect(check("440000", "441900", "440106")).toBe("地址编码不存在");
  expect(check("440000", "440100")).toBe("请选择区县");
  expect(check("440000", "440100", "440106")).toBeNull();
  expect(check("440000", "440100", "440305")).toBe("地址编码不存在");
  expect(check("810000", "810001")).toBeNull();
  expect(check("", "")).toBe("请选择省市");
  expect(check("440000", "310100", "310101")).toBe("地址编码不存在");
  expect(check("constructor", "name")).toBe("地址编码不存在");
});

test("a household is a province and a city of it", () => {
  expect([homeCheck("210000", "210200"), homeCheck("210000", null), homeCheck(null, null)]).toEqual([null, null, null]);
  expect(homeCheck("210000", "310100")).toBe("地址编码不存在");
});

test("names stand beside the codes; a label says no 市辖区", () => {
  expect(addressNames({ province_code: "440000", city_code: "440300", county_code: "440305" })).toEqual({
    province: "广东省",
    city: "深圳市",
    county: "南山区",
  });
  expect(addressText({ province_code: "310000", city_code: "310100", county_code: "310101", detail: "人民路1号" })).toBe(
    "上海市黄浦区人民路1号",
  );
});

test("the library is stored under a key of its content", async () => {
  const stored: string[] = [];
  const files: Pick<FileStore, "put"> = { put: async (key, path) => void stored.push(key, readFileSync(path, "utf8")) };
  const link = await addressLibrary(files);
  expect(link).toMatch(/^\/storage\/public\/area86-[0-9a-f]{16}\.json$/);
  expect(stored[0]).toBe(link.replace("/storage/", ""));
  const library: Record<string, Record<string, string>> = JSON.parse(stored[1] ?? "");
  expect(Object.keys(library["86"] ?? {}).length).toBe(34);
});

test("the parishes of Macao stand in simplified characters", () => {
  expect(cityCodes("820000").map(areaName)).toEqual([
    "花地玛堂区",
    "花王堂区",
    "望德堂区",
    "大堂区",
    "风顺堂区",
    "嘉模堂区",
    "路氹填海区",
    "圣方济各堂区",
  ]);
});
