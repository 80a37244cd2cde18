import { expect, test } from "vitest";
import { isWaybill, waybillOf } from "./waybill.rules.ts";

test("a waybill is kept without blanks and in capitals; what no courier prints is none", () => {
  expect(["sf 1234567890123", " ＳＦ1234\t567890123 ", "JDVC-12345-1-1-"].map(waybillOf)).toEqual([
    "SF1234567890123",
    "SF1234567890123",
    "JDVC-12345-1-1-",
  ]);
  expect(["SF1234567890123", "JDVC-12345-1-1-", "运单😀<B>", "1234", ""].map(isWaybill)).toEqual([true, true, false, false, false]);
});
