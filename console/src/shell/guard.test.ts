import { beforeAll, expect, test } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { allScreens, matchScreen, menuOf, registerScreens, screens } from "#kit/screens.ts";
import { decide, safeRedirect } from "./guard.ts";

const load = () => Promise.resolve({});
beforeAll(() =>
  registerScreens(
    screens({
      root: { path: "/", redirect: "/home" },
      login: { path: "/login", title: "登录", no_auth: true, hide_nav: true, load },
      home: { path: "/home", title: "首页", load },
      "workbench-list": {
        path: "/workbench/workbench-list",
        title: "工作台",
        may: may.workbench,
        menu: { group: "工作台", badge: "task_count" },
        load,
      },
      order: { path: "/order", redirect: "/order/list" },
      "order-list": { path: "/order/list", title: "订单处理", may: may.order_process, menu: { group: "订单管理" }, load },
      "order-detail": { path: "/order/detail/:orderId", title: "订单处理详情", under: "order-list", load },
      "chat-record": {
        path: "/product/chat-record",
        title: "对话记录",
        may: may.chat_record,
        menu: { group: "Chat-visa", target: "_blank" },
        hide_nav: true,
        load,
      },
      "both-list": { path: "/both", title: "两者", may: [may.order_view, may.order_process], load },
      "elec-list": {
        path: "/base-data/elec/list",
        title: "电子资料",
        may: may.elec,
        menu: { group: "基础资料" },
        menu_key: "base-data",
        load,
      },
      "elec-edit": { path: "/base-data/elec/edit/:id", title: "编辑电子资料", under: "elec-list", menu_key: "base-data", load },
      "open-list": { path: "/open/sf-order-list", title: "顺丰订单列表", no_auth: true, hide_nav: true, load },
    }),
  ),
);

const go = (path: string, codes: number[] | null) =>
  decide({ screen: matchScreen(path)?.screen, href: path, logged_in: codes !== null, codes: new Set(codes ?? []) });

test("G1 no_auth routes proceed without login", () => {
  expect(go("/login", null)).toBeNull();
  expect(go("/open/sf-order-list", null)).toBeNull();
  expect(go("/open/sf-order-list", [])).toBeNull();
});

test("G1 logged out leads to /login with the wanted path", () => {
  expect(go("/order/detail/7", null)).toBe("/login?redirect=%2Forder%2Fdetail%2F7");
  expect(go("/home", null)).toBe("/login");
  expect(go("/", null)).toBe("/login");
  expect(go("/nothing/here", null)).toBe("/login");
});

test("G1 home is always allowed, a missing code leads home", () => {
  expect(go("/home", [])).toBeNull();
  expect(go("/order/list", [])).toBe("/home");
  expect(go("/order/detail/7", [])).toBe("/home");
  expect(go("/order/detail/7", [may.order_process])).toBeNull();
});

test("G2 an array needs all codes, a redirect row is judged by its goal", () => {
  expect(go("/both", [may.order_view])).toBe("/home");
  expect(go("/both", [may.order_view, may.order_process])).toBeNull();
  expect(go("/order", [])).toBe("/home");
  expect(go("/order", [may.order_process])).toBeNull();
});

test("G3 /login while logged in leads home, an unknown path stays for 页面不存在", () => {
  expect(go("/login", [])).toBe("/home");
  expect(go("/nothing/here", [])).toBeNull();
});

test.each([
  ["/order/list?page=2", "/order/list?page=2"],
  ["/order/detail/5", "/order/detail/5"],
  ["//evil.example", "/home"],
  ["/\\evil.example", "/home"],
  ["https://evil.example/order/list", "/home"],
  ["javascript:alert(1)", "/home"],
  ["/login", "/home"],
  ["/open/sf-order-list", "/home"],
  ["/nothing", "/home"],
  ["", "/home"],
  [undefined, "/home"],
])("G1 redirect %j goes to %s", (wanted, goal) => expect(safeRedirect(wanted)).toBe(goal));

test("M2 the menu of a role: groups in order, only what it may enter", () => {
  const names = (codes: number[]) => menuOf(new Set(codes)).map((g) => [g.title, g.items.map((i) => i.name)]);
  expect(names([])).toEqual([]);
  expect(names([may.elec, may.order_process, may.workbench])).toEqual([
    ["工作台", ["workbench-list"]],
    ["订单管理", ["order-list"]],
    ["基础资料", ["elec-list"]],
  ]);
  expect(menuOf(new Set([may.chat_record]))[0]?.items[0]?.target).toBe("_blank");
});

test("M3 a detail page keeps the group and the list of its parent", () => {
  const detail = matchScreen("/base-data/elec/edit/3");
  expect(detail).toMatchObject({ params: { id: "3" }, screen: { menu_key: "base-data", under: "elec-list", may: may.elec } });
  expect(allScreens().find((s) => s.name === "order-detail")?.menu_key).toBe("订单管理");
});
