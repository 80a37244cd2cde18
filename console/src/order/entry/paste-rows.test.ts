import { expect, it } from "vitest";
import { readDay } from "@visadesk/contract/order/person-words.ts";
import { parsePasted } from "./paste-rows.ts";

it("reads days as sheets write them; a day that does not exist is none", () => {
  expect(["2026/1/2", "2026-01-02", "2026.1.02", "2026年1月2日", "20260102"].map(readDay)).toEqual(
    Array.from({ length: 5 }, () => "2026-01-02"),
  );
  expect(["2026-02-30", "2026-13-01", "46024", "1/2/2026", ""].map(readDay)).toEqual([null, null, null, null, null]);
});

it("with a head row columns stand in any order, unknown ones are passed over", () => {
  const { people, faults } = parsePasted(
    "护照号\t备注\t姓名*\t身份\t性别\r\ne12345678\t老客户\t张三\t在职\t男\r\n\r\nEA1234567\t\t李四\t学龄前儿童\tF\r\n",
  );
  expect(people).toEqual([
    { passport_no: "E12345678", name_cn: "张三", identity: "employed", gender: "male" },
    { passport_no: "EA1234567", name_cn: "李四", identity: "preschool", gender: "female" },
  ]);
  expect(faults).toEqual([]);
});

it("without a head row the columns are those of the hint, full width is narrowed", () => {
  const { people } = parsePasted(
    "张三\tzhang\tsan\t女\t1990/3/4\t\tＥ１２３４５６７８\t2020.1.1\t2030.1.1\t１３８００００８０００\t退休人员",
  );
  expect(people).toEqual([
    {
      name_cn: "张三",
      surname_en: "ZHANG",
      given_name_en: "SAN",
      gender: "female",
      birth_date: "1990-03-04",
      passport_no: "E12345678",
      passport_issue_date: "2020-01-01",
      passport_expiry_date: "2030-01-01",
      mobile: "13800008000",
      identity: "retired",
    },
  ]);
});

it("a valid ID number fills birth and sex that the row leaves empty, a wrong one fills nothing", () => {
  expect(parsePasted("姓名\t身份证号\n王五\t11010519491231002X").people).toEqual([
    { name_cn: "王五", id_card_no: "11010519491231002X", birth_date: "1949-12-31", gender: "female" },
  ]);
  expect(parsePasted("姓名\t身份证号\n王五\t110105194912310021").people).toEqual([{ name_cn: "王五", id_card_no: "110105194912310021" }]);
});

it("what cannot be read stays out and is told by row", () => {
  const { people, faults } = parsePasted("姓名\t性别\t出生日期\n张三\t未知\t1990-02-30");
  expect(people).toEqual([{ name_cn: "张三" }]);
  expect(faults).toEqual(["第1行 性别“未知”无法识别", "第1行 出生日期“1990-02-30”无法识别"]);
});

it("takes fifty people at most, nothing from nothing", () => {
  const many = parsePasted(`姓名\t性别\n${Array.from({ length: 51 }, (_, i) => `张${"一二三四五六七八九十"[i % 10]}\t男`).join("\n")}`);
  expect(many.people).toHaveLength(50);
  expect(many.faults).toEqual(["一张订单最多50位申请人，只取前50行"]);
  expect(parsePasted(" \n\t\n")).toEqual({ people: [], faults: [] });
});
