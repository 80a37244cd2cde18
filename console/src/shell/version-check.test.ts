import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act, render, screen } from "@testing-library/react";
import { createElement } from "react";
import { clearFeedback } from "#kit/app/feedback.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { isReloading, onBeforeReload } from "#kit/app/reload.ts";
import { isOtherBuild, readBuildConfig, reloadForUpdate, versionDiffers } from "./version-check.ts";

const BUILT = "2026-11-20T01:00:00.000Z";
const served = vi.fn<() => Promise<Response>>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("__BUILD_TIME__", BUILT);
  vi.stubGlobal("fetch", served);
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  sessionStorage.clear();
  render(createElement(FeedbackHost));
});
afterEach(() => {
  act(clearFeedback);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  served.mockReset();
});
const serve = (body: string, status = 200) => served.mockResolvedValueOnce(new Response(body, { status }));

test("V1 version and time must both be equal", () => {
  expect(isOtherBuild({ version: "1.0.2", time: BUILT })).toBe(false);
  expect(isOtherBuild({ version: "1.0.3", time: BUILT })).toBe(true);
  expect(isOtherBuild({ version: "1.0.2", time: "2026-11-21T01:00:00.000Z" })).toBe(true);
  expect(isOtherBuild(null)).toBe(false);
});

test.each([
  ["an error page", "<html>", 200],
  ["a 500", "{}", 500],
  ["half an answer", '{"version":"1.0.2"}', 200],
])("G1 %s is ignored and the navigation goes on", async (_, body, status) => {
  serve(body, status);
  expect(await versionDiffers()).toBe(false);
});

test("G1 one request is shared by all who ask meanwhile", async () => {
  serve(JSON.stringify({ version: "1.0.2", time: BUILT }));
  const [a, b] = await Promise.all([readBuildConfig(), readBuildConfig()]);
  expect(a).toBe(b);
  expect(served).toHaveBeenCalledTimes(1);
});

test("V1 a difference warns, saves, and reloads 500 ms later; the third time in a minute asks", () => {
  const reload = vi.fn<() => void>();
  const save = vi.fn<() => void>();
  const off = onBeforeReload(save);
  act(() => reloadForUpdate(reload));
  expect(screen.getByText("系统有新版本，正在自动更新...")).toBeTruthy();
  expect(save).toHaveBeenCalledTimes(1);
  expect(isReloading()).toBe(true);
  act(() => void vi.advanceTimersByTime(499));
  expect(reload).toHaveBeenCalledTimes(0);
  act(() => void vi.advanceTimersByTime(1));
  expect(reload).toHaveBeenCalledTimes(1);
  act(() => reloadForUpdate(reload));
  act(() => void vi.advanceTimersByTime(500));
  expect(reload).toHaveBeenCalledTimes(2);
  act(() => reloadForUpdate(reload));
  act(() => void vi.advanceTimersByTime(500));
  expect(reload).toHaveBeenCalledTimes(2);
  expect(screen.getByText("存在新版本，点击确认后刷新")).toBeTruthy();
  act(() => void vi.advanceTimersByTime(60_000));
  act(() => reloadForUpdate(reload));
  act(() => void vi.advanceTimersByTime(500));
  expect(reload).toHaveBeenCalledTimes(3);
  off();
});
