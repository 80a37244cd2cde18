import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { session } from "#kit/app/session.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import ApplicationAdd from "./application-add.tsx";
import { ApplicationEdit } from "./application-edit.tsx";
import { detail, listOf, row } from "./application-fixtures.ts";
import { ApplicationList } from "./application-list.tsx";
import ApplicationView from "./application-view.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  window.history.replaceState(null, "", "/");
});

const common = {
  draft_get: { draft: null },
  draft_save: { saved_at: "2026-11-20T02:00:00.000Z" },
  worker_pick: { list: [] },
  peer_application_check: { similar: [], fault: null },
  peer_application_log_query: { list: [], has_more: false },
};
const ALL = [may.peer, may.peer_review];
const view = (): void => {
  window.history.replaceState(null, "", "/peer/peer-applicant/view/7");
  draw(<ApplicationView />, ALL);
};

it("the list begins with those that wait; who may decide is led to the page, several are passed on the versions that were seen", async () => {
  const own = { ...row, id: 8, application_no: "RZ261120000008", is_mine: true, bad_checks: 2 };
  const server = stubServer({
    ...common,
    peer_application_query: ({ fields }: Record<string, unknown>) => listOf(fields ? [{ id: 7 }, { id: 8 }] : [row, own]),
    peer_application_approve: { results: [{ id: 7, ok: true, msg: "" }], done: 1 },
  });
  window.history.replaceState(null, "", "/peer/list?tab=application");
  draw(
    <>
      <ApplicationList />
      <FeedbackHost />
    </>,
    ALL,
  );
  const line = within(await screen.findByRole("row", { name: /RZ261120000007/ }));
  expect(line.getByText("全部通过")).toBeTruthy();
  expect(line.getByRole("button", { name: "审核" })).toBeTruthy();
  expect(server.of("peer_application_query").some((b) => JSON.stringify(b).includes('"application_status":["pending"]'))).toBe(true);
  const other = within(screen.getByRole("row", { name: /RZ261120000008/ }));
  expect(other.getByText("2 项异常").className).toContain("vd-warn");
  expect(other.getByRole("button", { name: "查看" })).toBeTruthy();
  fireEvent.click(other.getByRole("checkbox"));
  const bar = within(await screen.findByLabelText("批量操作"));
  expect(bar.getByRole("button", { name: "通过" }).hasAttribute("disabled")).toBe(true);
  fireEvent.click(line.getByRole("checkbox"));
  fireEvent.click(bar.getByRole("button", { name: "通过" }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "通过" }));
  await waitFor(() => expect(server.of("peer_application_approve")).toHaveLength(1));
  expect(server.of("peer_application_approve")[0]).toMatchObject({
    rows: [
      { id: 8, version: 3 },
      { id: 7, version: 3 },
    ],
  });
});

it("the page says what stands against it, and passes it with the owners of its place", async () => {
  const server = stubServer({
    ...common,
    peer_application_get: detail,
    peer_application_approve: { results: [{ id: 7, ok: true, msg: "" }], done: 1 },
  });
  view();
  const checks = within(await screen.findByLabelText("检查"));
  expect(checks.getByRole("link", { name: "杭州云帆旅行社有限公司 72%" }).getAttribute("href")).toBe("/peer/peer-applicant/view/9");
  expect(screen.getByText("负责 86/100")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "通过" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("有 1 家名称相似的企业")).toBeTruthy();
  expect(dialog.getByText("不选即未分配。袁小满 已满（100/100）")).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "通过" }));
  await waitFor(() => expect(server.of("peer_application_approve")).toHaveLength(1));
  expect(server.of("peer_application_approve")[0]).toMatchObject({
    rows: [{ id: 7, version: 3 }],
    level_id: "V1",
    bd_owner_id: 15,
    cs_owner_id: null,
  });
});

it("peer 3: whoever handed it in sees why he cannot pass it, and may take it back", async () => {
  const missing = "不能审核自己提交的申请";
  const moves = [
    { move: "approve", ok: false, missing },
    { move: "return", ok: true, missing: null },
    { move: "reject", ok: true, missing: null },
    { move: "withdraw", ok: true, missing: null },
  ];
  stubServer({ ...common, peer_application_get: { ...detail, is_mine: true, moves } });
  view();
  expect((await screen.findByRole("button", { name: "通过" })).hasAttribute("disabled")).toBe(true);
  expect(screen.getByRole("button", { name: "撤回" })).toBeTruthy();
});

