import { describe, expect, test } from "vitest";
import { lengthOf, narrow, patterns, phoneFault, type PatternName } from "./patterns.ts";

const CASES: Record<PatternName, { good: string[]; bad: string[]; message: string }> = {
  mobile: { good: ["13812341234"], bad: ["23812341234", "1381234123", "138123412345", "1381234123a"], message: "请输入正确的手机号" },
  email: { good: ["a@b.cn", "wang.li+1@mail.example.com"], bad: ["a@b", "@b.cn", "a b@c.cn", "a@b@c.cn"], message: "请输入正确的邮箱" },
  chinese: { good: ["张三", "𠮷野"], bad: ["张三a", "张 三", "", "张三1"], message: "请输入中文" },
  letters: { good: ["Zhang"], bad: ["Zhang1", "Zhāng", ""], message: "请输入字母" },
  word: { good: ["abc_12", "a".repeat(20)], bad: ["abc12", "a".repeat(21), "abc-123"], message: "请输入6-20位字母、数字或下划线" },
  any3: { good: ["一二三", "a\nb"], bad: ["一二", ""], message: "至少输入3个字符" },
  code: { good: ["AB123", "A".repeat(12)], bad: ["ab123", "AB12", "A".repeat(13)], message: "请输入5-12位大写字母或数字" },
  id_no: {
    good: ["1".repeat(15), `${"1".repeat(17)}X`, "1".repeat(18)],
    bad: ["1".repeat(16), `${"1".repeat(16)}XX`],
    message: "请输入正确的身份证号",
  },
  url: {
    good: ["http://a", "https://a.cn/b"],
    bad: ["ftp://a", "//a.cn", "javascript:alert(1)"],
    message: "请输入以http或https开头的网址",
  },
  colour: { good: ["#00aaFF"], bad: ["#0af", "00aaff", "#00aagg"], message: "颜色格式应为#RRGGBB" },
};

describe.each(Object.entries(patterns))("F3 %s", (name, pattern) => {
  const want = CASES[name as PatternName];
  test.each(want.good)("takes %s", (text) => expect(pattern.re.test(text)).toBe(true));
  test.each(want.bad)("refuses %s", (text) => expect(pattern.re.test(text)).toBe(false));
  test("says what to type", () => expect(pattern.message).toBe(want.message));
});

test("F3 full-width characters are narrowed and ends trimmed before a rule judges", () => {
  expect(narrow("　１３８１２３４１２３４ ")).toBe("13812341234");
  expect(narrow("Ａｂ－１　２")).toBe("Ab-1 2");
});

test("F1 characters are counted as code points", () => expect([lengthOf("𠮷a"), lengthOf("abc")]).toEqual([2, 3]));

test.each([
  "010-65321234",
  "13800138000",
  "400-800-1234",
  "12308",
  "+81-3-3403-3388",
  "010 6532 1234转802、（021）5169 2020",
  "领事保护：+86-10-12308",
])("a phone may be %s", (text) => expect(phoneFault(text)).toBeNull());
test.each(["1", "电话", "010", "010-65321234、", "abc12345", "1234567890123456"])("a phone may not be %s", (text) =>
  expect(phoneFault(text)).toMatch(/^请输入完整的电话/),
);
