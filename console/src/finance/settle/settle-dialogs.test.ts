/** The other side's file as rows: of a supplier and of a carrier. */
import { expect, test } from "vitest";
import { billRows } from "./settle-dialogs.tsx";

test("finance 18: a carrier's file has waybills, amounts, kilograms and services; a supplier's numbers and amounts", () => {
  const carrier = [
    ["运单号", "金额", "重量", "增值费"],
    ["SF1000000000001 ", "¥26.00", "1.6", ""],
    ["SF1000000000002", "1,018.50", "", "5"],
  ];
  expect(billRows(carrier)).toEqual({
    rows: [
      { ref: "SF1000000000001", amount: 2_600, weight_g: 1_600 },
      { ref: "SF1000000000002", amount: 101_850, extra: 500 },
    ],
  });
  expect(
    billRows([
      ["编号", "金额"],
      ["RZ1", "10"],
    ]),
  ).toEqual({ rows: [{ ref: "RZ1", amount: 1_000 }] });
});

test("a file without its heads, without rows or with a word for a number says so", () => {
  expect(billRows([["单号", "钱"]])).toEqual({ fault: "第一行须为表头，缺少：编号、金额" });
  expect(billRows([["运单号", "金额"]])).toEqual({ fault: "账单没有数据" });
  expect(
    billRows([
      ["运单号", "金额", "重量"],
      ["SF1", "10", "轻"],
    ]),
  ).toEqual({ fault: "第2行重量不是数字" });
});

test("every broken row is named: more than two decimals, services above the amount", () => {
  expect(
    billRows([
      ["申请人编号", "金额", "增值费"],
      ["V1", "12.345", ""],
      ["V2", "10", "20"],
      ["V3", "十元", ""],
      ["V4", "10.50", "0.5"],
    ]),
  ).toEqual({ fault: "第2行金额最多两位小数；第3行增值费大于金额；第4行金额不是数字" });
  const many = Array.from({ length: 8 }, () => ["V1", "?"]);
  expect(billRows([["编号", "金额"], ...many])).toMatchObject({
    fault: expect.stringMatching(/第6行金额不是数字；共 8 行有误$/) as string,
  });
  // Money given back, without a service.
  expect(
    billRows([
      ["编号", "金额", "增值费"],
      ["V1", "-5", "0"],
    ]),
  ).toEqual({ rows: [{ ref: "V1", amount: -500, extra: 0 }] });
});
