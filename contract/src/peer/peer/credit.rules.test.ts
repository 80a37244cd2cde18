import { expect, test } from "vitest";
import { creditAvailable, creditFault, creditRows, effectiveLimit, limitFault, type CreditTerms } from "./credit.rules.ts";

const terms: CreditTerms = { settle_mode: "credit", credit_limit: 5_000_000, temp_limit: 2_000_000, temp_until: "2026-09-30" };
const used = { used: 4_450_000, billed: 1_800_000 };

test("peer 5: the temporary limit counts through its last day in Shanghai", () => {
  const last = new Date("2026-09-30T15:59:59.999Z");
  const next = new Date("2026-09-30T16:00:00Z");
  expect(creditAvailable(terms, used, last)).toBe(2_550_000);
  expect(creditAvailable(terms, used, next)).toBe(550_000);
  expect(creditFault(550_000, 550_000)).toBeNull();
  expect(creditFault(550_000, 600_000)).toBe("授信额度不足，还差 ¥500.00");
  for (const at of [last, next])
    expect(creditRows(terms, used, at).reduce((sum, r) => sum + r.amount, 0)).toBe(creditAvailable(terms, used, at));
});
test("without statements what is used is one line, never a billed amount of zero", () => {
  const at = new Date("2026-09-01T00:00:00Z");
  expect(creditRows(terms, { ...used, billed: null }, at).slice(2)).toEqual([{ key: "used", label: "已用", amount: -4_450_000 }]);
  expect(
    creditRows(terms, used, at)
      .slice(2)
      .map((r) => [r.label, r.amount]),
  ).toEqual([
    ["已出账未还", -1_800_000],
    ["未出账已用", -2_650_000],
  ]);
});
test("peer 5: limits count for peers on credit alone", () => {
  const at = new Date("2026-09-01T00:00:00Z");
  expect(effectiveLimit(terms, at)).toBe(7_000_000);
  expect(effectiveLimit({ ...terms, settle_mode: "prepaid" }, at)).toBe(0);
  expect(creditAvailable({ ...terms, credit_limit: 0, temp_limit: 0, temp_until: null }, used, at)).toBe(-4_450_000);
  expect(creditFault(-4_450_000, 100)).toBe("授信额度不足，还差 ¥1.00");
});
test("peer 7: a limit keeps to the cap of the level, with the temporary one to half as much again", () => {
  const cap = 5_000_000;
  expect(limitFault(5_000_000, 0, cap)).toBeNull();
  expect(limitFault(5_000_001, 0, cap)).toBe("超过等级授信上限 ¥50,000.00");
  expect(limitFault(5_000_000, 2_500_000, cap)).toBeNull();
  expect(limitFault(5_000_000, 2_500_001, cap)).toBe("长期与临时额度合计不能超过 ¥75,000.00，临时额度最多 ¥25,000.00");
  expect(limitFault(4_000_000, 4_000_000, cap, "credit_limit")).toBe("长期与临时额度合计不能超过 ¥75,000.00，长期额度最多 ¥35,000.00");
  // Nothing would do: the cap fell below what is given already.
  expect(limitFault(800_000, 100, 500_000)).toBe("超过等级授信上限 ¥5,000.00");
});
