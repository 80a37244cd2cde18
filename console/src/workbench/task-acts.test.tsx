import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import { clearPreferences } from "#kit/app/preference.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { session } from "#kit/app/session.ts";
import { draw, stubServer } from "../testing/server.tsx";
import "../screens.ts";
import type { Task } from "./task-words.ts";
import WorkbenchList from "./workbench-list.tsx";

const task: Task = {
  queue: "result",
  queue_label: "待录结果",
  noun: "applicant",
  source_id: 5,
  order_id: 9,
  applicant_id: 5,
  title: "待录结果 · 日本单次旅游签证",
  ref_no: "V261120000009",
  customer: "张*",
  node: "使馆审核中",
  entered_at: "2026-11-10T06:00:00Z",
  due_at: "2026-11-19T06:00:00Z",
  level: "critical",
  initiator_name: null,
  handler_name: "林晓雯",
  is_new: false,
  snooze_until: null,
  snooze_reason: null,
  transfer_reason: null,
  opens: { route: "applicant-detail", params: { orderId: "9", applicantId: "5" } },
};
const tile = (key: string, label: string, count: number, more: object = {}) => ({
  key,
  label,
  count,
  new_count: 0,
  oldest_at: count ? "2026-11-10T06:00:00Z" : null,
  overdue: 0,
  opens: null,
  ...more,
});
const codes = [may.workbench, may.order_view, may.order_process];
afterEach(() => {
  cleanup();
  clearPreferences();
  vi.unstubAllGlobals();
  session.set({ account: null, message: null });
});

const drawn = () =>
  draw(
    <>
      <WorkbenchList />
      <FeedbackHost />
    </>,
    codes,
  );
const onePage = { list: [task], total: 1, total_capped: false, page: 1, page_size: 20 };

it("tasks of one queue are passed on together; those that could not be stay picked, with the reason", async () => {
  const results = [{ queue: "result" as const, id: 5, ok: false, msg: "对方没有处理该待办的权限" }];
  const stub = stubServer({
    task_query: { ...onePage, list: [task, { ...task, source_id: 6, is_new: true }], total: 2 },
    task_stat_get: { queues: [tile("result", "待录结果", 2)] },
    task_transfer: { results, done: 0 },
    worker_pick: { list: [{ id: 8, account: "jpkr_1", nickname: "高桐", team_name: "日韩", status: 1, on_duty: true }] },
  });
  window.history.replaceState(null, "", "/workbench/workbench-list?queue=result");
  drawn();
  const row = (await screen.findAllByText("张*"))[1]?.closest("tr") as HTMLElement;
  expect(within(row).getByText("新")).toBeTruthy();
  fireEvent.click(screen.getByRole("checkbox", { name: "选择第1行" }));
  fireEvent.click(within(screen.getByRole("region", { name: "批量操作" })).getByRole("button", { name: "转交" }));
  const form = await screen.findByRole("dialog", {}, { timeout: 15_000 });
  expect(form.textContent).toContain("转交 1 项待办");
  fireEvent.change(within(form).getByLabelText("转交原因"), { target: { value: "今天请您代为处理" } });
  fireEvent.mouseDown(within(form).getByRole("combobox"));
  fireEvent.click(await screen.findByTitle("高桐"));
  fireEvent.click(within(form).getByRole("button", { name: "转交" }));
  await waitFor(() =>
    expect(stub.of("task_transfer")[0]).toMatchObject({
      rows: [{ queue: "result", source_id: 5 }],
      handler_id: 8,
      transfer_reason: "今天请您代为处理",
    }),
  );
  expect(await screen.findByText("V261120000009：对方没有处理该待办的权限")).toBeTruthy();
}, 30_000);

it("已延后 says until when and why, and asks again at once; workbench 5: a row that is done says so", async () => {
  const put_off = { ...task, snooze_until: "2026-11-21T01:00:00Z", snooze_reason: "等使馆回电" };
  const answered = { results: [{ queue: "result" as const, id: 5, ok: true, msg: "" }], done: 1 };
  const stub = stubServer({
    task_query: { ...onePage, list: [put_off] },
    task_stat_get: { queues: [] },
    task_unsnooze: answered,
    task_seen: { results: [{ queue: "result" as const, id: 5, ok: false, msg: "该待办已处理" }], done: 0 },
  });
  window.history.replaceState(null, "", "/workbench/workbench-list?tab=put_off");
  drawn();
  const row = (await screen.findByText("等使馆回电")).closest("tr") as HTMLElement;
  expect(stub.of("task_query")[0]).toEqual({ page: 1, page_size: 20, scope: "mine", tab: "put_off" });
  fireEvent.click(within(row).getByRole("link", { name: "去处理" }));
  expect(await screen.findByText("该待办已处理")).toBeTruthy();
  fireEvent.click(within(row).getByRole("button", { name: "更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "取消延后" }));
  await waitFor(() => expect(stub.of("task_unsnooze")).toEqual([{ rows: [{ queue: "result", source_id: 5 }] }]));
});
