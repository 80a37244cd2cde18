import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import "../../screens.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import { line, page, transfer, trial } from "./transfer-fixtures.ts";
import TransferList from "./transfer-list.tsx";
import { TransferWizard } from "./transfer-wizard.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

const CODES = [may.peer, may.peer_transfer];
it("a running transfer shows how far it is and what became of each peer, and may be stopped", async () => {
  window.history.replaceState(null, "", "/peer/transfer/list?transfer=3");
  const moves = [{ move: "cancel", ok: true, missing: null }];
  const stub = stubServer({
    peer_transfer_query: page([transfer]),
    peer_transfer_get: { ...transfer, is_moving: true, moves, untouched: [] },
    peer_transfer_line_query: page([line]),
    peer_transfer_log_query: { list: [], has_more: false },
    peer_transfer_cancel: { ok: true },
  });
  draw(
    <>
      <TransferList />
      <FeedbackHost />
    </>,
    CODES,
  );
  const drawer = within(await screen.findByRole("dialog"));
  expect(await drawer.findByText("2 / 4")).toBeTruthy();
  expect((await drawer.findByRole("row", { name: /环球行/ })).textContent).toContain("负责人已变更");
  fireEvent.click(drawer.getByRole("tab", { name: "跳过" }));
  await waitFor(() => expect(stub.of("peer_transfer_line_query").at(-1)).toMatchObject({ transfer_id: 3, result: ["skipped"] }));
  fireEvent.click(drawer.getByRole("button", { name: "取消" }));
  const dialogs = await waitFor(() => {
    const all = screen.getAllByRole("dialog");
    expect(all.length).toBeGreaterThan(1);
    return all;
  });
  const dialog = within(dialogs.at(-1) as HTMLElement);
  const buttons = await dialog.findAllByRole("button", { name: "取消" });
  fireEvent.click(buttons.at(-1) as HTMLElement);
  await waitFor(() => expect(stub.of("peer_transfer_cancel")[0]).toMatchObject({ id: 3, version: 3 }));
});

it("the trial stands in the wizard; what was seen there is what is drafted and confirmed", async () => {
  const stub = stubServer({
    peer_transfer_preview: trial,
    worker_pick: { list: [] },
    peer_transfer_add: { ...transfer, transfer_status: "draft", version: 1, expected_count: 1 },
    peer_transfer_schedule: { ok: true },
  });
  draw(
    <>
      <TransferWizard start={{ from_worker_id: 7, target_ids: [8], selection: "ids", ids: [5, 6] }} onClose={() => undefined} />
      <FeedbackHost />
    </>,
    CODES,
  );
  expect(await screen.findByText("86 → 87 / 100")).toBeTruthy();
  expect(screen.getByText("1 个在途订单的承诺日在 3 个工作日内或已过")).toBeTruthy();
  expect(stub.of("peer_transfer_preview")[0]).toEqual({
    role: "bd",
    from_worker_id: 7,
    target_ids: [8],
    split: "even_gmv",
    carry: ["orders", "work_orders"],
    selection: "ids",
    ids: [5, 6],
  });
  fireEvent.click(screen.getByRole("button", { name: "确认转移" }));
  expect(await screen.findByText("请选择原因")).toBeTruthy();
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "原因" }));
  fireEvent.click(await screen.findByText("产能均衡"));
  fireEvent.click(screen.getByRole("button", { name: "确认转移" }));
  await waitFor(() => expect(stub.of("peer_transfer_schedule")[0]).toMatchObject({ id: 3, version: 1, expected_count: 1 }));
  expect(stub.of("peer_transfer_add")[0]).toMatchObject({
    expected_count: 1,
    ids: [5, 6],
    reason_code: "balance",
    effective_on: "2026-11-20",
  });
});

it("a region's owner is the receiver of the peers of his places", async () => {
  window.history.replaceState(null, "", "/peer/transfer/list?new=1&role=cs&to=8&province=310000,320000&city=");
  const stub = stubServer({ peer_transfer_query: page([]), peer_transfer_preview: trial, worker_pick: { list: [] } });
  draw(<TransferList />, CODES);
  await waitFor(() =>
    expect(stub.of("peer_transfer_preview")[0]).toMatchObject({
      role: "cs",
      target_ids: [8],
      selection: "filter",
      filter: { province_code: ["310000", "320000"] },
    }),
  );
});

const sides = {
  peer_transfer_pick: {
    list: [
      { id: 8, name: "高桐", team_name: "商务", is_enabled: true, peers: 86, closed: 2 },
      { id: 7, name: "方晓", team_name: "商务", is_enabled: true, peers: 4, closed: 0 },
    ],
  },
  worker_pick: { list: [] },
  draft_get: { draft: null },
  draft_save: { saved_at: "2026-11-20T02:00:00.000Z" },
  draft_remove: { ok: true },
};
const START = { from_worker_id: 7, target_ids: [8] };

