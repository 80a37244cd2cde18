import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { accountApi } from "@visadesk/contract/account/session.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { workerApi } from "@visadesk/contract/setting/worker.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { answerOf } from "../../testing/answers.ts";
import { draw, exported, Refused, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import WorkerList, { COLUMNS } from "./worker-list.tsx";

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
  once_until: null,
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

it("shows the marks of an account and hides nobody behind the tab", async () => {
  const stub = open();
  const row = (await screen.findByText("jpkr_1")).closest("tr");
  for (const words of ["敏感 1", "组长", "休假", "12 人", "从未登录", "已锁定", "弱密码"]) expect(row?.textContent).toContain(words);
  expect(stub.of("worker_query").find((b) => b["page_size"] === 20)).toEqual({ page: 1, page_size: 20 });
  expect(screen.queryByRole("button", { name: "操作日志" })).toBeNull();
});

it("tells a one-time password that still lets in from one that does not and from a change that is due", async () => {
  const in24h = new Date(Date.now() + 86_400_000).toISOString();
  const people = [
    { ...worker, id: 1, account: "once_01", must_change: true, once_until: in24h },
    { ...worker, id: 2, account: "lapsed_01", must_change: true, once_until: "2026-01-01T00:00:00Z" },
    { ...worker, id: 3, account: "change_01", must_change: true },
  ];
  const stub = open({
    worker_query: { list: people, total: 3, total_capped: false, page: 1, page_size: 20, cursor: null },
    export_add: exported(0, { status: "waiting", finished_at: null }),
    export_get: exported(0, { status: "running", progress_total: null, finished_at: null }),
  });
  const marks = async (account: string) =>
    [...((await screen.findByText(account)).closest("tr")?.querySelectorAll(".vd-marks .vd-mark") ?? [])].map((m) => m.textContent);
  expect(await marks("once_01")).toContain("一次性");
  expect(await marks("lapsed_01")).toContain("一次性失效");
  expect(await marks("change_01")).toContain("须改密");
  fireEvent.click(screen.getByRole("button", { name: "导出" }));
  fireEvent.click(await screen.findByText("导出 Excel"));
  await waitFor(() => expect(stub.of("export_add")).toHaveLength(1));
  expect(stub.of("export_add")[0]?.["columns"]).toEqual(
    expect.arrayContaining([
      "held_text",
      "today_text",
      "last_login_text",
      "last_login_ip",
      "is_locked",
      "must_change",
      "once_until",
      "totp_on",
    ]),
  );
});

it("a bulk act names whom it refused", async () => {
  const other = { ...worker, id: 10, account: "boss_01", nickname: "罗总" };
  const stub = open({
    worker_query: { list: [worker, other], total: 40, total_capped: false, page: 1, page_size: 20, cursor: null },
    worker_session_end: (b) => (b["id"] === 10 ? new Refused(200, { ret: 3, msg: "不能管理权限高于自己的账号" }) : { ok: true }),
    oss_account_query: (b) =>
      answerOf(accountApi.oss_account_query, { ...other, id: b["id"], role: null, role_version: 1, team: null, login_at: null }),
  });
  for (const account of ["jpkr_1", "boss_01"])
    fireEvent.click(within((await screen.findByText(account)).closest("tr") as HTMLElement).getByRole("checkbox"));
  const bar = await screen.findByRole("region", { name: "批量操作" });
  expect(within(bar).queryByRole("button", { name: /选择全部/ })).toBeNull();
  fireEvent.click(within(bar).getByRole("button", { name: "强制下线" }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "强制下线" }));
  await screen.findByText("罗总（boss_01）：不能管理权限高于自己的账号");
  expect(screen.getByText("1 人已完成，1 人未完成：")).toBeTruthy();
  expect(stub.of("oss_account_query")).toEqual([{ id: 10 }]);
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

it("the sheet says 今日 and 最近登录 in the words of the screen", async () => {
  const rows = [
    { ...worker, id: 1, account: "at_work", off_today: null },
    { ...worker, id: 2, account: "left", status: 0, off_today: "休假", last_login_at: "2026-11-20T06:05:00Z" },
    { ...worker, id: 3, account: "away" },
  ];
  open({ worker_query: { list: rows, total: 3, total_capped: false, page: 1, page_size: 20, cursor: null } });
  const sheet: Readonly<Record<string, { value: (row: never, now: Date) => unknown }>> = workerApi.worker_query.sheet ?? {};
  for (const row of rows) {
    const shown = (await screen.findByText(row.account)).closest("tr")?.textContent ?? "";
    const said = COLUMNS.flatMap((c) => (typeof c === "object" ? (c.exports ?? []) : [])).flatMap((name) => {
      const words = sheet[name]?.value(row as never, new Date());
      return typeof words === "string" && words ? [words] : [];
    });
    for (const words of ["在岗", "休假", "从未登录"])
      expect([row.account, words, said.includes(words)]).toEqual([row.account, words, shown.includes(words)]);
  }
});
