import { RouterProvider } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { Modal } from "antd";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { call } from "#kit/app/api.ts";
import { clearFeedback, confirm } from "#kit/app/feedback.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { Link } from "#kit/app/location.tsx";
import { denied } from "#kit/app/denied.ts";
import { matchScreen, registerScreens, screens } from "#kit/screens.ts";
import { logout, refreshStats, signIn } from "#kit/app/session.ts";
import { titleOf } from "./place.ts";
import "./frame.tsx";
import { makeRouter, tieRouter } from "./router.tsx";

const BUILT = "2026-11-20T01:00:00.000Z";
const asked: string[] = [];
let served: { version: string; time: string };
let codes: number[];
let status = 200;
let untie: () => void = () => {};

function List() {
  useEffect(() => void call("order_query", {}).catch(() => undefined), []);
  return (
    <>
      <h1>订单</h1>
      <Link to="/order/detail/7">七</Link>
      <Link to="/order/list?page=3">第三页</Link>
      <Modal open title="改派" footer={null} />
    </>
  );
}
const load = (part: () => React.ReactNode) => () => Promise.resolve({ default: part });

beforeEach(() => {
  asked.length = 0;
  served = { version: "1.0.2", time: BUILT };
  codes = [may.order_process];
  status = 200;
  sessionStorage.clear();
  vi.stubGlobal("__BUILD_TIME__", BUILT);
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("innerWidth", 1440);
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    const body: Record<string, unknown> = {
      "/api/oss_account_query": {
        id: 3,
        account: "expert",
        nickname: "",
        role: { id: 1, name: "专家", module_group: codes },
        role_version: 1,
        must_change: false,
      },
      "/api/sys_config_get": { platform_name: "签证平台", company_name: "示例公司", registration_notice: "备案号", auto_lock_minutes: 0 },
      "/api/order_stat_query": { task_count: 128 },
      "/api/message_get": { banner: null, unread_count: 0, urgent: [], list: [] },
      "/api/preference_query": { list: [] },
      "/api/saved_view_query": { list: [] },
    };
    return Promise.resolve(
      new Response(JSON.stringify(url === "/build-config.json" ? served : { ret: 0, msg: "", body: body[url] ?? {} }), {
        status: url.startsWith("/api") ? status : 200,
      }),
    );
  });
  registerScreens(
    screens({
      root: { path: "/", redirect: "/home" },
      login: { path: "/login", title: "登录", no_auth: true, hide_nav: true, load: load(() => <h1>登录页</h1>) },
      home: { path: "/home", title: "首页", load: load(() => <h1>首页内容</h1>) },
      "workbench-list": {
        path: "/workbench/workbench-list",
        title: "工作台",
        may: may.workbench,
        menu: { group: "工作台", badge: "task_count" },
        load: load(() => null),
      },
      "order-list": {
        path: "/order/list",
        title: "订单处理",
        may: may.order_process,
        menu: { group: "订单管理", badge: "task_count" },
        load: load(List),
      },
      "order-detail": { path: "/order/detail/:orderId", title: "订单处理详情", under: "order-list", load: load(() => <h1>详情</h1>) },
      "balance-list": { path: "/finance/balance/list", title: "余额明细", may: may.balance, menu: { group: "财务管理" }, load: load(List) },
    }),
  );
});
afterEach(() => {
  untie();
  cleanup();
  logout();
  clearFeedback();
  vi.unstubAllGlobals();
  document.title = "";
});

function open(path: string) {
  window.history.replaceState(null, "", path);
  const router = makeRouter();
  untie = tieRouter(router);
  render(
    <>
      <RouterProvider router={router} />
      <FeedbackHost />
    </>,
  );
  return router;
}
const login = () => act(() => signIn({ token: "t", id: 3, account: "expert" }));

test("G1 logged out: /login with the wanted path", async () => {
  open("/order/list?page=2");
  expect(await screen.findByText("登录页")).toBeTruthy();
  expect(location.pathname + location.search).toBe("/login?redirect=%2Forder%2Flist%3Fpage%3D2");
});

