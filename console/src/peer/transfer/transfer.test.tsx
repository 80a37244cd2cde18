import { cleanup, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import TransferList from "./transfer-list.tsx";
import { TransferWizard } from "./transfer-wizard.tsx";

vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 20_000 });
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

const CODES = [may.peer, may.peer_transfer];
const transfer = {
  id: 3,
  transfer_no: "ZY261120000003",
  role: "bd",
  from_worker_id: 7,
  target_ids: [8],
  split: "even_gmv",
  carry: ["orders"],
  effective_on: "2026-11-20",
  commission_from: "2026-11-20",
  reason_code: "balance",
  reason: "",
  notify_peer: false,
  selection: "all",
  expected_count: 4,
  from_name: "方晓",
  target_names: "高桐",
  total: 4,
  done_count: 1,
  skipped_count: 1,
  failed_count: 0,
  transfer_status: "running",
  started_at: "2026-11-20T02:00:00.000Z",
  finished_at: null,
  undone_at: null,
  undo_days: 0,
  created_by_name: "管理员",
  created_at: "2026-11-20T01:59:00.000Z",
  version: 3,
  updated_at: "2026-11-20T02:00:00.000Z",
};
const line = {
  id: 1,
  peer_id: 5,
  peer_no: "TY000005",
  peer_name: "环球行",
  to_worker_id: 8,
  to_worker_name: "高桐",
  result: "skipped",
  message: "负责人已变更",
  orders: 0,
  work_orders: 0,
  at: "2026-11-20T02:00:00.000Z",
};
const page = (list: readonly unknown[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 50, cursor: null });
const trial = {
  total: 1,
  targets: [{ worker_id: 8, worker_name: "高桐", is_enabled: true, has: 86, max: 100, gets: 1, gmv: 13_000_000 }],
  lines: [{ peer_id: 5, peer_no: "TY000005", peer_name: "环球行", place_text: "上海市", gmv: 13_000_000, to_worker_id: 8 }],
  orders: 2,
  work_orders: 1,
  warnings: [{ key: "promise", text: "1 个在途订单的承诺日在 3 个工作日内或已过", count: 1 }],
  fault: null,
};

it("a running transfer shows how far it is and what became of each peer, and may be stopped", async () => {
  window.history.replaceState(null, "", "/peer/transfer/list?transfer=3");
  const moves = [{ move: "cancel", ok: true, missing: null }];
  const stub = stubServer({
    peer_transfer_query: page([transfer]),
    peer_transfer_get: { ...transfer, moves, untouched: [] },
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