it("who is over what he may have is red, and peers that are over are told apart from the total", async () => {
  const targets = [{ ...trial.targets[0], has: 150, max: 180, gets: 65, closed: 4 }];
  stubServer({ ...sides, peer_transfer_preview: { ...trial, total: 65, closed: 4, targets } });
  draw(<TransferWizard start={START} onClose={() => undefined} />, CODES);
  expect((await screen.findByText("150 → 211 / 180")).className).toContain("vd-error");
  expect(screen.getByText(/含已停用 4 家/)).toBeTruthy();
});

it("who may stand at either side is asked for the role; another role begins with nobody", async () => {
  const stub = stubServer({ ...sides, peer_transfer_preview: trial });
  draw(<TransferWizard start={START} onClose={() => undefined} />, CODES);
  await screen.findByText("86 → 87 / 100");
  await waitFor(() => expect(stub.of("peer_transfer_pick")).toContainEqual({ role: "bd", side: "to" }));
  expect(stub.of("peer_transfer_pick")).toContainEqual({ role: "bd", side: "from" });
  fireEvent.click(screen.getByRole("radio", { name: "客服" }));
  await waitFor(() => expect(screen.queryByText("86 → 87 / 100")).toBeNull());
  expect(screen.getByText("选择接收人后试算")).toBeTruthy();
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "到" }));
  await waitFor(() => expect(stub.of("peer_transfer_pick")).toContainEqual({ role: "cs", side: "to" }));
});

it("opened from picked peers it begins with their owner; where they have several, that is said", async () => {
  const wizard = (list: { worker_id: number | null; peers: number }[]) => {
    const total = list.reduce((n, o) => n + o.peers, 0);
    const stub = stubServer({ ...sides, peer_transfer_owner_query: { total, list }, peer_transfer_preview: trial });
    draw(<TransferWizard start={{ selection: "ids", ids: [5, 6], target_ids: [8] }} onClose={() => undefined} />, CODES);
    return stub;
  };
  const one = wizard([{ worker_id: 7, peers: 2 }]);
  await waitFor(() => expect(one.of("peer_transfer_preview").at(-1)).toMatchObject({ from_worker_id: 7, ids: [5, 6] }));
  expect(one.of("peer_transfer_owner_query")[0]).toEqual({ role: "bd", selection: "ids", ids: [5, 6] });
  cleanup();
  wizard([
    { worker_id: 7, peers: 1 },
    { worker_id: null, peers: 1 },
  ]);
  expect(await screen.findByText("所选 2 家的负责人不同，请选择从谁转出")).toBeTruthy();
});

it("an empty wizard asks for what can be filled in, never for the count", async () => {
  stubServer({ ...sides, peer_transfer_preview: trial });
  draw(<TransferWizard onClose={() => undefined} />, CODES);
  fireEvent.click(await screen.findByRole("button", { name: "确认转移" }));
  expect(await screen.findByText("请选择接收人")).toBeTruthy();
  expect(screen.getByText("请选择原因")).toBeTruthy();
  expect(screen.queryByText(/预计家数/)).toBeNull();
});

it("refused because the list is another by now, the plan is tried anew", async () => {
  let moved = false;
  const gone = {
    ...trial,
    total: 0,
    targets: [{ ...trial.targets[0], gets: 0, gmv: 0 }],
    lines: [],
    warnings: [],
    fault: "该负责人名下没有同行",
  };
  stubServer({
    ...sides,
    peer_transfer_preview: () => (moved ? gone : { ...trial, warnings: [] }),
    peer_transfer_add: () => {
      moved = true;
      return new Refused(200, { ret: 1, msg: "名单已变化：预计 1，现为 0", body: { code: "count_changed" } });
    },
  });
  draw(<TransferWizard start={START} onClose={() => undefined} />, CODES);
  expect(await screen.findByText("没有会被打断的承诺、欠款或工单")).toBeTruthy();
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "原因" }));
  fireEvent.click(await screen.findByText("产能均衡"));
  fireEvent.click(screen.getByRole("button", { name: "确认转移" }));
  expect(await screen.findByText("该负责人名下没有同行")).toBeTruthy();
  expect(screen.queryByText("没有会被打断的承诺、欠款或工单")).toBeNull();
});

