import { afterEach, beforeEach, expect, it } from "vitest";
import { registerScreens, screenOf, screens } from "#kit/screens.ts";
import { forgetTrail, listHref, noteList } from "./trail.ts";

beforeEach(() => registerScreens(screens({ "order-list": { path: "/order/list", title: "订单", menu: { group: "订单管理" } } })));
afterEach(forgetTrail);

it("a list is come back to as it was filtered, without the panel that stood over it and what that had in the address", () => {
  const list = screenOf("order-list");
  if (!list) throw new Error("no list");
  noteList(list, "?page=2");
  noteList(list, "?page=2&panel=operation-log&log_noun=order&log_noun_id=7");
  expect(listHref(list)).toBe("/order/list?page=2");
});
