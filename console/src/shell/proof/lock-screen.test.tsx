import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useQuery } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { call } from "#kit/app/api.ts";
import { clearFeedback } from "#kit/app/feedback.ts";
import { NO_MESSAGES } from "../../testing/server.tsx";
import { CONFIG_REST, closeShell, loginShell, openShell, registerShell, stubShell, type ShellServer } from "../../testing/shell.tsx";

let server: ShellServer;
let locked = false;

function Tasks() {
  const { data } = useQuery({ queryKey: ["session_query"], queryFn: () => call("session_query", {}, { noToast: true }) });
  return (
    <>
      <h1>订单</h1>
      <label>
        备注
        <input />
      </label>
      <p>{data ? "数据到了" : "没有数据"}</p>
    </>
  );
}
const refusal = () => new Response(JSON.stringify({ ret: 30, msg: "屏幕已锁定", body: { code: "screen_locked" } }));
const guarded = (answer: object) => () => (locked ? refusal() : answer);

beforeEach(() => {
  server = stubShell();
  locked = false;
  Object.assign(server.answers, {
    session_lock: () => {
      locked = true;
      return { ok: true };
    },
    session_unlock: (b: Record<string, unknown>) => {
      if (b["passwd"] !== "74f8d5f9d8b6b5d096ee459f0a13a46a")
        return new Response(JSON.stringify({ ret: 20, msg: "账号或密码错误", body: { code: "login_failed" } }));
      locked = false;
      return { ok: true };
    },
    session_query: guarded({ list: [] }),
    order_stat_query: guarded({ task_count: 4 }),
    message_get: guarded(NO_MESSAGES),
  });
  registerShell({
    "order-list": { path: "/order/list", title: "订单处理", may: may.order_process, menu: { group: "订单管理" }, draw: Tasks },
  });
});
afterEach(() => {
  act(clearFeedback);
  closeShell();
  vi.useRealTimers();
});
const cover = () => screen.findByRole("dialog", { name: "屏幕已锁定", hidden: true });
const answer = (passwd: string): void => {
  fireEvent.change(screen.getByLabelText("密码"), { target: { value: passwd } });
  fireEvent.click(screen.getByText("解锁"));
};

test("Alt L covers the screen; the right password takes the cover away and what was typed is still there", async () => {
  loginShell();
  openShell("/order/list");
  fireEvent.change(await screen.findByLabelText("备注"), { target: { value: "写了一半" } });
  fireEvent.keyDown(document.body, { key: "l", code: "KeyL", altKey: true });
  await cover();
  fireEvent.click(screen.getByText("解锁"));
  expect(await screen.findByText("请输入密码")).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 10));
  answer("wrong");
  expect(await screen.findByText("密码错误")).toBeTruthy();
  answer("visadesk");
  await waitFor(() => expect(screen.queryByRole("dialog", { hidden: true })).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>("备注").value).toBe("写了一半");
});

test("a locked session is still covered after a reload, and what was refused meanwhile is asked again once unlocked", async () => {
  locked = true;
  loginShell();
  openShell("/order/list");
  await cover();
  expect(screen.getByText("没有数据")).toBeTruthy();
  expect(document.title).not.toContain("(4)");
  answer("visadesk");
  await screen.findByText("数据到了");
  await waitFor(() => expect(document.title).toContain("(4)"));
});

test("换人登录 asks first, then leaves for a clean sign-in", async () => {
  locked = true;
  loginShell();
  openShell("/order/list");
  await cover();
  fireEvent.click(screen.getByText("换人登录"));
  fireEvent.click(await screen.findByText("取消"));
  expect(localStorage.getItem("vd_login")).not.toBeNull();
  fireEvent.click(screen.getByText("换人登录"));
  await screen.findByText("换人登录？");
  const [, ok] = screen.getAllByText("换人登录");
  fireEvent.click(ok as HTMLElement);
  await screen.findByText("登录页");
  expect(localStorage.getItem("vd_login")).toBeNull();
  expect(location.pathname + location.search).toBe("/login");
  expect(server.asked.some((a) => a.name === "session_logout")).toBe(true);
});

test("idle minutes of the config lock by themselves; any sign of life begins them anew", async () => {
  server.answers["sys_config_get"] = () => ({
    platform_name: "签证平台",
    company_name: "",
    registration_notice: "",
    auto_lock_minutes: 5,
    addr_download_url: "",
    ...CONFIG_REST,
  });
  loginShell();
  openShell("/order/list");
  await screen.findByText("数据到了");
  vi.useFakeTimers();
  fireEvent.keyDown(document.body, { key: "Shift" });
  await act(async () => {
    await vi.advanceTimersByTimeAsync(4 * 60_000);
  });
  fireEvent.pointerDown(document.body);
  await act(async () => {
    await vi.advanceTimersByTimeAsync(4 * 60_000);
  });
  expect(server.asked.some((a) => a.name === "session_lock")).toBe(false);
  await act(async () => {
    await vi.advanceTimersByTimeAsync(60_000);
  });
  expect(server.asked.filter((a) => a.name === "session_lock")).toHaveLength(1);
});
