import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/feedback-host.tsx";
import { draw, stubServer } from "../testing/server.tsx";
import "../screens.ts";
import WorkerList from "./worker-list.tsx";

vi.setConfig({ testTimeout: 20_000 });

const worker = {
  id: 9,
  account: "jpkr_1",
  nickname: "高桐",
  mobile: null,
  email: null,
  role_id: 3,
  role_name: "签证专家",
  sensitive_count: 1,
  data_scope: "own",
  team_id: 1,
  team_name: "日韩",
  is_leader: true,
  open_applicants: 12,
  off_today: "休假",
  held: [
    { kind: "order_expert", label: "在办申请人·专家", short: "在办", unit: "人", count: 12, link: null },
    { kind: "region", label: "区域", short: "区域", unit: "个", count: 1, link: null },
  ],
  status: 1,
  is_weak: true,
  must_change: false,
  is_locked: true,
  totp_on: false,
  last_login_at: null,
  last_login_ip: null,
  version: 2,
  updated_at: "2026-11-20T06:05:00Z",
};

beforeEach(() => window.history.replaceState(null, "", "/setting/worker/list"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(answers: Parameters<typeof stubServer>[0] = {}, codes: readonly number[] = [may.worker]) {
  const stub = stubServer({
    worker_query: { list: [worker], total: 1, total_capped: false, page: 1, page_size: 20, cursor: null },
    ...answers,
  });
  draw(
    <>
      <WorkerList />
      <FeedbackHost />
    </>,
    codes,
  );
  return stub;
}

async function act(label: string): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: "高桐的更多操作" }));
  fireEvent.click(await screen.findByText(label));
}

it("shows the marks of an account and asks for the enabled ones first", async () => {
  const stub = open();
  const row = (await screen.findByText("jpkr_1")).closest("tr");
  for (const words of ["敏感 1", "组长", "休假", "12 人", "从未登录", "已锁定", "弱密码"]) expect(row?.textContent).toContain(words);
  expect(stub.of("worker_query")[0]).toMatchObject({ status: [1] });
  expect(screen.queryByRole("button", { name: "操作日志" })).toBeNull();
});

it("a reset is asked, the one-time password is shown once and can be copied", async () => {
  const writeText = vi.fn<(t: string) => Promise<void>>(() => Promise.resolve());
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(writeText);
  const stub = open({ worker_passwd_reset: { once_passwd: "k3fp-92mx" } });
  await act("重置密码");
  const asked = await screen.findByRole("alertdialog", { name: "重置“高桐”的密码？" });
  expect(stub.of("worker_passwd_reset")).toEqual([]);
  fireEvent.click(within(asked).getByRole("button", { name: "重置密码" }));
  expect((await screen.findByText("k3fp-92mx")).tagName).toBe("CODE");
  fireEvent.click(screen.getByRole("button", { name: "复制" }));
  expect(writeText).toHaveBeenCalledWith("k3fp-92mx");
  fireEvent.click(screen.getByRole("button", { name: "已交给本人" }));
  await waitFor(() => expect(screen.queryByText("k3fp-92mx")).toBeNull());
  expect(stub.of("worker_passwd_reset")).toEqual([{ id: 9 }]);
});

it("disabling at once says what stays with him and needs a reason", async () => {
  const stub = open({ worker_disable_now: { ok: true } });
  await act("立即停用");
  const dialog = (await screen.findByText("立即停用“高桐”")).closest<HTMLElement>("[role=dialog]") as HTMLElement;
  expect(dialog.textContent).toContain("在办申请人·专家 12 人、区域 1 个仍归他名下");
  fireEvent.click(within(dialog).getByRole("button", { name: "立即停用" }));
  await screen.findByText("请输入原因");
  fireEvent.change(within(dialog).getByLabelText("原因"), { target: { value: "离职" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "立即停用" }));
  await waitFor(() => expect(stub.of("worker_disable_now")[0]).toMatchObject({ id: 9, version: 2, reason: "离职" }));
});

it("those who left things behind are a tab with their number", async () => {
  const stub = open();
  fireEvent.click(await screen.findByRole("tab", { name: /待交接/ }));
  await waitFor(() => expect(stub.of("worker_query").at(-1)).toMatchObject({ to_hand_over: true, page_size: 20 }));
  expect(stub.of("worker_query").at(-1)).not.toHaveProperty("status");
});
