import { expect, test } from "vitest";
import { addressName, isAddress, readAddressLibrary } from "./address.ts";

const library =
  readAddressLibrary({
    86: { 320000: "江苏省", 440000: "广东省", 810000: "香港特别行政区" },
    320000: { 320500: "苏州市" },
    320500: { 320508: "姑苏区" },
    440000: { 440100: "广州市", 441900: "东莞市" },
    440100: { 440103: "荔湾区" },
    810000: { 810001: "中西区" },
  }) ?? {};

test.each([
  ["320000", "320500", "320508", true],
  ["320000", "320500", "", false],
  ["320000", "320500", "440103", false],
  ["320000", "440100", "440103", false],
  ["440000", "441900", "", true],
  ["440000", "441900", "440103", false],
  ["810000", "810001", "", true],
  ["810000", "810001", "320508", false],
  ["999999", "320500", "320508", false],
  ["constructor", "name", "", false],
])("F4 account 22 %s / %s / %s is %s", (province_code, city_code, county_code, ok) =>
  expect(isAddress(library, { province_code, city_code, county_code })).toBe(ok),
);

test("F4 names are joined from province to county", () =>
  expect(addressName(library, { province_code: "320000", city_code: "320500", county_code: "320508" })).toBe("江苏省 苏州市 姑苏区"));

test.each([
  ["an array", []],
  ["no root", { 320000: {} }],
  ["an array inside", { 86: [] }],
  ["a letter key", { 86: { abc: "x" } }],
  ["a number as name", { 86: { 320000: 1 } }],
  ["a prototype key", JSON.parse('{"86":{"320000":"江苏省"},"__proto__":{"1":"x"}}')],
  ["a prototype key inside", JSON.parse('{"86":{"__proto__":"x"}}')],
  ["text", "86"],
  ["null", null],
])("C4 account 22 a library with %s is refused", (_, value) => expect(readAddressLibrary(value)).toBeNull());