test("G1 a missing code leads home by replace: no toast, no call of that screen", async () => {
  login();
  const router = open("/finance/balance/list");
  expect(await screen.findByText("首页内容")).toBeTruthy();
  expect(location.pathname).toBe("/home");
  expect(asked).not.toContain("/api/order_query");
  // Home names the page, until another one is opened.
  expect(denied.get().title).toBe(matchScreen("/finance/balance/list")?.screen.title);
  await act(() => router.navigate({ href: "/order/list" }));
  expect(denied.get().title).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("G1 V1 another build cancels the navigation", async () => {
  login();
  const router = open("/home");
  await screen.findByText("首页内容");
  served = { version: "1.0.2", time: "2026-11-21T01:00:00.000Z" };
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  void router.navigate({ href: "/order/list" });
  expect(await screen.findByText("系统有新版本，正在自动更新...")).toBeTruthy();
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(screen.getByText("首页内容")).toBeTruthy();
  expect(asked).not.toContain("/api/order_query");
});

test("G3 an unknown path is 页面不存在 with 返回首页", async () => {
  login();
  open("/nothing/here");
  expect(await screen.findByText("页面不存在")).toBeTruthy();
  expect(screen.getByText("返回首页").getAttribute("href")).toBe("/home");
  // Whoever is signed in keeps menu and header.
  expect(await screen.findByRole("navigation")).toBeTruthy();
  expect(document.querySelector(".vd-side")).not.toBeNull();
});

test("M2 M4 M5 M7 the frame: menu of the role, badge, 匿名, title with the task count, breadcrumb with the last query", async () => {
  login();
  open("/order/list?page=2");
  await screen.findByText("订单");
  const menu = screen.getByRole("navigation", { name: "主菜单" });
  await waitFor(() => expect(menu.textContent).toContain("99+"));
  expect(menu.textContent).toContain("订单管理");
  expect(menu.textContent).not.toContain("工作台");
  expect(menu.textContent).not.toContain("财务管理");
  expect(screen.getByText("匿名")).toBeTruthy();
  await waitFor(() => expect(document.title).toBe("(128) 订单处理 - 签证平台"));
  fireEvent.click(screen.getByText("七"));
  await screen.findByText("详情");
  const place = screen.getByRole("navigation", { name: "当前位置" });
  expect(place.textContent).toBe("订单管理订单处理订单处理详情");
  expect(place.querySelector("a")?.getAttribute("href")).toBe("/order/list?page=2");
  fireEvent.click(screen.getByText("返回订单处理"));
  await waitFor(() => expect(location.pathname + location.search).toBe("/order/list?page=2"));
});

test("M7 titles", () => {
  expect(titleOf("订单处理", "平台", 0)).toBe("订单处理 - 平台");
  expect(titleOf("", "平台", 0)).toBe("平台");
  expect(titleOf("首页", "平台", 3)).toBe("(3) 首页 - 平台");
});

test("M8 a change of query keeps dialogs and confirms, a change of path ends them", async () => {
  login();
  open("/order/list");
  await screen.findByText("改派");
  let asking = Promise.resolve(true);
  act(() => {
    asking = confirm({ title: "确定送签？" });
  });
  fireEvent.click(screen.getByText("第三页"));
  await waitFor(() => expect(location.search).toBe("?page=3"));
  expect(screen.getByText("改派")).toBeTruthy();
  expect(screen.getByText("确定送签？")).toBeTruthy();
  fireEvent.click(screen.getByText("七"));
  await screen.findByText("详情");
  expect(screen.queryByText("改派")).toBeNull();
  expect(screen.queryByText("确定送签？")).toBeNull();
  expect(await asking).toBe(false);
});

test("S2 a 401 leads to /login and says so once", async () => {
  login();
  open("/home");
  await screen.findByText("首页内容");
  status = 401;
  await act(() => refreshStats());
  expect(await screen.findByText("登录页")).toBeTruthy();
  expect(screen.getAllByText("登陆已过期").length).toBe(1);
  expect(localStorage.getItem("vd_login")).toBeNull();
});
