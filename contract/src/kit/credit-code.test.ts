import { expect, test } from "vitest";
import { creditCodeFault } from "./credit-code.ts";

test("peer 2: the check character of a credit code decides", () => {
  expect(creditCodeFault("91350100M000100Y43")).toBeNull();
  expect(creditCodeFault("91350100M000100Y44")).toBe("信用代码校验位不正确");
});
test("a credit code has 18 signs of its own alphabet", () => {
  const words = "信用代码应为18位数字或大写字母（不含I、O、S、V、Z）";
  for (const code of ["", "91350100M000100Y4", "91350100M000100Y433", "91350100I000100Y43", "91350100m000100y43"])
    expect(creditCodeFault(code), code).toBe(words);
});
