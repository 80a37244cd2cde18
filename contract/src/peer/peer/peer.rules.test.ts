import { describe, expect, test } from "vitest";
import { peerApi, unbilledText } from "./peer.ts";
import { SIMILAR } from "./peer.words.ts";
import { accountFault, activityOf, nameIndex, nameLikeness, type AccountRights } from "./peer.rules.ts";

test("a peer is new for 30 days, then active, silent and lost by its last paid order", () => {
  const at = new Date("2026-11-20T00:00:00Z");
  const ago = (days: number): string => new Date(at.getTime() - days * 86_400_000).toISOString();
  expect([30, 31].map((d) => activityOf(ago(d), ago(1), at))).toEqual(["new", "active"]);
  expect([30, 31, 90, 91].map((d) => activityOf(ago(200), ago(d), at))).toEqual(["active", "silent", "silent", "lost"]);
  expect(activityOf(ago(31), null, at)).toBe("lost");
});

describe("a login of a peer", () => {
  const of = (more: Partial<AccountRights>): AccountRights => ({ role: "operator", status: 1, can_pay: false, order_limit: null, ...more });
  test("does what its role does", () => {
    expect(accountFault(of({ role: "viewer" }), "order")).toBe("该账号没有此权限");
    expect(accountFault(of({ role: "finance", can_pay: true }), "order")).toBe("该账号没有此权限");
    expect(accountFault(of({ role: "owner" }), "account")).toBeNull();
    expect(accountFault(of({ role: "owner", status: 0 }), "view")).toBe("该账号已停用");
  });
  test("pays when it may, and orders up to its limit", () => {
    expect(accountFault(of({}), "pay", 1)).toBe("该账号不能支付");
    expect(accountFault(of({ can_pay: true, order_limit: 50_000 }), "pay", 50_000)).toBeNull();
    expect(accountFault(of({ order_limit: 50_000 }), "order", 50_001)).toBe("超过单笔上限 ¥500.00");
  });
});

test("company names are compared without what every company is called", () => {
  const likeness = nameLikeness("福州环球国际旅行社有限公司", "福州环球国际旅行社有限责任公司");
  expect(likeness).toBe(1);
  expect(nameLikeness("福州环球国际旅行社有限公司", "福州寰球国际旅行社有限公司")).toBeGreaterThan(0.4);
  expect(nameLikeness("福州环球国际旅行社有限公司", "福州环球国际旅行社（仓山）有限公司")).toBeGreaterThanOrEqual(SIMILAR);
  expect(nameLikeness("福州环球国际旅行社有限公司", "上海春秋票务有限公司")).toBeLessThan(SIMILAR);
  expect(nameLikeness("", "甲")).toBe(0);
});

test("a name finds in a list what it is alike to one by one, the likest first", () => {
  const names = [
    "福州环球国际旅行社有限公司",
    "福州环球国际旅行社（仓山）有限公司",
    "福州寰宇国际旅行社有限公司",
    "上海春秋票务有限公司",
    "甲",
  ];
  const find = nameIndex(names.map((name) => ({ name })));
  for (const name of [...names, "福州环球国际旅行社", ""]) {
    const alone = names.map((n) => [n, nameLikeness(name, n)] as const).filter(([, likeness]) => likeness >= SIMILAR);
    expect(find(name).map((f) => [f.of.name, f.likeness])).toEqual(alone.toSorted((a, b) => b[1] - a[1]));
  }
});
test("an overdue day without a statement says 账单未出 in lists and sheets; what has an amount, or is not overdue, says nothing", () => {
  expect([unbilledText(true, null), unbilledText(true, 100), unbilledText(false, null)]).toEqual(["账单未出", "", ""]);
  const note = peerApi.peer_query.sheet?.["overdue_note"];
  expect(note?.value({ overdue_days: 33, overdue_amount: null } as never, new Date(0))).toBe("账单未出");
  expect(peerApi.peer_query.exports).toEqual(expect.arrayContaining(["temp_limit", "temp_until", "credit_available", "credit_blocked"]));
});
