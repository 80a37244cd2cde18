import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { lazy } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { call } from "#kit/app/api.ts";
import { clearFeedback } from "#kit/app/feedback.ts";
import { useOpenPanel, type OpenPanel } from "#kit/app/open-panel.ts";
import { registerPanels } from "#kit/app/panel-registry.ts";
import { refreshStats, session } from "#kit/app/session.ts";
import { NO_MESSAGES } from "../testing/server.tsx";
import { CONFIG_REST, closeShell, loginShell, openShell, registerShell, stubShell, type ShellServer } from "../testing/shell.tsx";
import { frameScreens } from "./frame-fixtures.tsx";

let server: ShellServer;
let changed = false;

beforeEach(() => {
  server = stubShell();
  changed = false;
  registerShell(frameScreens(() => changed));
});
afterEach(() => {
  act(clearFeedback);
  cleanup();
  closeShell();
  vi.useRealTimers();
});
const aside = (): HTMLElement => document.querySelector("aside.vd-side") as HTMLElement;
const TASK: OpenPanel = { keys: ["task_no"] };
const TYPED: OpenPanel = { changed: () => true };
function TaskRow({ own }: { own: OpenPanel }) {
  useOpenPanel(own);
  return <p>任务行</p>;
}
const where = (): string => location.pathname + location.search;

test("M1 the menu is 240 wide and 64 collapsed; the footer has the year of Asia/Shanghai, the company and its notice", async () => {
  vi.setSystemTime(new Date("2026-12-31T16:00:00Z"));
  loginShell();
  openShell("/order/list");
  await screen.findByText("订单");
  expect(aside().style.width).toBe("240px");
  await waitFor(() => expect(document.querySelector("footer")?.textContent).toBe("© 2027 示例公司 备案号"));
  fireEvent.click(screen.getByRole("button", { name: "折叠菜单" }));
  expect(aside().style.width).toBe("64px");
});

test("M1 a hideNav page stands alone", async () => {
  loginShell();
  openShell("/order/print/7");
  await screen.findByText("打印页");
  for (const part of ["aside", "header", "footer"]) expect(document.querySelector(part)).toBeNull();
});

test("M2 a menu item with a target opens a new tab without opener", async () => {
  server.codes = [may.workbench];
  loginShell();
  openShell("/home");
  const group = await screen.findByText("工作台");
  if (!screen.queryByText("对话记录")) fireEvent.click(group);
  const shown = (await screen.findByText("对话记录")).closest("a");
  expect([shown?.target, shown?.rel]).toEqual(["_blank", "noopener"]);
});

test("M3 the collapsed flag outlives a reload and a logout; a narrow window starts collapsed whatever was kept", async () => {
  loginShell();
  openShell("/order/list");
  await screen.findByText("订单");
  fireEvent.click(screen.getByRole("button", { name: "折叠菜单" }));
  cleanup();
  openShell("/order/list");
  await screen.findByText("订单");
  expect(aside().style.width).toBe("64px");
  fireEvent.click(screen.getByRole("button", { name: "退出登录" }));
  await screen.findByText("登录页");
  expect(localStorage.getItem("vd_menu_collapsed")).toBe("1");
  localStorage.setItem("vd_menu_collapsed", "0");
  server.width = 1279;
  loginShell();
  openShell("/order/list");
  await screen.findByText("订单");
  expect(aside().style.width).toBe("64px");
});

test("M9 below 768 the menu is a drawer that closes when one goes somewhere", async () => {
  server.width = 767;
  loginShell();
  openShell("/order/list");
  await screen.findByText("订单");
  expect(document.querySelector("aside.vd-side")).toBeNull();
  expect(screen.queryByRole("navigation", { name: "主菜单" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "展开菜单" }));
  const menu = await screen.findByRole("navigation", { name: "主菜单" });
  fireEvent.click(within(menu).getByText("代客下单"));
  await screen.findByText("下单");
  await waitFor(() => expect(document.querySelector(".ant-drawer-open")).toBeNull());
});

test("M5 account settings open the password dialog, leaving is at once", async () => {
  loginShell();
  openShell("/home");
  await screen.findByText("首页内容");
  fireEvent.click(await screen.findByRole("button", { name: "账户设置" }));
  expect(await screen.findByText("修改密码")).toBeTruthy();
  act(() => session.set({ passwd_open: false }));
  fireEvent.click(screen.getByRole("button", { name: "退出登录" }));
  await screen.findByText("登录页");
  expect(localStorage.getItem("vd_login")).toBeNull();
  expect(server.asked.some((a) => a.name === "session_logout")).toBe(true);
});

