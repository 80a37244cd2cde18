import { expect, test } from "vitest";
import { leadRows } from "./lead-sheet.tsx";

test("columns are told by the words of the first line, in any order; what is not named stays blank", () => {
  const read = leadRows([
    ["手机", "公司", "官网"],
    ["13800138000", "苏州行舟旅行社", "example.com"],
  ]);
  const blank = { name: "", title: "", interest: "", note: "" };
  expect(read).toEqual({ rows: [{ ...blank, mobile: "13800138000", company: "苏州行舟旅行社" }] });
});

test("a sheet without a head, or without rows, is said to be so", () => {
  expect(leadRows([["苏州行舟旅行社", "13800138000"]])).toEqual({ fault: "第一行须为表头，缺少：公司、手机" });
  expect(leadRows([["公司", "手机"]])).toEqual({ fault: "表格没有数据" });
});
