import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render, screen } from "@testing-library/react";
import { createElement } from "react";
import { DEV_ACCESS_KEY, DEV_ACCESS_SECRET } from "@visadesk/contract/kit/constants.ts";
import { signText } from "@visadesk/contract/kit/envelope.ts";
import { ApiError, call, recentCalls, setApiHost, type ApiHost } from "./api.ts";
import { clearFeedback } from "./feedback.ts";
import { FeedbackHost } from "./feedback-host.tsx";
import { base64, hmacSha256 } from "./hash.ts";

let token: string | undefined;
const host = {
  token: () => token,
  unauthorized: vi.fn<ApiHost["unauthorized"]>(),
  roleVersion: vi.fn<ApiHost["roleVersion"]>(),
  gate: vi.fn<ApiHost["gate"]>(),
};
const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.stubEnv("VITE_ACCESS_KEY", DEV_ACCESS_KEY);
  vi.stubEnv("VITE_ACCESS_SECRET", DEV_ACCESS_SECRET);
  vi.stubGlobal("fetch", sent);
  token = undefined;
  setApiHost(host);
  render(createElement(FeedbackHost));
});
afterEach(() => {
  clearFeedback();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  for (const f of [sent, host.unauthorized, host.roleVersion, host.gate]) f.mockReset();
});

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  sent.mockResolvedValueOnce(new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers }));
const failure = async (options = {}): Promise<ApiError> => {
  const e: unknown = await call("order_stat_query", {}, options).catch((x: unknown) => x);
  if (!(e instanceof ApiError)) throw new Error("no ApiError");
  return e;
};
const headersOf = (n: number): Record<string, string> => sent.mock.calls[n]?.[1].headers as Record<string, string>;

test("C1 every call is a signed POST with its own date and id", async () => {
  answer(200, { ret: 0, msg: "", body: { a: 1 } });
  answer(200, { ret: 0, msg: "", body: { a: 1 } });
  expect(await call("order_stat_query", {})).toEqual({ a: 1 });
  await call("order_stat_query", {});
  expect(sent.mock.calls[0]?.[0]).toBe("/api/order_stat_query");
  const h = headersOf(0);
  const signature = hmacSha256(DEV_ACCESS_SECRET, signText(DEV_ACCESS_KEY, h["x-date"] ?? "", "1.0.2", h["x-request-id"] ?? ""));
  expect(h.authorization).toBe(`Basic ${base64(`${DEV_ACCESS_KEY}:${signature}`)}`);
  expect(h).toMatchObject({ "x-version": "1.0.2", "x-platform": "25" });
  expect(h["x-token"]).toBeUndefined();
  expect(headersOf(1)["x-request-id"]).not.toBe(h["x-request-id"]);
});

test("what was typed and is no number is sent as such, never as nothing", async () => {
  answer(200, { ret: 0, msg: "", body: {} });
  await call("express_check", { id: 1, version: 1, counts: [{ item_id: 1, counted: NaN }] });
  expect(sent.mock.calls[0]?.[1].body).toBe('{"id":1,"version":1,"counts":[{"item_id":1,"counted":"NaN"}]}');
});

test("C1 P3 the platform follows the auth type, and open pages send no token", async () => {
  token = "secret";
  for (const authType of ["console", "open", "chat"] as const) {
    answer(200, { ret: 0, msg: "", body: {} });
    await call("order_stat_query", {}, { authType });
  }
  expect([0, 1, 2].map((n) => [headersOf(n)["x-platform"], headersOf(n)["x-token"]])).toEqual([
    ["25", "secret"],
    ["20", undefined],
    ["8", undefined],
  ]);
});

test("C2 ret 0 without a body answers the whole", async () => {
  answer(200, { ret: 0, msg: "好" });
  expect(await call("order_stat_query", {})).toEqual({ ret: 0, msg: "好" });
});

test("C2 ret other than 0 shows msg and rejects with code and body; noToast says nothing", async () => {
  answer(200, { ret: 2, msg: "状态已变化，请刷新后再试", body: { code: "state_changed" } });
  const e = await failure();
  expect(e).toMatchObject({ ret: 2, code: "state_changed", msg: "状态已变化，请刷新后再试" });
  expect(await screen.findByText("状态已变化，请刷新后再试")).toBeTruthy();
  expect(screen.getByText("复制请求号")).toBeTruthy();
  answer(200, { ret: 5, msg: "记录不存在或无权查看" });
  await failure({ noToast: true });
  expect(screen.queryByText("记录不存在或无权查看")).toBeNull();
});

test.each([
  [400, "请求参数错误"],
  [404, "接口不存在"],
  [500, "服务器错误"],
  [501, "接口未实现"],
  [503, "服务超时"],
  [502, "请求失败"],
  [418, "请求失败"],
  [413, "文件过大"],
  [415, "不支持的文件类型"],
  [429, "请求失败"],
  [507, "请求失败"],
])("E1 account 15 status %i: own text without msg, the server's msg before it", async (status, text) => {
  answer(status, "<html>bad gateway</html>");
  expect((await failure()).msg).toBe(text);
  expect(await screen.findByText(text)).toBeTruthy();
  answer(status, { ret: 1, msg: "服务器的话" });
  expect((await failure()).msg).toBe("服务器的话");
});