it("what was asked for again stands above the page", async () => {
  const back = {
    application_status: "returned",
    returned_items: ["business_licence"],
    returned_at: row.submitted_at,
    reason_text: "照片反光",
  };
  stubServer({
    ...common,
    peer_application_get: { ...detail, ...back, moves: [{ move: "resubmit", ok: false, missing: "以下内容尚未修改：营业执照" }] },
  });
  view();
  expect(within(await screen.findByLabelText("退回补充")).getByText("待补充 营业执照：照片反光")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "通过" })).toBeNull();
  expect(screen.getByRole("button", { name: "重新提交" }).hasAttribute("disabled")).toBe(true);
});

it("a company that came by a fair and is then said to have come by BD does not keep the fair's number", async () => {
  window.history.replaceState(null, "", "/peer/add?exhibition=7&company=岭南假期");
  const server = stubServer({ ...common, peer_application_check: { similar: [], fault: null } });
  draw(<ApplicationAdd />, [may.peer]);
  expect((await screen.findByLabelText<HTMLInputElement>(/^企业名称/)).value).toBe("岭南假期");
  fireEvent.mouseDown(screen.getByRole("combobox", { name: /^来源/ }));
  fireEvent.click(await screen.findByTitle("商务开发"));
  await screen.findByLabelText("商务");
  fireEvent.click(screen.getByRole("button", { name: "提交审核" }));
  expect(await screen.findByText("请选择商务")).toBeTruthy();
  expect(server.of("peer_application_add")).toHaveLength(0);
});

it("a licence that is over is said at its day before it is handed in", async () => {
  const over = { business_kind: "other", business_licence_to: "2020-01-31", travel_licence_to: "2020-01-31" };
  stubServer(common);
  draw(<ApplicationEdit application={{ ...detail, ...over } as never} onClose={() => undefined} />, [may.peer]);
  // Who must have it is stopped by it.
  expect(await screen.findByText("有效期已结束，审核不能通过")).toBeTruthy();
  expect(screen.getByText("有效期已结束")).toBeTruthy();
});

it("a new one says what is missing at its fields; similar companies appear while it is typed; the draft has no mobile", async () => {
  const similar = [{ peer_id: null, application_id: 7, no: row.application_no, name: row.name, likeness: 0.8 }];
  const fault = "该企业已是同行「云帆」";
  const server = stubServer({ ...common, peer_application_check: { similar, fault } });
  draw(<ApplicationAdd />, [may.peer]);
  session.set({ login: { token: "t", id: 3, account: "business_1" } });
  fireEvent.change(await screen.findByLabelText(/^企业名称/), { target: { value: "杭州云帆旅行社" } });
  const note = within(await screen.findByLabelText("相似企业"));
  expect(note.getByText(fault)).toBeTruthy();
  expect(note.getByRole("link", { name: `${row.application_no} ${row.name}` })).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^统一社会信用代码/), { target: { value: "91350100M000100Y44" } });
  fireEvent.change(screen.getByLabelText(/^手机/), { target: { value: "13800001111" } });
  fireEvent.mouseDown(screen.getByRole("combobox", { name: /^类型/ }));
  fireEvent.click(await screen.findByTitle("旅行社"));
  // What an agency needs is asked for once its kind is chosen.
  await waitFor(() => expect(screen.getByText("许可证号").classList.contains("ant-form-item-required")).toBe(true));
  fireEvent.click(screen.getByRole("button", { name: "提交审核" }));
  for (const text of ["请选择省市区", "信用代码校验位不正确", "请输入许可证号", "请上传营业执照", "请上传旅行社许可证", "请选择商务"])
    expect(await screen.findByText(text)).toBeTruthy();
  expect(server.of("peer_application_add")).toHaveLength(0);
  fireEvent(window, new Event("pagehide"));
  await waitFor(() => expect(server.of("draft_save").length).toBeGreaterThan(0));
  session.set({ login: null });
  const kept = JSON.stringify(server.of("draft_save"));
  expect(kept).toContain("杭州云帆旅行社");
  expect(kept).not.toContain("13800001111");
});
