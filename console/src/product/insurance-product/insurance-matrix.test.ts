import { describe, expect, it } from "vitest";
import { matrixOf, pasteAmounts, pasteSheet, ratesOf, readBand, usualMatrix, type Matrix, type Plan } from "./insurance-matrix.ts";

const plan: Plan = {
  key: "basic",
  name: "基础",
  medical_currency: "EUR",
  medical_cover: 3_000_000,
  sum_insured: 0,
  day_from: 1,
  day_to: 10,
  age_from: 0,
  age_to: 80,
};
const sheet: Matrix = {
  days: [
    { from: 1, to: 7 },
    { from: 8, to: 10 },
  ],
  ages: [
    { from: 0, to: 70 },
    { from: 71, to: 80 },
  ],
  cells: [
    [
      { premium: 10_000, cost: 6_000 },
      { premium: 20_000, cost: null },
    ],
    [
      { premium: null, cost: null },
      { premium: 26_000, cost: 15_000 },
    ],
  ],
};

it("rates go into the sheet and come back; a hole is no row, and costs stay out where nobody may see them", () => {
  const rates = ratesOf("basic", sheet, true);
  expect(rates).toHaveLength(3);
  expect(matrixOf(plan, rates)).toEqual(sheet);
  expect(ratesOf("basic", sheet, false).every((r) => !("cost" in r))).toBe(true);
  expect(usualMatrix(plan).days).toEqual([
    { from: 1, to: 3 },
    { from: 4, to: 5 },
    { from: 6, to: 7 },
    { from: 8, to: 10 },
  ]);
  expect(usualMatrix({ ...plan, age_from: 18, age_to: 65 }).ages).toEqual([{ from: 18, to: 65 }]);
});

it.each([
  ["8-10", { from: 8, to: 10 }],
  ["８～１０天", { from: 8, to: 10 }],
  ["71至80岁", { from: 71, to: 80 }],
  ["30", { from: 30, to: 30 }],
  ["10-8", null],
  ["儿童", null],
])("the band %s", (text, band) => expect(readBand(text)).toEqual(band));

describe("a paste from a spreadsheet", () => {
  it("fills from the cell on and names each cell it cannot read", () => {
    const { matrix, faults } = pasteAmounts(sheet, { i: 0, j: 0 }, "premium", "¥120.5\t免费\r\n\t1,300\n99\t88\n");
    expect(faults).toEqual(["第1行第2列不是金额", "第3行第1列超出表格", "第3行第2列超出表格"]);
    expect(matrix.cells.map((row) => row.map((c) => c.premium))).toEqual([
      [12_050, 20_000],
      [null, 130_000],
    ]);
    expect(pasteAmounts(sheet, { i: 0, j: 0 }, "premium", "-5\t1.234").faults).toEqual(["第1行第1列不是金额", "第1行第2列不是金额"]);
  });
  it("costs stand only beside premiums", () => {
    const { matrix, faults } = pasteAmounts(sheet, { i: 0, j: 0 }, "cost", "50\t60\n70\t80");
    expect(faults).toEqual(["第2行第1列还没有保费"]);
    expect(matrix.cells.map((row) => row.map((c) => c.cost))).toEqual([
      [5_000, 6_000],
      [null, 8_000],
    ]);
  });
  it("a whole sheet brings its bands; a wrong cell leaves the sheet as it was", () => {
    const good = pasteSheet(sheet, "天数\\年龄\t0-70岁\t71-80岁\n1-7天\t110\t210\n8-10天\t140\t");
    expect(good.faults).toEqual([]);
    expect(good.matrix.cells).toEqual([
      [
        { premium: 11_000, cost: 6_000 },
        { premium: 21_000, cost: null },
      ],
      [
        { premium: 14_000, cost: null },
        { premium: null, cost: 15_000 },
      ],
    ]);
    const bad = pasteSheet(sheet, "\t0-70\t老人\n1-7\tx\t1\n很久\t1\t2");
    expect(bad.matrix).toBe(sheet);
    expect(bad.faults).toEqual(["第1行第3列不是年龄段", "第3行第1列不是天数段", "第2行第2列不是金额"]);
    expect(pasteSheet(sheet, "100").faults).toEqual(["请连同首行年龄段和首列天数段一起粘贴"]);
  });
});
