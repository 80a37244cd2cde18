import { expect, test } from "vitest";
import { sheetRows } from "./sheet-rows.ts";

const read = sheetRows({ 公司: "company", 姓名: "name", 手机: "mobile" }, ["公司", "手机"]);

test("columns are told by the words of the first line, in any order; what is not named stays blank", () => {
  const cells = [
    ["手机", "公司", "官网", "constructor"],
    ["13800138000", "苏州行舟旅行社", "example.com", "x"],
  ];
  expect(read(cells)).toEqual({ rows: [{ name: "", mobile: "13800138000", company: "苏州行舟旅行社" }] });
});

test("a sheet without a head, or without rows, is said to be so", () => {
  expect(read([["苏州行舟旅行社", "13800138000"]])).toEqual({ fault: "第一行须为表头，缺少：公司、手机" });
  expect(read([["公司", "手机"]])).toEqual({ fault: "表格没有数据" });
});
