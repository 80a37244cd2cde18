import { expect, test } from "vitest";
import { sheetOf } from "#kit/file/sheet-file.ts";
import { shares } from "./line-match.tsx";
import { columnsOf, fileOf, headOf } from "./statement-columns.ts";

const CELLS = [
  ["中国银行交易明细"],
  ["交易时间", "收入", "支出", "账户余额", "对方户名", "摘要"],
  ["2026-11-20 09:00:00", "100.00", "", "100.00", "某公司", "货款"],
];

test("heads stand below what banks write about themselves; columns are found by their words", () => {
  expect(headOf(CELLS)).toBe(1);
  const columns = columnsOf(CELLS[1] ?? [], null);
  expect(columns).toEqual({ at: 0, income: 1, outgo: 2, balance: 3, name: 4, summary: 5 });
  expect(fileOf(CELLS, columns, "ymd")).toMatchObject({
    map: {
      columns: [
        { field: "at", header: "交易时间" },
        { field: "income" },
        { field: "outgo" },
        { field: "balance" },
        { field: "name" },
        { field: "summary" },
      ],
    },
    rows: [["2026-11-20 09:00:00", "100.00", "", "100.00", "某公司", "货款"]],
  });
  const map = {
    date_format: "ymd" as const,
    columns: [
      { field: "at" as const, header: "交易时间" },
      { field: "amount" as const, header: "收入" },
    ],
  };
  expect(columnsOf(CELLS[1] ?? [], map)).toEqual({ at: 0, amount: 1 });
});

test("a file in GBK is read as one in UTF-8 is", async () => {
  // 日期,金额 in GBK.
  const gbk = Uint8Array.from([0xc8, 0xd5, 0xc6, 0xda, 0x2c, 0xbd, 0xf0, 0xb6, 0xee, 0x0a, 0x31, 0x2c, 0x32]);
  const expected = [
    ["日期", "金额"],
    ["1", "2"],
  ];
  expect(await sheetOf(new File([gbk], "a.csv"))).toEqual(expected);
  expect(await sheetOf(new File(["日期,金额\n1,2"], "a.csv"))).toEqual(expected);
});

test("several ticked ones share what the line has left, in order", () => {
  expect(shares(300, [{ left: 100 }, { left: 250 }, { left: 10 }])).toEqual([100, 200, 0]);
  expect(shares(500, [{ left: 100 }])).toEqual([100]);
});
