/** The whole shell for tests: router, guard, frame and feedback over a server answered by name. */
import { RouterProvider } from "@tanstack/react-router";
import { act, render } from "@testing-library/react";
import { vi } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { registerScreens, screens, type ScreenRow } from "#kit/screens.ts";
import { logout, signIn } from "#kit/app/session.ts";
// Loaded ahead, so that no test waits for the lazily loaded frame.
import "../shell/frame.tsx";
import { makeRouter, tieRouter } from "../shell/router.tsx";
import { answerText } from "./answers.ts";
import { NO_MESSAGES } from "./server.tsx";

const BUILT = "2026-11-20T01:00:00.000Z";

export interface ShellServer {
  /** Names in the order they were asked, bodies beside them. */
  asked: { name: string; body: Record<string, unknown> }[];
  /** Answers by endpoint name; a Response goes out as it is. */
  answers: Record<string, (body: Record<string, unknown>) => unknown>;
  codes: number[];
  width: number;
}

/** What the shell does not look at. */
export const ACCOUNT_REST = {
  data_scope: "own",
  team: null,
  is_weak: false,
  totp_on: false,
  login_at: null,
  mobile: null,
  email: null,
  status: 1,
  version: 1,
};
export const CONFIG_REST = {
  addr_hosts: [],
  password_policy: "default",
  totp_policy: "optional",
  server_time: BUILT,
  first_load: null,
};

/** Stubs the server and the browser's size; `answers` may be changed while a test runs. */
export function stubShell(): ShellServer {
  const server: ShellServer = {
    asked: [],
    codes: [may.order_process, may.workbench],
    width: 1440,
    answers: {
      oss_account_query: () => ({
        id: 3,
        account: "expert",
        nickname: "周宁",
        role: { id: 1, name: "专家", module_group: server.codes },
        role_version: 1,
        must_change: false,
        ...ACCOUNT_REST,
      }),
      sys_config_get: () => ({
        platform_name: "签证平台",
        company_name: "示例公司",
        registration_notice: "备案号",
        auto_lock_minutes: 0,
        addr_download_url: "",
        ...CONFIG_REST,
      }),
      message_get: () => NO_MESSAGES,
      order_stat_query: () => ({}),
      preference_query: () => ({ list: [] }),
      saved_view_query: () => ({ list: [] }),
    },
  };
  sessionStorage.clear();
  vi.stubGlobal("__BUILD_TIME__", BUILT);
  vi.stubGlobal("scrollTo", () => undefined);
  vi.spyOn(window, "innerWidth", "get").mockImplementation(() => server.width);
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (url === "/build-config.json") return new Response(JSON.stringify({ version: "1.0.2", time: BUILT }));
    const name = url.slice(5);
    const body: unknown = JSON.parse(typeof init?.body === "string" ? init.body : "{}");
    const given = typeof body === "object" && body !== null ? { ...body } : {};
    server.asked.push({ name, body: given });
    const answer = server.answers[name]?.(given);
    if (answer instanceof Response) return answer;
    return new Response(answerText(name, given, answer ?? { ok: true }));
  });
  return server;
}

const part = (draw: () => React.ReactNode) => () => Promise.resolve({ default: draw });

/** Home, login, and these rows; each is drawn by its own function. */
export function registerShell(rows: Readonly<Record<string, Omit<ScreenRow, "load"> & { draw: () => React.ReactNode }>>): void {
  const own = Object.fromEntries(Object.entries(rows).map(([name, { draw, ...row }]) => [name, { ...row, load: part(draw) }]));
  registerScreens(
    screens({
      root: { path: "/", redirect: "/home" },
      login: { path: "/login", title: "登录", no_auth: true, hide_nav: true, load: part(() => <h1>登录页</h1>) },
      home: { path: "/home", title: "首页", load: part(() => <h1>首页内容</h1>) },
      ...own,
    }),
  );
}

let untie: () => void = () => {};
/** Opens an address as a fresh tab would. */
export function openShell(path: string) {
  untie();
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

export const loginShell = (): void => act(() => signIn({ token: "t", id: 3, account: "expert" }));

/** Ends what the test opened. */
export function closeShell(): void {
  untie();
  act(() => logout());
  vi.unstubAllGlobals();
  document.title = "";
}
