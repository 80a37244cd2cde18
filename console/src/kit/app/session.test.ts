import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearFeedback } from "./feedback.ts";
import { can, loadAccount, logout, onSessionEnd, refreshStats, session, signIn, startSession } from "./session.ts";

const LOGIN = { token: "t1", id: 3, account: "expert" };
const asked: string[] = [];
let answers: Record<string, () => unknown> = {};
let visible = "visible";
let stop: () => void = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (url: string, init: { signal: AbortSignal }) => {
    asked.push(url.slice(5));
    const make = answers[url.slice(5)];
    const made = make?.() ?? { ret: 0, msg: "", body: {} };
    if (made instanceof Promise) return made;
    if (init.signal.aborted) return Promise.reject(new Error("aborted"));
    return Promise.resolve(made instanceof Response ? made : new Response(JSON.stringify(made)));
  });
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visible as DocumentVisibilityState);
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  visible = "visible";
  asked.length = 0;
  answers = {
    oss_account_query: () => ({
      ret: 0,
      msg: "",
      body: {
        id: 3,
        account: "expert",
        nickname: "周宁",
        role: { id: 1, name: "专家", module_group: [100302] },
        role_version: 4,
        must_change: false,
      },
    }),
    order_stat_query: () => ({ ret: 0, msg: "", body: { task_count: 12 } }),
    message_get: () => ({ ret: 0, msg: "", body: { banner: null, unread_count: 2, urgent: [], list: [] } }),
  };
  stop = startSession();
});
afterEach(() => {
  logout();
  stop();
  clearFeedback();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const count = (name: string) => asked.filter((n) => n === name).length;

test("S1 login stores exactly {token, id, account}, loads account, counters and config at once", async () => {
  signIn(LOGIN);
  await settle();
  expect(JSON.parse(localStorage.getItem("vd_login") ?? "")).toEqual(LOGIN);
  expect(Object.keys(localStorage)).toEqual(["vd_login"]);
  expect(asked.toSorted()).toEqual(["message_get", "order_stat_query", "oss_account_query", "sys_config_get"]);
  expect(session.get().stats.task_count).toBe(12);
  expect([can(100302), can(100301), can("staff")]).toEqual([true, false, true]);
});

test("S1 account 19 the counters come again every 300 s and stop after logout", async () => {
  signIn(LOGIN);
  await settle(299_000);
  expect(count("order_stat_query")).toBe(1);
  await settle(1_000);
  expect(count("order_stat_query")).toBe(2);
  logout();
  await settle(900_000);
  expect(count("order_stat_query")).toBe(2);
});

test("S3 account 19 hidden for 20 minutes asks nothing, then once; a glance within 60 s asks nothing", async () => {
  signIn(LOGIN);
  await settle();
  visible = "hidden";
  await settle(1_200_000);
  expect(count("order_stat_query")).toBe(1);
  visible = "visible";
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("focus"));
  await settle();
  expect(count("order_stat_query")).toBe(2);
  window.dispatchEvent(new Event("focus"));
  await settle();
  expect(count("order_stat_query")).toBe(2);
});

test("S3 account 19 two tabs waking ask once each", async () => {
  vi.resetModules();
  const tab = await import("./session.ts");
  signIn(LOGIN);
  const stopTab = tab.startSession();
  tab.signIn(LOGIN);
  await settle();
  expect(count("order_stat_query")).toBe(2);
  visible = "hidden";
  await settle(1_200_000);
  visible = "visible";
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("focus"));
  await settle();
  expect(count("order_stat_query")).toBe(4);
  tab.logout();
  stopTab();
});

test("S3 one request is in flight, and a failed one keeps the last numbers", async () => {
  signIn(LOGIN);
  await settle();
  answers.order_stat_query = () => new Response("", { status: 503 });
  await Promise.all([refreshStats(), refreshStats(), refreshStats()]);
  expect(count("order_stat_query")).toBe(2);
  expect(session.get().stats.task_count).toBe(12);
});

test("S2 logout removes login data, tells the server, empties the store, keeps the collapsed flag", async () => {
  const ended = vi.fn<(why: string) => void>();
  const off = onSessionEnd(ended);
  localStorage.setItem("vd_menu_collapsed", "1");
  signIn(LOGIN);
  await settle();
  logout();
  await settle();
  expect(count("session_logout")).toBe(1);
  expect(ended).toHaveBeenCalledExactlyOnceWith("logout");
  expect(Object.keys(localStorage)).toEqual(["vd_menu_collapsed"]);
  expect(session.get()).toMatchObject({ login: null, account: null, stats: {} });
  expect(can(100302)).toBe(false);
  off();
});

test("S2 any 401 ends the session as expired", async () => {
  const ended = vi.fn<(why: string) => void>();
  const off = onSessionEnd(ended);
  signIn(LOGIN);
  await settle();
  answers.order_stat_query = () => new Response("{}", { status: 401 });
  await refreshStats();
  expect(ended).toHaveBeenCalledExactlyOnceWith("expired");
  expect(localStorage.getItem("vd_login")).toBeNull();
  off();
});

test("S3 login data removed in another tab ends this one, another person's reloads it", async () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  signIn(LOGIN);
  await settle();
  localStorage.setItem("vd_login", JSON.stringify({ ...LOGIN, id: 9 }));
  window.dispatchEvent(new StorageEvent("storage", { key: "vd_login" }));
  expect(reload).toHaveBeenCalledTimes(1);
  localStorage.removeItem("vd_login");
  window.dispatchEvent(new StorageEvent("storage", { key: "vd_login" }));
  expect(session.get().login).toBeNull();
});

test("S4 a newer role version loads the account again, an equal one does not", async () => {
  signIn(LOGIN);
  await settle();
  const versioned = (version: string) => () =>
    new Response(JSON.stringify({ ret: 0, msg: "", body: { task_count: 1 } }), { headers: { "x-role-version": version } });
  answers.order_stat_query = versioned("4");
  await refreshStats();
  await settle();
  expect(count("oss_account_query")).toBe(1);
  answers.order_stat_query = versioned("5");
  await refreshStats();
  await settle();
  expect(count("oss_account_query")).toBe(2);
});

test("S4 must_change opens the password dialog", async () => {
  answers.oss_account_query = () => ({
    ret: 0,
    msg: "",
    body: { id: 3, account: "expert", nickname: "", role: null, role_version: 1, must_change: true },
  });
  signIn(LOGIN);
  await settle();
  expect(session.get().passwd_open).toBe(true);
});

test("G3 an account that cannot be loaded counts as no codes; trying again heals it", async () => {
  const good = answers.oss_account_query;
  answers.oss_account_query = () => new Response("", { status: 503 });
  signIn(LOGIN);
  await settle();
  expect(session.get()).toMatchObject({ account: null, account_failed: true });
  expect(can(100302)).toBe(false);
  if (good) answers.oss_account_query = good;
  await loadAccount();
  expect(session.get().account_failed).toBe(false);
  expect(can(100302)).toBe(true);
});