test("M6 account 18 the back control names its goal and goes back through the history with filters and page", async () => {
  loginShell();
  openShell("/order/list?page=3&keyword=V26");
  fireEvent.click(await screen.findByText("七"));
  await screen.findByText("详情");
  const close = vi.spyOn(window, "close").mockImplementation(() => undefined);
  fireEvent.click(screen.getByRole("button", { name: "返回订单处理" }));
  await screen.findByText("订单");
  expect(where()).toBe("/order/list?page=3&keyword=V26");
  expect(close).not.toHaveBeenCalled();
  expect(screen.queryByRole("button", { name: /^返回/ })).toBeNull();
});

test("M6 account 18 a tab opened for the page closes; one that stays open goes to the list after 200 ms", async () => {
  loginShell();
  const router = openShell("/order/detail/7");
  await screen.findByText("详情");
  vi.spyOn(router.history, "canGoBack").mockReturnValue(false);
  const close = vi.spyOn(window, "close").mockImplementation(() => undefined);
  const pressed = Date.now();
  fireEvent.click(screen.getByRole("button", { name: "返回订单处理" }));
  expect(close).toHaveBeenCalledTimes(1);
  expect(where()).toBe("/order/detail/7");
  await screen.findByText("订单");
  expect(Date.now() - pressed).toBeGreaterThanOrEqual(199);
  expect(where()).toBe("/order/list");
});

test("M9 panels open by ?panel= over any page and keep the page below; only allowed ones; closing takes the name and the panel's own keys away", async () => {
  registerPanels({
    secret: { title: "操作日志", may: may.operation_log, part: lazy(() => Promise.resolve({ default: () => <p>日志行</p> })) },
    open: { title: "任务表", part: lazy(() => Promise.resolve({ default: () => <TaskRow own={TASK} /> })) },
  });
  loginShell();
  const router = openShell("/order/list?page=2&panel=open&task_no=7");
  await screen.findByText("任务行");
  expect(screen.getByText("订单")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /关闭|Close/ }));
  await waitFor(() => expect(where()).toBe("/order/list?page=2"));
  await act(() => router.navigate({ href: "/order/list?page=2&panel=secret" }));
  expect(screen.queryByText("日志行")).toBeNull();
  server.codes.push(may.operation_log);
  fireEvent.click(screen.getByRole("button", { name: "消息" }));
  expect(await screen.findByText("没有消息")).toBeTruthy();
  expect(where()).toBe("/order/list?page=2&panel=messages");
});

test("closing a panel with something typed in it asks first", async () => {
  registerPanels({ open: { title: "任务表", part: lazy(() => Promise.resolve({ default: () => <TaskRow own={TYPED} /> })) } });
  loginShell();
  openShell("/order/list?panel=open");
  await screen.findByText("任务行");
  const close = (): void => void fireEvent.click(screen.getByRole("button", { name: /关闭|Close/ }));
  close();
  fireEvent.click(await screen.findByText("留下"));
  await waitFor(() => expect(screen.queryByText("留下")).toBeNull());
  expect(where()).toBe("/order/list?panel=open");
  close();
  fireEvent.click(await screen.findByText("离开"));
  await waitFor(() => expect(where()).toBe("/order/list"));
});

test("F5 leaving a changed form by path asks; 留下 keeps it, 离开 goes; a change of query and equal values never ask", async () => {
  loginShell();
  openShell("/order/add");
  fireEvent.click(await screen.findByText("去列表"));
  await screen.findByText("订单");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  act(() => history.back());
  await screen.findByText("下单");
  changed = true;
  fireEvent.click(screen.getByText("下一步"));
  await waitFor(() => expect(location.search).toBe("?step=2"));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  fireEvent.click(screen.getByText("去列表"));
  expect(await screen.findByText("有未保存的内容，确定离开吗？")).toBeTruthy();
  expect(screen.getByText("填写的内容留作草稿")).toBeTruthy();
  fireEvent.click(screen.getByText("留下"));
  expect(location.pathname).toBe("/order/add");
  fireEvent.click(screen.getByText("去列表"));
  fireEvent.click(await screen.findByText("离开"));
  await screen.findByText("订单");
});

test("F5 a closed tab asks the browser's own question, only when something changed", async () => {
  loginShell();
  openShell("/order/add");
  await screen.findByText("下单");
  const leave = (): boolean => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(leave()).toBe(false);
  changed = true;
  expect(leave()).toBe(true);
});

