import { describe, expect, test } from "vitest";
import { maskedNumbers, maskNumbers } from "./mask-numbers.ts";

const full = (text: string): string => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
const NUMBERS = {
  passport: [
    "E12345678",
    "e12345678",
    "EA1234567",
    "G12345678",
    "K1234567",
    "TR1234567",
    "H1234567800",
    "YA123456",
    "12AB34567",
    "C01X00T47",
    "543210987",
  ],
  mobile: ["13800138000", "19912345678"],
  id_card: ["11010519491231002X", "11010519491231002x", "440308199901010012", "110105491231002"],
  account: ["622202123456", "6222021234567", "6222021234567890", "6222021234567890123", "8613800138000"],
};
const all = Object.values(NUMBERS).flat();
const groups = (n: string): string[] => [
  n,
  full(n),
  n.replace(/(.{3})(.{4})/, "$1 $2 "),
  n.replace(/(.{3})(.{4})/, "$1-$2-"),
  n.split("").join(" "),
];
/** What is left of a number to search by: more of it than a mask shows. */
const holds = (text: string, n: string): boolean => {
  const of = (t: string): string =>
    t
      .normalize("NFKC")
      .replace(/[^0-9A-Za-z]/g, "")
      .toLowerCase();
  return of(text).includes(of(n).slice(0, -4)) || of(text).includes(of(n).slice(1, -1));
};

describe.each(all)("%s", (n) => {
  const spaced = /[A-Z].*[A-Z]|^\d{9}$|^[A-Z]{2}\d{6}$/i.test(n) ? [n, full(n)] : groups(n);
  test.each(spaced)("is masked as %s, alone and in a sentence", (typed) => {
    for (const text of [typed, `客户 ${typed}，加急`, `查${typed}的订单`, `a:${typed};b`, `${typed}\n${typed}`])
      expect(holds(maskNumbers(text), n), `${text} → ${maskNumbers(text)}`).toBe(false);
  });
});

test.each(all.filter((n) => /^[A-Z]{0,2}\d+X?$/i.test(n)))("%s twice without a gap is masked too", (n) => {
  expect(holds(maskNumbers(n + n), n), maskNumbers(n + n)).toBe(false);
});

test("masked as the screen masks them, the words around untouched", () => {
  expect(maskNumbers("护照E12345678，电话 138 0013 8000")).toBe("护照E****5678，电话 138****8000");
  expect(maskNumbers("账号６２２２ 0212 3456 7890 123")).toBe("账号****0123");
  expect(maskNumbers("Ｅ１２３４５６７８　张三")).toBe("E****5678　张三");
});

test.each([
  "V260720000123",
  "260720000123",
  "v260720000123-01",
  "V260720",
  "TK260720000001",
  "TY000123",
  "GY0001",
  "0123",
  "000123",
  "20260720",
  "2026-07-20~2026-07-21",
  "2026-07-20 10:00 至 2026-07-21 18:30",
  "2026-07-20 2026-07-21",
  "2026-07-20T01:00:00.000Z",
  "0~100000000",
  "100000000~",
  "¥123456789.00",
  "JP-TOUR-S-01",
  "private/material/2026/3f2b6c1e-8a47-4d52-9b1c-123456789012.jpg",
  "900150983cd24fb0d6963f7d28e17f72",
  "d-6~d",
  "张三 日本单次",
  "",
])("%s stays readable", (text) => {
  expect(maskNumbers(text)).toBe(text);
});

test("one of ours beside one of theirs: only theirs", () => {
  expect(maskNumbers("V260720000123 13800138000")).toBe("V260720000123 138****8000");
  expect(maskNumbers("260720000123 E12345678")).toBe("260720000123 E****5678");
  expect(maskNumbers("2026-07-20 13800138000")).toBe("2026-07-20 138****8000");
});

test("values of every shape: texts, keys and long numbers; ids, money and instants stay", () => {
  const value = { filter: { keyword: "13800138000", tags: ["E12345678"] }, "13800138000": true, n: 13800138000, id: 42, at: 1763600000000 };
  expect(maskedNumbers(value)).toEqual({
    filter: { keyword: "138****8000", tags: ["E****5678"] },
    "138****8000": true,
    n: "138****8000",
    id: 42,
    at: 1763600000000,
  });
});
