import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearFeedback } from "#kit/app/feedback.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { session, type Account } from "#kit/app/session.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { againFault, passwdFault } from "./password-rules.ts";
import { Ui } from "../ui.tsx";

const ACCOUNT: Account = {
  id: 3,
  account: "expert",
  nickname: "周宁",
  role: null,
  data_scope: null,
  team: null,
  role_version: 1,
  must_change: false,
  is_weak: false,
  totp_on: false,
  login_at: null,
  mobile: null,
  email: null,
  status: 1,
  version: 1,
};
const sent: { path: string; body: unknown }[] = [];
let answer: unknown;
let unlock: unknown;

beforeEach(() => {
  sent.length = 0;
  answer = { ret: 0, msg: "", body: { ok: true } };
  vi.stubGlobal("fetch", (url: string, init: { body: string }) => {
    sent.push({ path: url.slice(5), body: JSON.parse(init.body) });
    const said = url.endsWith("oss_account_query") ? { ret: 0, msg: "", body: ACCOUNT } : url.endsWith("session_unlock") ? unlock : answer;
    return Promise.resolve(new Response(JSON.stringify(said)));
  });
  session.set({ login: { token: "t", id: 3, account: "expert" }, account: ACCOUNT, passwd_open: true });
});
afterEach(() => {
  act(() => {
    clearFeedback();
    session.set({ login: null, account: null, passwd_open: false });
  });
  vi.unstubAllGlobals();
});

async function open(): Promise<{ passwd: HTMLElement; again: HTMLElement; ok: HTMLElement }> {
  const root = createRootRoute({
    component: () => (
      <Ui>
        <PasswordDialog />
        <FeedbackHost />
      </Ui>
    ),
  });
  render(<RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />);
  return { passwd: await screen.findByLabelText("新密码"), again: screen.getByLabelText("确认密码"), ok: screen.getByText("确定") };
}
const type = (el: HTMLElement, value: string) => fireEvent.change(el, { target: { value } });
const submit = (el: HTMLElement) => {
  const form = el.closest("form");
  if (form) fireEvent.submit(form);
};

test("F1 messages, counted in code points", () => {
  expect(passwdFault("", "请输入密码")).toBe("请输入密码");
  expect(passwdFault("ab", "请输入密码")).toBe("密码不要太短");
  expect(passwdFault("😀😀", "请输入密码")).toBe("密码不要太短");
  expect(passwdFault("密码好", "请输入密码")).toBeNull();
  expect(passwdFault("abc", "请输入密码", 15)).toBe("密码至少15个字符");
  expect(againFault("", "abc")).toBe("请输入确认密码");
  expect(againFault("ab", "ab")).toBe("密码不要太短");
  expect(againFault("abd", "abc")).toBe("你两次输入的密码不一致，请重新输入");
  expect(againFault("abc", "abc")).toBeNull();
});

test("F2 OK on an empty form says 请检查标红字段 and focuses the first wrong field", async () => {
  const { ok, passwd } = await open();
  fireEvent.click(ok);
  expect(await screen.findByText("请检查标红字段")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(passwd));
  expect(sent).toEqual([]);
});

test("F2 Enter on an empty form says the first field's message", async () => {
  const { passwd } = await open();
  submit(passwd);
  await waitFor(() => expect(screen.getAllByText("请输入密码").length).toBe(2));
  expect(screen.queryByText("请检查标红字段")).toBeNull();
});

test("the body is exactly {id, account, passwd}; success says so, closes, and opens empty again", async () => {
  const { passwd, again, ok } = await open();
  type(passwd, "abc");
  type(again, "abc");
  fireEvent.click(ok);
  fireEvent.click(ok);
  expect(await screen.findByText("修改密码成功！")).toBeTruthy();
  await waitFor(() => expect(session.get().passwd_open).toBe(false));
  expect(sent.filter((s) => s.path === "oss_account_update")).toEqual([
    { path: "oss_account_update", body: { id: 3, account: "expert", passwd: "900150983cd24fb0d6963f7d28e17f72" } },
  ]);
  act(() => session.set({ passwd_open: true }));
  expect(await screen.findByLabelText("新密码")).toHaveProperty("value", "");
});

test("failure shows the fixed toast and the server's reason in the dialog", async () => {
  answer = { ret: 30, msg: "登录已超过12小时，请重新登录后再修改", body: { code: "relogin_needed" } };
  const { passwd, again, ok } = await open();
  type(passwd, "abc");
  type(again, "abc");
  fireEvent.click(ok);
  expect(await screen.findByText("修改密码失败，请刷新浏览器稍后再试。")).toBeTruthy();
  expect(screen.getByText("登录已超过12小时，请重新登录后再修改")).toBeTruthy();
  expect(session.get().passwd_open).toBe(true);
});

test("half an hour after the last sign-in the present password is asked for from the start", async () => {
  session.set({ account: { ...ACCOUNT, proved_until: new Date(Date.now() - 1000).toISOString() } });
  unlock = { ret: 0, msg: "", body: { ok: true } };
  const { passwd, again, ok } = await open();
  const present = screen.getByLabelText("当前密码");
  type(present, "visadesk");
  type(passwd, "abc");
  type(again, "abc");
  fireEvent.click(ok);
  expect(await screen.findByText("修改密码成功！")).toBeTruthy();
  expect(sent.map((s) => s.path).slice(0, 2)).toEqual(["session_unlock", "oss_account_update"]);
});

test("asked for the present password, the dialog takes it on top, unlocks and goes on with what was typed", async () => {
  answer = { ret: 10, msg: "请先输入当前密码", body: { code: "confirm_needed" } };
  unlock = { ret: 25, msg: "账号或密码错误", body: { code: "login_failed" } };
  const { passwd, again, ok } = await open();
  type(passwd, "abc");
  type(again, "abc");
  fireEvent.click(ok);
  const present = await screen.findByLabelText("当前密码");
  expect(passwd).toHaveProperty("value", "abc");
  expect(screen.queryByText("修改密码失败，请刷新浏览器稍后再试。")).toBeNull();
  type(present, "wrong");
  fireEvent.click(ok);
  await screen.findByText("密码错误");
  unlock = { ret: 0, msg: "", body: { ok: true } };
  answer = { ret: 0, msg: "", body: { ok: true } };
  type(present, "visadesk");
  fireEvent.click(ok);
  expect(await screen.findByText("修改密码成功！")).toBeTruthy();
  expect(sent.filter((s) => s.path === "session_unlock")).toHaveLength(2);
  expect(sent.findLast((s) => s.path === "oss_account_update")?.body).toEqual({
    id: 3,
    account: "expert",
    passwd: "900150983cd24fb0d6963f7d28e17f72",
  });
});

test("S4 with must_change the dialog has no close", async () => {
  session.set({ account: { ...ACCOUNT, must_change: true } });
  await open();
  expect(screen.queryByLabelText("Close")).toBeNull();
  expect(screen.queryByText("登录设备")).toBeNull();
});