test("S2 account 15 three 401 at once: one toast, one way to /login; a 401 on /login stays there", async () => {
  loginShell();
  openShell("/order/list?page=2");
  await screen.findByText("订单");
  const refused = () => new Response(JSON.stringify({ ret: 1, msg: "" }), { status: 401 });
  Object.assign(server.answers, { order_query: refused });
  await act(async () => {
    await Promise.allSettled([1, 2, 3].map(() => call("order_query", {})));
  });
  await screen.findByText("登录页");
  expect(screen.getAllByText("登陆已过期").length).toBe(1);
  expect(where()).toBe(`/login?redirect=${encodeURIComponent("/order/list?page=2")}`);
  loginShell();
  await act(async () => {
    await call("order_query", {}).catch(() => undefined);
  });
  expect(localStorage.getItem("vd_login")).toBeNull();
  expect(location.pathname).toBe("/login");
});

test("S4 a role that lost the present screen leads home without a word", async () => {
  loginShell();
  openShell("/order/list");
  await screen.findByText("订单");
  server.codes = [may.workbench];
  server.answers["order_stat_query"] = () =>
    new Response(JSON.stringify({ ret: 0, msg: "", body: {} }), { headers: { "x-role-version": "2" } });
  await act(() => refreshStats());
  await screen.findByText("首页内容");
  expect(where()).toBe("/home");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("G3 with the server away a protected page leads home, which offers to try again and then opens what was wanted", async () => {
  const good = server.answers["oss_account_query"];
  server.answers["oss_account_query"] = () => new Response("", { status: 503 });
  loginShell();
  openShell("/order/list?page=2");
  const again = await screen.findByRole("button", { name: /点击重试/ });
  expect(where()).toBe("/home");
  if (good) server.answers["oss_account_query"] = good;
  fireEvent.click(again);
  await screen.findByText("订单");
  expect(where()).toBe("/order/list?page=2");
});

test("workbench 19 the banner: an ordinary one closes, one that must be confirmed has no close and stays until it is; both are kept", async () => {
  const banner = {
    id: 1,
    level: "warning",
    title: "今晚维护",
    content: "",
    link: null,
    must_confirm: false,
    end_at: "2026-12-01T00:00:00Z",
  };
  server.answers["message_get"] = () => ({ ...NO_MESSAGES, banner });
  server.answers["global_message_confirm"] = () => ({ ok: true });
  loginShell();
  openShell("/order/list");
  const shown = (await screen.findByText("今晚维护")).closest(".ant-alert") as HTMLElement;
  fireEvent.click(within(shown).getByRole("button"));
  await waitFor(() => expect(screen.queryByText("今晚维护")).toBeNull());
  server.answers["message_get"] = () => ({ ...NO_MESSAGES, banner: { ...banner, id: 2, title: "请阅读新规", must_confirm: true } });
  await act(() => refreshStats());
  const lasting = (await screen.findByText("请阅读新规")).closest(".ant-alert") as HTMLElement;
  expect(within(lasting).getAllByRole("button")).toHaveLength(1);
  fireEvent.click(within(lasting).getByRole("button", { name: "我已知晓" }));
  await waitFor(() => expect(screen.queryByText("请阅读新规")).toBeNull());
  expect(server.asked.filter((a) => a.name === "global_message_confirm").map((a) => a.body)).toEqual([{ id: 1 }, { id: 2 }]);
});

test("account 23 after signing in, moving about and leaving, local storage holds nothing but the known keys", async () => {
  const known = ["vd_login", "vd_menu_collapsed", "vd_addr_lib", "vd_addr_url"];
  server.answers["sys_config_get"] = () => ({
    platform_name: "签证平台",
    company_name: "",
    registration_notice: "",
    auto_lock_minutes: 0,
    addr_download_url: "",
    ...CONFIG_REST,
  });
  loginShell();
  openShell("/order/list?page=2");
  fireEvent.click(await screen.findByText("七"));
  await screen.findByText("详情");
  fireEvent.click(screen.getByRole("button", { name: "折叠菜单" }));
  expect(Object.keys(localStorage).toSorted()).toEqual(["vd_login", "vd_menu_collapsed"]);
  fireEvent.click(screen.getByRole("button", { name: "退出登录" }));
  await screen.findByText("登录页");
  expect(Object.keys(localStorage)).toEqual(["vd_menu_collapsed"]);
  expect(Object.keys(localStorage).every((k) => known.includes(k))).toBe(true);
});
