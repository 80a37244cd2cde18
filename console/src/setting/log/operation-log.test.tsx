import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { may } from "@visadesk/contract/permissions.ts";
import { draw, exported, Refused, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import OperationLog from "./operation-log.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = {
  id: 7,
  at: "2026-11-20T06:05:00Z",
  request_id: "3f2b6c1e-8a47-4d52-9b1c-0e5f7a9d1234",
  actor_kind: "worker",
  actor_name: "陈立群",
  kind: "reveal",
  endpoint: "applicant_reveal",
  label: "查看完整信息",
  area: "order",
  noun: "applicant",
  noun_id: "11",
  noun_no: "V261120000001-01",
  changes: [{ field: "passport_no", label: "护照号", before: null, after: null }],
  reason: "核对护照",
  result: "ok",
  ip: "10.0.0.8",
  agent: "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0",
  ms: 12,
  seq: 41,
};
const answers = {
  operation_log_query: {
    list: [{ ...row, change_text: "护照号", order_id: 3 }],
    total: 1,
    total_capped: false,
    page: 1,
    page_size: 20,
    cursor: null,
  },
  operation_log_get: {
    ...row,
    hash: "ab".repeat(32),
    subjects: [{ id: 11, applicant_no: "V261120000001-01", order_id: 3 }],
    subject_count: 1,
  },
  operation_log_stat_get: { seen: 5, denied: 2, login_failed: 1, chained_to: "2026-11-20T06:04:58Z", unchained: 0, is_stopped: false },
  operation_log_verify: { checked: 1, broken_seq: null, chained_to: "2026-11-20T06:04:58Z" },
  operation_log_subject_get: {
    subjects: [{ applicant_id: 11, applicant_no: "V261120000001-01", order_id: 3, name_cn: "张*", passport_no: "E****1234" }],
    applicant_id: 11,
    list: [row],
    is_capped: false,
  },
  worker_pick: { list: [] },
};
const Screen = () => (
  <>
    <OperationLog />
    <FeedbackHost />
  </>
);
const panel = () => {
  const routeTree = createRootRoute({ component: Screen });
  return draw(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />, [may.operation_log]);
};

it("the day in figures, each opening its rows; address, device and request number in the table", async () => {
  const server = stubServer(answers);
  panel();
  expect(await screen.findByText("Chrome · Windows")).toBeTruthy();
  expect(screen.getByText("已封至 14:04:58")).toBeTruthy();
  expect(screen.getByText("3f2b6c1e")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "今日敏感查看 5" }));
  await waitFor(() =>
    expect(server.of("operation_log_query").at(-1)?.["kind"]).toEqual(["reveal", "file", "print", "export", "download", "chat"]),
  );
  fireEvent.click(screen.getByRole("button", { name: "登录失败 1" }));
  await waitFor(() => expect(server.of("operation_log_query").at(-1)?.["kind"]).toEqual(["login_fail"]));
});

it("a row unfolds to its reason, applicants and place in the chain, which is checked alone", async () => {
  const server = stubServer(answers);
  panel();
  fireEvent.click(await screen.findByText("查看完整信息"));
  expect(await screen.findByText("原因：核对护照")).toBeTruthy();
  expect(await screen.findByText(/链号 41/)).toBeTruthy();
  fireEvent.click(screen.getAllByRole("button", { name: "校验" }).at(-1) as HTMLElement);
  expect(await screen.findByText("与链相符")).toBeTruthy();
  expect(server.of("operation_log_verify")).toEqual([{ from: 41, to: 41 }]);
});

