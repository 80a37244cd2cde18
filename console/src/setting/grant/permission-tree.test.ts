import { allCodes, allPermissions, may, screenCodeOf } from "@visadesk/contract/permissions.ts";
import { expect, it } from "vitest";
import { permissionGroups, searchGroups, tick } from "./permission-tree.ts";

const everything = new Set(allCodes);

it("holds every code once, groups in menu order, buttons behind their screen", () => {
  const codes = permissionGroups.flatMap((g) => g.rows.map((p) => p.code));
  expect(codes).toHaveLength(allCodes.length);
  expect(new Set(codes)).toEqual(everything);
  expect(permissionGroups.map((g) => g.title)).toEqual([
    "工作台",
    "订单管理",
    "产品管理",
    "供应商管理",
    "同行管理",
    "运营活动",
    "Chat-visa",
    "内容管理",
    "财务管理",
    "基础资料",
    "系统设置",
  ]);
  for (const p of allPermissions.filter((x) => x.type === "button"))
    expect(codes.indexOf(p.code)).toBeGreaterThan(codes.indexOf(screenCodeOf(p.code) ?? -1));
});

it("ticks the screen with its button and unticks the buttons with their screen", () => {
  const on = tick([], [may.order_settle_price], true, everything);
  expect(on).toEqual([may.order_view, may.order_settle_price]);
  expect(tick([...on, may.role], [may.order_view], false, everything)).toEqual([may.role]);
  expect(tick([], [may.operation_log], true, everything)).toEqual([may.operation_log]);
});

it("a code that stands alone stays when the screen beside it goes", () => {
  expect(tick([may.order_view, may.personal_reveal], [may.order_view], false, everything)).toEqual([may.personal_reveal]);
});

it("never changes a code I lack, nor ticks a button whose screen I lack", () => {
  const mine = new Set<number>([may.order_view, may.refund_final]);
  expect(tick([may.role], [may.role], false, mine)).toEqual([may.role]);
  expect(tick([], [may.role], true, mine)).toEqual([]);
  expect(tick([], [may.refund_final], true, mine)).toEqual([]);
});

it("finds by label, initials and number, and keeps the screen of a found button", () => {
  expect(searchGroups("结算价").flatMap((g) => g.rows.map((p) => p.code))).toEqual([may.order_view, may.order_settle_price]);
  expect(searchGroups("101001").flatMap((g) => g.rows.map((p) => p.code))).toEqual([may.worker, may.operation_log, may.sys_config]);
  expect(searchGroups("没有这个")).toEqual([]);
});