test("E1 account 15 403 without msg is the clock sentence with the difference, other causes carry msg", async () => {
  const late = new Date(Date.now() - 7 * 60_000).toUTCString();
  answer(403, { ret: 1, msg: "" }, { date: late });
  expect((await failure()).msg).toBe("访问禁止的内容，请检查电脑设置的时间是否与北京时间一致\n本机时间比服务器快7分钟");
  answer(403, { ret: 1, msg: "请求签名无效" }, { date: late });
  expect((await failure()).msg).toBe("请求签名无效");
});

test("E1 account 15 an answer that is no JSON, a cut connection and 60 s without answer are 请求失败", async () => {
  answer(200, "<html></html>");
  expect((await failure()).msg).toBe("请求失败");
  sent.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect((await failure()).msg).toBe("请求失败");
  vi.useFakeTimers();
  sent.mockImplementationOnce(
    (_, init) =>
      new Promise((_resolve, reject) => init.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")))),
  );
  let over = false;
  const late = failure().finally(() => {
    over = true;
  });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toMatchObject({ msg: "请求失败", aborted: false });
});

test("a call ended by its page is silent", async () => {
  const abort = new AbortController();
  sent.mockImplementationOnce(
    (_, init) =>
      new Promise((_resolve, reject) => init.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")))),
  );
  const ended = failure({ signal: abort.signal });
  abort.abort();
  expect((await ended).aborted).toBe(true);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("S2 account 15 three 401 at once end the session once; a late one of an older token is ignored", async () => {
  token = "one";
  host.unauthorized.mockImplementation(() => {
    token = undefined;
  });
  for (let i = 0; i < 3; i++) answer(401, { ret: 1, msg: "" });
  await Promise.all([failure(), failure(), failure()]);
  expect(host.unauthorized).toHaveBeenCalledExactlyOnceWith("登陆已过期");
});

test("E1 account 15 a 401 and a 426 say their own words whatever else they carry", async () => {
  token = "t";
  answer(401, { ret: 1, msg: "账号已停用，请联系管理员" });
  expect((await failure()).msg).toBe("账号已停用，请联系管理员");
  expect(host.unauthorized).toHaveBeenCalledExactlyOnceWith("账号已停用，请联系管理员");
  answer(426, { ret: 1, msg: "版本过旧" });
  await failure();
  expect(await screen.findByText("存在新版本，点击确认后刷新")).toBeTruthy();
  expect(screen.queryByText("版本过旧")).toBeNull();
});

test("V1 account 14 three 426 at once open one dialog", async () => {
  for (let i = 0; i < 3; i++) answer(426, { ret: 1, msg: "" });
  await Promise.all([failure(), failure(), failure()]);
  expect((await screen.findAllByRole("alertdialog")).length).toBe(1);
  expect(screen.getByText("存在新版本，点击确认后刷新")).toBeTruthy();
  expect(screen.getByText("提示")).toBeTruthy();
  expect(screen.queryByText("取消")).toBeNull();
});

test("S4 a role version is told only for signed calls of a session; must_change_passwd opens the dialog instead of a toast", async () => {
  token = "t";
  answer(200, { ret: 0, msg: "", body: {} }, { "x-role-version": "7" });
  await call("order_stat_query", {});
  expect(host.roleVersion).toHaveBeenCalledExactlyOnceWith(7);
  answer(200, { ret: 29, msg: "请先修改密码", body: { code: "must_change_passwd" } });
  await failure();
  expect(host.gate).toHaveBeenCalledExactlyOnceWith("must_change_passwd");
  expect(screen.queryByText("请先修改密码")).toBeNull();
});

test("the last 20 calls are kept without any content", async () => {
  for (let i = 0; i < 25; i++) {
    answer(200, { ret: 0, msg: "", body: {} });
    await call("order_stat_query", {});
  }
  expect(recentCalls().length).toBe(20);
  expect(Object.keys(recentCalls()[0] ?? {}).toSorted()).toEqual(["at", "ms", "path", "request_id", "status"]);
});

test("C3 account 16 the overlay stays from the first start to the last end, and a rejection ends it too", async () => {
  const ends: ((r: Response) => void)[] = [];
  sent.mockImplementation(() => new Promise((resolve) => ends.push(resolve)));
  const first = call("order_stat_query", {}, { loading: true });
  const second = call("order_stat_query", {}, { loading: true, noToast: true }).catch(() => "refused");
  expect(await screen.findByText("加载中")).toBeTruthy();
  ends[0]?.(new Response(JSON.stringify({ ret: 0, msg: "", body: {} })));
  await first;
  expect(screen.getByText("加载中")).toBeTruthy();
  ends[1]?.(new Response(JSON.stringify({ ret: 1, msg: "x" })));
  await second;
  await vi.waitFor(() => expect(screen.queryByText("加载中")).toBeNull());
});
