import { expect, test } from "vitest";
import { cellsOf, sheetOf } from "#kit/file/sheet-file.ts";
import { sheetFile } from "#kit/file/sheet-write.ts";
import { IMPORT_COLUMNS } from "@visadesk/contract/order/import/order-import.words.ts";
import { faultSheet, leftOf, readImport, TEMPLATE, trialLines, type Import } from "./import-model.ts";

const HEAD = "姓名*\t组号*\t联系人*\t联系手机*\t商品编码*\t身份*\t 护照 有效期\t随便";
const rowsOf = (text: string) => {
  const found = readImport(cellsOf(text));
  if ("fault" in found) throw new Error(found.fault);
  return found.rows;
};
const fileOf = (...sheets: Parameters<typeof sheetFile>[0]) => new File([sheetFile(sheets)], "导入订单.xlsx");

test("columns are found by their heads in any order, with or without the star; blank cells and unknown columns are left out", () => {
  expect(rowsOf(`${HEAD}\n张伟\t1\t李四\t13800138000\tJP-1\t在职人员\t2030-01-01\t老客户\n李娜\t1\t\t\t\t在校学生\t\t`)).toEqual([
    {
      name_cn: "张伟",
      group_no: "1",
      contact_name: "李四",
      contact_mobile: "13800138000",
      sku_no: "JP-1",
      identity: "在职人员",
      passport_expiry_date: "2030-01-01",
    },
    { name_cn: "李娜", group_no: "1", identity: "在校学生" },
  ]);
});

test("a sheet without its heads, without rows or with too many is not taken", () => {
  expect(readImport(cellsOf("姓名\t护照号\n张伟\tE12345678"))).toEqual({
    fault: "第一行须为表头，缺少：组号、联系人、联系手机、商品编码、身份",
  });
  expect(readImport(cellsOf(HEAD))).toEqual({ fault: "表格没有数据" });
  expect(readImport(cellsOf(`${HEAD}\n${"张伟\t1\n".repeat(501)}`))).toEqual({ fault: "一次最多导入500行，现有501行，请分成几份" });
});

test("the template is read back by its own heads; its second sheet says how each column is filled in", async () => {
  const [sheet, notes] = TEMPLATE;
  const [head = []] = await sheetOf(fileOf(...TEMPLATE));
  expect(head.map((h) => h.replace("*", ""))).toEqual(Object.values(IMPORT_COLUMNS).map((c) => c.label));
  expect([sheet?.name, notes?.name, notes?.rows.length]).toEqual(["订单", "填写说明", head.length]);
  const examples = [3, 4].map((at) => notes?.rows.map((r) => r[at] ?? "") ?? []);
  expect(readImport([head, ...examples])).toMatchObject({
    rows: [
      { name_cn: "张伟", group_no: "1" },
      { name_cn: "李娜", group_no: "1" },
    ],
  });
});

const rows = rowsOf(
  `${HEAD}\n张伟\t1\t李四\t13800138000\tJP-1\t在职人员\n=cmd|' /C calc'!A0\t2\t李四\t13800138000\tJP-1\t海员\n王芳\t3\t李四\t13800138000\tJP-1\t学生`,
);
const said = {
  faults: [
    { row: 3, column: "姓名", message: "请输入中文" },
    { row: 3, column: "身份", message: "请填写：在职人员" },
  ],
  doubts: [{ row: 4, column: "联系手机", message: "与第2行（另一组）的联系手机、商品和出行日期相同" }],
};

test("lines to mend come first, then those to confirm, each with everything that is said of it", () => {
  expect(trialLines(rows, said).map((l) => [l.line, l.faults, l.doubts.length])).toEqual([
    [3, ["姓名：请输入中文", "身份：请填写：在职人员"], 0],
    [4, [], 1],
    [2, [], 0],
  ]);
});

test("the error sheet is what was given, as text, with its errors behind; mended it is read again as it is", async () => {
  const cells = await sheetOf(fileOf(faultSheet(rows, said)));
  expect(cells.map((r) => r.at(-1))).toEqual([
    "错误原因",
    "",
    "姓名：请输入中文；身份：请填写：在职人员",
    "请确认 联系手机：与第2行（另一组）的联系手机、商品和出行日期相同",
  ]);
  expect(readImport(cells)).toEqual({ rows });
  const xml = await sheetFile([faultSheet(rows, said)]).text();
  expect(xml).not.toContain("<f>");
  expect(xml).toContain("=cmd|");
});

test("what was not made is a sheet of its own: groups that were refused and those that were not reached", () => {
  const result = (line: number, order_id: number | null) => ({
    lines: [line],
    order_id,
    order_no: order_id === null ? null : "V261120000001",
    faults: order_id === null ? [{ row: line, column: "组号", message: "价格已变化，请重新确认" }] : [],
  });
  const made: Import = {
    id: 1,
    import_status: "failed",
    group_count: 3,
    done_count: 2,
    results: [result(2, 7), result(3, null)],
    created_at: "2026-11-20T02:00:00Z",
  };
  const { lines, faults } = leftOf(made, rows);
  expect([...lines]).toEqual([3, 4]);
  expect(faultSheet(rows, { faults, doubts: [] }, lines).rows.map((r) => r.at(-1))).toEqual(["组号：价格已变化，请重新确认", ""]);
});
