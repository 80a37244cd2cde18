import { expect, test } from "vitest";
import {
  cellsOf,
  isBlank,
  pasteAt,
  pasteTable,
  putCell,
  SHEET_MAX,
  toSend,
  unreadable,
  withAnswers,
  withBlanks,
  type SheetRow,
} from "./appointment-sheet.ts";
import { curveLines, curveWords, daysAway, daysOfMonth, monthAfter, weekdayText } from "./appointment-words.ts";

const TODAY = "2026-11-20";
const kept = (key: number, place: string, visa_type: string, slot: string): SheetRow => ({
  key,
  id: key,
  version: 3,
  was: slot,
  place,
  visa_type,
  slot,
  slots_note: "",
  touched: false,
  fault: null,
  said: null,
});
const rows = [kept(1, "演示·北京", "旅游签", "2026-12-01"), kept(2, "演示·上海", "全部类型", "无号")];

test("base-data 18: a table from a sheet fills the rows that are here and adds the others", () => {
  const text =
    '地点\t签证类型\t最早日期\t余量\r\n演示·北京\t旅游\t12月21日\t"约20个"\r\n演示·上海\t\t无号\t\r\n演示·广州\t商务签\t1月5日\t仅上午\r\n';
  const next = pasteTable(withBlanks(rows, 5), cellsOf(text), TODAY);
  expect(next.filter((r) => !isBlank(r)).map((r) => [r.id, r.place, r.slot, r.slots_note])).toEqual([
    [1, "演示·北京", "12月21日", "约20个"],
    [2, "演示·上海", "无号", ""],
    [undefined, "演示·广州", "1月5日", "仅上午"],
  ]);
  // The same value pasted again is sent as well: it was looked at.
  expect(toSend(next).map((s) => s.index)).toEqual([0, 1, 2]);
});

test("a block is written from its cell on, never over the place of a kept row", () => {
  const next = pasteAt(rows, 0, "slot", cellsOf("12.25\t少量\n下周\n2026-12-28"), TODAY);
  expect(next.map((r) => [r.slot, r.slots_note, r.fault?.cell ?? null])).toEqual([
    ["12.25", "少量", null],
    ["下周", "", "slot"],
    ["2026-12-28", "", null],
  ]);
  expect(pasteAt(rows, 0, "place", [["别处", "", "无号"]], TODAY)[0]).toMatchObject({
    place: "演示·北京",
    visa_type: "旅游签",
    slot: "无号",
  });
  expect(putCell(rows, 1, "slots_note", "约5个", TODAY)[1]).toMatchObject({ slots_note: "约5个", touched: true });
  expect(
    pasteAt(
      [],
      0,
      "slot",
      Array.from({ length: 400 }, () => ["无号"]),
      TODAY,
    ),
  ).toHaveLength(SHEET_MAX);
});

test("answers stand at their rows: saved ones are done, the others keep what was typed", () => {
  const typed = putCell(putCell(rows, 0, "slot", "10月5日", TODAY), 1, "slot", "12月3日", TODAY);
  const after = withAnswers(typed, [
    { row: 1, ok: false, made: null, cell: "slot", msg: "2027-10-05为闭馆日（国庆节）" },
    { row: 2, ok: true, made: "changed", cell: null, msg: "已保存" },
  ]);
  expect(after[0]).toMatchObject({ slot: "10月5日", touched: true, fault: { cell: "slot", msg: "2027-10-05为闭馆日（国庆节）" } });
  expect(after[1]).toMatchObject({ touched: false, fault: null, said: "已保存" });
  expect(toSend(after).map((s) => s.index)).toEqual([0]);
});

test("only dates that nobody can read count as such, not what the server refused for another cause", () => {
  const typed = putCell(putCell(rows, 0, "slot", "过两天", TODAY), 1, "slot", "2026-12-01", TODAY);
  const refused = withAnswers(typed, [{ row: 2, ok: false, made: null, cell: "slot", msg: "2026-12-01为闭馆日（国庆节）" }]);
  expect(refused.filter((r) => r.fault !== null)).toHaveLength(2);
  expect(unreadable(refused, TODAY)).toBe(1);
});

test("days in words and the curve as lines", () => {
  expect([
    daysAway("2026-11-20", TODAY),
    daysAway("2026-11-21", TODAY),
    daysAway("2026-12-08", TODAY),
    daysAway("2026-11-18", TODAY),
  ]).toEqual(["今天", "明天", "距今18天", "已过2天"]);
  expect(weekdayText("2026-11-20")).toBe("周五");
  expect([monthAfter("2026-12", 1), monthAfter("2026-01", -1), daysOfMonth("2027-02").length]).toEqual(["2027-01", "2025-12", 28]);
  const points = [
    { on: "2026-08-01", days: 20 },
    { on: "2026-09-20", days: 10 },
    { on: "2026-10-01", days: null },
    { on: "2026-11-10", days: 30 },
  ];
  const lines = curveLines(points, TODAY, 90, 20);
  expect(lines).toHaveLength(2);
  expect(lines[0]?.startsWith("0.0,")).toBe(true);
  expect(lines[1]?.endsWith("90.0,7.0")).toBe(true);
  expect(curveWords(points)).toBe("90天内录入时距可约 10–30天，最近一次30天");
});