it("谁看过此人: asked by a number, listed and ready to print; a refusal says what to do", async () => {
  const server = stubServer(answers);
  panel();
  fireEvent.click(await screen.findByRole("tab", { name: "谁看过此人" }));
  expect(server.of("operation_log_subject_get")).toEqual([]);
  const box = await screen.findByLabelText("申请人");
  fireEvent.change(box, { target: { value: " V261120000001-01 " } });
  fireEvent.click(screen.getByRole("button", { name: "查询" }));
  expect(await screen.findByText("被看过 1 次")).toBeTruthy();
  expect(server.of("operation_log_subject_get")).toEqual([{ word: "V261120000001-01" }]);
  const print = vi.fn<() => void>();
  vi.stubGlobal("print", print);
  fireEvent.click(screen.getByRole("button", { name: "打印" }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  const sheet = document.querySelector<HTMLElement>(".vd-print-only");
  expect(sheet && within(sheet).getByText("核对护照")).toBeTruthy();
  cleanup();
  stubServer({
    ...answers,
    operation_log_subject_get: new Refused(200, { ret: 5, msg: "没有找到这个申请人，请检查订单号、申请人编号或护照号" }),
  });
  panel();
  fireEvent.click(await screen.findByRole("tab", { name: "谁看过此人" }));
  fireEvent.change(await screen.findByLabelText("申请人"), { target: { value: "V000000000000" } });
  fireEvent.click(screen.getByRole("button", { name: "查询" }));
  expect(await screen.findByText(/没有找到这个申请人/)).toBeTruthy();
});

it("an export of the log promises no number of rows: the log grows by itself", async () => {
  const task = exported(1);
  const server = stubServer({ ...answers, export_add: task, export_get: task });
  panel();
  await screen.findByText("查看完整信息");
  fireEvent.click(screen.getByRole("button", { name: "导出" }));
  fireEvent.click(await screen.findByText("导出 CSV"));
  await screen.findByText(/下载 1 条/);
  expect(server.of("export_add")[0]).not.toHaveProperty("expected_count");
});

it("a log of more than a thousand rows says so and does not end there", async () => {
  const log = answers.operation_log_query;
  const server = stubServer({ ...answers, operation_log_query: { ...log, total: 1000, total_capped: true, cursor: "c1" } });
  panel();
  expect(await screen.findByText("共 1000+ 条")).toBeTruthy();
  fireEvent.click(screen.getByTitle("51"));
  await waitFor(() => expect(server.of("operation_log_query").at(-1)).toMatchObject({ page: 51, page_size: 20 }));
});

it("behind the last numbered page the log goes on by its cursor, and back", async () => {
  const log = answers.operation_log_query;
  const server = stubServer({ ...answers, operation_log_query: { ...log, total: 12_000, cursor: "c1" } });
  panel();
  fireEvent.click(await screen.findByTitle("500"));
  fireEvent.click(await screen.findByRole("button", { name: "继续往后" }));
  await waitFor(() => expect(server.of("operation_log_query").at(-1)).toMatchObject({ page: 500, cursor: "c1" }));
  fireEvent.click(screen.getByRole("button", { name: "回到第500页" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "回到第500页" })).toBeNull());
});

it("a tab offers its own kinds, and one chosen before leaves with the tab it belongs to", async () => {
  const server = stubServer(answers);
  panel();
  await screen.findByText("查看完整信息");
  const asked = (): unknown => server.of("operation_log_query").at(-1)?.["kind"];
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "类别" }));
  fireEvent.click(await screen.findByTitle("登录失败"));
  await waitFor(() => expect(asked()).toEqual(["login_fail"]));
  fireEvent.click(screen.getByRole("tab", { name: "登录" }));
  await screen.findByRole("tab", { name: "登录", selected: true });
  expect(asked()).toEqual(["login_fail"]);
  fireEvent.click(screen.getByRole("tab", { name: "操作" }));
  await waitFor(() => expect(asked()).toEqual(["write", "move"]));
  expect(screen.queryByText("登录失败", { selector: ".ant-select-selection-item-content" })).toBeNull();
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "类别" }));
  await waitFor(() =>
    expect([...document.querySelectorAll(".ant-select-item-option")].map((o) => o.getAttribute("title"))).toEqual(["写入", "状态"]),
  );
});
