import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { clearFeedback } from "#kit/app/feedback.ts";
import { refreshStats } from "#kit/app/session.ts";
import { closeShell, loginShell, openShell, registerShell, stubShell, type ShellServer } from "../../testing/shell.tsx";
import { frameScreens } from "../frame-fixtures.tsx";

let server: ShellServer;
beforeEach(() => {
  server = stubShell();
  registerShell({
    ...frameScreens(() => false),
    "order-late": {
      path: "/order/late",
      title: "超期订单",
      may: may.order_process,
      menu: { group: "订单管理", badge: "task_count" },
      draw: () => <h1>超期</h1>,
    },
  });
  loginShell();
});
afterEach(() => {
  act(clearFeedback);
  cleanup();
  closeShell();
});
const menu = (): HTMLElement => screen.getByRole("navigation", { name: "主菜单" });
const group = (name: string): HTMLElement => within(menu()).getByRole("button", { name });
const links = (): (string | null)[] =>
  within(menu())
    .queryAllByRole("link")
    .map((a) => a.textContent);

test("the group of the present screen is open and its line is the current one; a page below a list keeps the list's line", async () => {
  openShell("/order/list");
  await screen.findByText("订单");
  expect(group("订单管理").getAttribute("aria-expanded")).toBe("true");
  expect(group("工作台").getAttribute("aria-expanded")).toBe("false");
  expect(within(menu()).getByRole("link", { current: "page" }).textContent).toBe("订单处理");
  fireEvent.click(screen.getByText("七"));
  await screen.findByText("详情");
  expect(within(menu()).getByRole("link", { current: "page" }).textContent).toBe("订单处理");
});

test("a group opens and closes by its button; going to another group opens that one", async () => {
  openShell("/order/list");
  await screen.findByText("订单");
  fireEvent.click(group("订单管理"));
  expect(links()).toEqual([]);
  fireEvent.click(group("工作台"));
  expect(links()).toEqual(["对话记录"]);
  fireEvent.click(group("订单管理"));
  fireEvent.click(within(menu()).getByText("代客下单"));
  await screen.findByText("下单");
  expect(location.pathname).toBe("/order/add");
});

test("what waits shows as a count on its line, and as a dot on the closed group", async () => {
  server.answers["order_stat_query"] = () => ({ task_count: 7 });
  openShell("/order/list");
  await screen.findByText("订单");
  await act(() => refreshStats());
  expect((await screen.findByLabelText("7条待处理")).closest("a")?.textContent).toContain("超期订单");
  expect(group("订单管理").querySelector(".vd-dot")).toBeNull();
  fireEvent.click(group("订单管理"));
  expect(group("订单管理").querySelector(".vd-dot")).not.toBeNull();
  expect(group("工作台").querySelector(".vd-dot")).toBeNull();
});

test("collapsed, a group flies out at its side: by press with the focus on its first line, Escape goes back, going somewhere closes it", async () => {
  server.width = 1279;
  openShell("/order/list");
  await screen.findByText("订单");
  expect(links()).toEqual([]);
  const button = group("订单管理");
  fireEvent.click(button);
  await waitFor(() => expect(document.activeElement?.textContent).toBe("订单处理"));
  expect(links()).toEqual(["订单处理", "代客下单", "超期订单"]);
  fireEvent.keyDown(document.activeElement as Element, { key: "Escape" });
  expect(links()).toEqual([]);
  expect(document.activeElement).toBe(button);
  fireEvent.pointerEnter(button.parentElement as HTMLElement);
  fireEvent.click(within(menu()).getByText("代客下单"));
  await screen.findByText("下单");
  expect(links()).toEqual([]);
});
