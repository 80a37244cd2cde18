import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { session } from "#kit/app/session.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { ACCOUNT_REST } from "../../testing/shell.tsx";
import { TotpGate } from "./totp-gate.tsx";
// Loaded ahead, so that no test waits for the lazily loaded panel.
import "./totp-dialog.tsx";

const ACCOUNT = { id: 3, account: "expert", nickname: "周宁", role: null, must_change: false, totp_on: false, must_totp: true };
const signedIn = (more: object): void =>
  session.set({ login: { token: "t", id: 3, account: "expert" }, account: { ...ACCOUNT, ...more } as never });

beforeEach(() => {
  stubServer({
    totp_start: { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/x" },
    totp_confirm: { recovery_codes: ["aaaa-bbbb"] },
    oss_account_query: { ...ACCOUNT, ...ACCOUNT_REST, role_version: 1, totp_on: true, must_totp: false },
  });
});
afterEach(() => {
  cleanup();
  act(() => session.set({ login: null, account: null }));
  vi.unstubAllGlobals();
});

test("the policy's dialog has no close, stays until the recovery codes are seen, then lets go", async () => {
  signedIn({});
  draw(<TotpGate />);
  expect(await screen.findByText("系统要求您的账号开启两步验证，完成后才能继续使用")).toBeTruthy();
  expect(screen.queryByLabelText("Close")).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "开启" }));
  fireEvent.change(await screen.findByLabelText("验证码"), { target: { value: "123456" } });
  fireEvent.click(screen.getByRole("button", { name: "确认开启" }));
  expect(await screen.findByText("aaaa-bbbb")).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "我已保存恢复码" }));
  expect(screen.queryByText("aaaa-bbbb")).toBeNull();
});

test("without the policy, and before a forced password change is done, nothing is drawn", () => {
  signedIn({ must_totp: false });
  draw(<TotpGate />);
  expect(screen.queryByText("开启两步验证")).toBeNull();
  cleanup();
  signedIn({});
  session.set({ passwd_open: true });
  draw(<TotpGate />);
  expect(screen.queryByText("开启两步验证")).toBeNull();
  session.set({ passwd_open: false });
});
