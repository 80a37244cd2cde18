import { expect, test } from "vitest";
import {
  cardGroups,
  cleanAmount,
  date,
  money,
  parseYuan,
  shanghai,
  shanghaiDate,
  shortTime,
  tileMoney,
  tileNumber,
  time,
  yuan,
} from "./format.ts";

test.each([
  [1, "0.01"],
  [0, "0.00"],
  [12345678, "123,456.78"],
  [-5, "-0.05"],
  [100, "1.00"],
  [-12345678, "-123,456.78"],
])("account 20 money %i is %s", (cents, text) => expect(yuan(cents)).toBe(text));
test("money in tables, forms and details", () => {
  expect(money(12345678)).toBe("¥123,456.78");
  expect(money(-12345678)).toBe("-¥123,456.78");
  expect(money(null)).toBe("—");
});

test.each([
  [99999, "99999"],
  [100000, "10.00万"],
  [123456, "12.35万"],
  [-123456, "-12.35万"],
  [123449, "12.34万"],
  [123450, "12.35万"],
  [0, "0"],
])("account 20 tile number %i is %s", (value, text) => expect(tileNumber(value)).toBe(text));
test("money tiles apply 万 to yuan", () => {
  expect(tileMoney(9_999_999)).toBe("¥99,999.99");
  expect(tileMoney(10_000_000)).toBe("¥10.00万");
  expect(tileMoney(12_345_600)).toBe("¥12.35万");
});

test.each([
  ["¥1,234.567", "1234.56"],
  ["1.2.3", "1.23"],
  [".5", "0.5"],
  ["007", "7"],
  ["abc", ""],
  ["0.", "0"],
  [".", ""],
  ["１", ""],
])("account 20 amount input %s is %s", (typed, text) => expect(cleanAmount(typed)).toBe(text));

test("account 20 parse(format(cents)) is cents for every amount up to 9·10^15", () => {
  const edges = [0, 1, 9, 10, 99, 100, 101, 9_000_000_000_000_000];
  let seed = 7;
  for (let i = 0; i < 5000; i++) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    edges.push(Math.floor((seed / 2147483648) ** 4 * 9e15));
  }
  for (const cents of edges) {
    expect(parseYuan(yuan(cents))).toBe(cents);
    expect(parseYuan(yuan(-cents))).toBe(cents === 0 ? 0 : -cents);
  }
  expect(parseYuan("abc")).toBeNull();
});

test("account 20 card numbers in groups of four", () => {
  expect(cardGroups("6222021234567890123")).toBe("6222 0212 3456 7890 123");
  expect(cardGroups("6222 0212 3456 7890 123")).toBe("6222 0212 3456 7890 123");
});

test("account 20 times in Asia/Shanghai, zero dates empty and shown as —", () => {
  expect(shanghai("2026-11-19T16:00:00.000Z")).toBe("2026-11-20 00:00:00");
  expect(shanghaiDate("2026-11-19T15:59:59Z")).toBe("2026-11-19");
  expect(shortTime("2026-11-20T06:05:00Z")).toBe("11-20 14:05");
  for (const empty of ["0000-00-00", "0000-00-00 00:00:00", "", null, undefined]) {
    expect(shanghai(empty)).toBe("");
    expect(time(empty)).toBe("—");
    expect(date(empty)).toBe("—");
    expect(shortTime(empty)).toBe("—");
  }
  expect(date("2026-11-20")).toBe("2026-11-20");
  expect(date("2026-11-19T17:00:00.000Z")).toBe("2026-11-20");
});
