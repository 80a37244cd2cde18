import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session, type SysConfig } from "#kit/app/session.ts";
import { draw, stubServer } from "../testing/server.tsx";
import { FirstLoad } from "./first-load.tsx";

afterEach(() => {
  cleanup();
  act(() => session.set({ config: null }));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("while the demo orders are made a bar says how far they are; it goes when they are there", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  const config: SysConfig = {
    platform_name: "签证平台",
    company_name: "",
    registration_notice: "",
    auto_lock_minutes: 0,
    addr_download_url: "",
    addr_hosts: [],
    password_policy: "default",
    totp_policy: "off",
    server_time: "2026-11-10T02:00:00Z",
    first_load: { done: 4_000, count: 20_000 },
  };
  const server = stubServer({ sys_config_get: { ...config, first_load: null } });
  session.set({ config });
  draw(<FirstLoad />);
  expect(screen.getByText("演示数据生成中（4,000 / 20,000），可以先浏览，完成后再操作")).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await waitFor(() => expect(screen.queryByText(/演示数据生成中/)).toBeNull());
  expect(server.of("sys_config_get")).toHaveLength(1);
});