it("a draft of before the reload is offered and fills the form, people of its role and all", async () => {
  window.history.replaceState(null, "", "/peer/transfer/list");
  const content = { role: "cs", from_worker_id: 7, target_ids: [8], reason: "旺季前均衡" };
  const stub = stubServer({
    ...sides,
    draft_get: { draft: { content, base_version: null, saved_at: "2026-11-20T01:00:00.000Z" } },
    peer_transfer_query: page([]),
    peer_transfer_preview: trial,
  });
  draw(<TransferList />, CODES);
  fireEvent.click((await screen.findAllByRole("button", { name: "新建转移" }))[0] as HTMLElement);
  await waitFor(() => expect(new URLSearchParams(window.location.search).get("new")).toBe("1"));
  fireEvent.click(await screen.findByRole("button", { name: /恢\s*复/ }));
  await waitFor(() => expect(stub.of("peer_transfer_preview")[0]).toMatchObject({ role: "cs", from_worker_id: 7, target_ids: [8] }));
  expect(screen.getByDisplayValue("旺季前均衡")).toBeTruthy();
});

it("tried again only with failed lines; what went back is counted apart; an undone one is asked until it is through", async () => {
  const undone = { ...transfer, transfer_status: "undone", total: 5, done_count: 5, skipped_count: 0, undone_count: 0 };
  window.history.replaceState(null, "", "/peer/transfer/list?transfer=3");
  let asked = 0;
  const now = () => ({ ...undone, ...(asked > 1 && { done_count: 1, undone_count: 4 }) });
  const stub = stubServer({
    peer_transfer_query: () =>
      page([now(), { ...transfer, id: 4, transfer_no: "ZY261120000004", transfer_status: "partial", done_count: 4 }]),
    peer_transfer_get: () => {
      asked += 1;
      return { ...now(), is_moving: asked < 2, moves: [], untouched: [] };
    },
    peer_transfer_line_query: () => page([{ ...line, result: asked > 1 ? "undone" : "done", message: "" }]),
    peer_transfer_log_query: { list: [], has_more: false },
  });
  draw(<TransferList />, CODES);
  const drawer = within(await screen.findByRole("dialog"));
  expect(await drawer.findByText("5（已撤销 4 · 成功 1）")).toBeTruthy();
  await waitFor(() => expect(drawer.getByRole("row", { name: /环球行/ }).textContent).toContain("已撤销"));
  expect(await screen.findByText("已撤销 4 · 成功 1")).toBeTruthy();
  expect(stub.of("peer_transfer_log_query").length).toBeGreaterThan(1);
  expect(screen.queryByRole("button", { name: "重试" })).toBeNull();
});

it("the giver is not offered as a receiver, and the number of peers says how many of them are over", async () => {
  stubServer({ ...sides, peer_transfer_preview: trial });
  draw(<TransferWizard start={{ from_worker_id: 7 }} onClose={() => undefined} />, CODES);
  fireEvent.mouseDown(await screen.findByRole("combobox", { name: "到" }));
  expect(await screen.findByText("商务 · 86 家（含已停用 2）")).toBeTruthy();
  expect(document.querySelector('.ant-select-item-option[title="高桐"]')).toBeTruthy();
  expect(document.querySelector('.ant-select-item-option[title="方晓"]')).toBeNull();
});

it("as long as the trial says why it cannot be, 确认转移 is grey", async () => {
  const stub = stubServer({ ...sides, peer_transfer_preview: { ...trial, fault: "「高桐」超出上限 2 家" } });
  draw(<TransferWizard start={START} onClose={() => undefined} />, CODES);
  await screen.findByText("「高桐」超出上限 2 家");
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "确认转移" }).disabled).toBe(true));
  expect(stub.of("peer_transfer_add")).toEqual([]);
});

it("重试 asks before it runs; the row of the list follows until it is through", async () => {
  let asked = 0;
  const row = { ...transfer, id: 4, transfer_no: "ZY261120000004", transfer_status: "partial", done_count: 3, failed_count: 1, version: 5 };
  let state = row;
  const stub = stubServer({
    peer_transfer_query: () => page([state]),
    peer_transfer_retry: () => {
      state = { ...row, transfer_status: "running", failed_count: 0, version: 6 };
      return { ok: true };
    },
    peer_transfer_get: () => {
      asked += 1;
      if (asked > 1) state = { ...row, transfer_status: "done", done_count: 4, failed_count: 0, version: 7 };
      return { ...state, is_moving: state.transfer_status === "running", moves: [], untouched: [] };
    },
  });
  draw(
    <>
      <TransferList />
      <FeedbackHost />
    </>,
    CODES,
  );
  fireEvent.click(await screen.findByRole("button", { name: /重\s*试/ }));
  expect(await screen.findByText("重试失败的 1 家？")).toBeTruthy();
  expect(stub.of("peer_transfer_retry")).toEqual([]);
  const buttons = await screen.findAllByRole("button", { name: /重\s*试/ });
  fireEvent.click(buttons.at(-1) as HTMLElement);
  await waitFor(() => expect(stub.of("peer_transfer_retry")).toHaveLength(1));
  expect(await screen.findByText("成功 4 · 跳过 1")).toBeTruthy();
  expect(screen.queryByText("执行中")).toBeNull();
});
