import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearFeedback } from "#kit/app/feedback.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { logout, session } from "#kit/app/session.ts";
import Login from "./login.tsx";

const sent: { path: string; body: unknown }[] = [];
let answers: unknown[] = [];
let demo = false;

beforeEach(() => {
  sent.length = 0;
  demo = false;
  vi.stubGlobal("__BUILD_TIME__", "x");
  vi.stubGlobal("fetch", (url: string, init: { body?: string }) => {
    if (url === "/build-config.json") return Promise.resolve(new Response(JSON.stringify({ version: "1.0.2", time: "x", demo })));
    if (url === "/api/open/oss_login") {
      sent.push({ path: url, body: JSON.parse(init.body ?? "") });
      return Promise.resolve(new Response(JSON.stringify(answers.shift())));
    }
    return Promise.resolve(new Response(JSON.stringify({ ret: 0, msg: "", body: {} })));
  });
});
afterEach(() => {
  act(() => {
    logout();
    clearFeedback();
  });
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  const root = createRootRoute({
    component: () => (
      <>
        <Login />
        <FeedbackHost />
      </>
    ),
    notFoundComponent: () => null,
  });
  render(<RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />);
  await screen.findByLabelText("账号");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("账号")));
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = () => fireEvent.click(screen.getByText("登录"));

test("F2 empty fields are named, focused, and nothing is sent", async () => {
  await open();
  press();
  expect(screen.getAllByText("请输入账号").length).toBe(2);
  type("账号", "expert");
  press();
  expect(screen.getAllByText("请输入密码").length).toBe(2);
  expect(document.activeElement).toBe(screen.getByLabelText("密码"));
  expect(sent).toEqual([]);
});

test("S1 the MD5 of the password is sent and the login kept", async () => {
  answers = [{ ret: 0, msg: "", body: { token: "t", id: 3, account: "expert" } }];
  await open();
  type("账号", " expert ");
  type("密码", "visadesk");
  press();
  await waitFor(() => expect(session.get().login).toEqual({ token: "t", id: 3, account: "expert" }));
  expect(sent).toEqual([{ path: "/api/open/oss_login", body: { account: "expert", passwd: "74f8d5f9d8b6b5d096ee459f0a13a46a" } }]);
});

test("a refusal stands in the form; the second step asks a code and sends it", async () => {
  answers = [
    { ret: 25, msg: "账号或密码错误", body: { code: "login_failed" } },
    { ret: 26, msg: "请输入两步验证码", body: { code: "totp_required" } },
    { ret: 27, msg: "验证码错误", body: { code: "totp_wrong" } },
    { ret: 0, msg: "", body: { token: "t", id: 3, account: "expert" } },
  ];
  await open();
  type("账号", "expert");
  type("密码", "x");
  press();
  expect((await screen.findByText("账号或密码错误")).getAttribute("role")).toBe("alert");
  press();
  await screen.findByLabelText("验证码");
  type("验证码", "111111");
  press();
  expect(await screen.findByText("验证码错误")).toBeTruthy();
  type("验证码", "222222");
  press();
  await waitFor(() => expect(session.get().login?.token).toBe("t"));
  expect(sent.at(-1)?.body).toMatchObject({ code: "222222" });
});

test("demo accounts are listed in demo mode only, and one click fills the form", async () => {
  await open();
  expect(screen.queryByText("演示账号")).toBeNull();
  act(() => logout());
  demo = true;
  cleanup();
  await open();
  fireEvent.click(await screen.findByText("finance"));
  expect(screen.getByLabelText("账号").getAttribute("value")).toBe("finance");
});
