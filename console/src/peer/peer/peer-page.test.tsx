/** 订单, 工单 and the acts of a peer's page and row. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { answerOf } from "../../testing/answers.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { detail as workOrderDetail, workOrder } from "../work-order/work-order-fixtures.ts";
import PeerEdit from "./peer-edit.tsx";
import { detail, listOf, row } from "./peer-fixtures.ts";
import PeerList from "./peer-list.tsx";
import PeerView from "./peer-view.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});
const at = (path: string): void => window.history.replaceState(null, "", path);
const page = <R,>(list: readonly R[], total = list.length) => ({ list, total, total_capped: false, page: 1, page_size: 20, cursor: null });
const order = {
  id: 31,
  order_no: "V261101000031",
  country_name: "日本",
  sku_name: "日本单次旅游签证",
  applicant_count: 2,
  order_status: "processing",
  pay_status: "paid",
  amount_payable: 90_000,
  amount_paid: 90_000,
  amount_refunded: 10_000,
  promised_date: "2026-12-01",
  created_at: "2026-11-01T02:00:00.000Z",
  paid_at: "2026-11-01T03:00:00.000Z",
};
const common = { country_get: [], worker_pick: { list: [] }, peer_get: { ...detail, pending_changes: [] } };
const menuItem = (name: string): HTMLElement => screen.getByRole("menuitem", { name });

it("orders stand a page at a time, each opened by who may, all of them in the list narrowed to this peer", async () => {
  const server = stubServer({ ...common, peer_order_query: page([order], 41) });
  at("/peer/view/7?tab=orders");
  draw(<PeerView />, [may.peer, may.order_view]);
  const line = within(await screen.findByRole("row", { name: /V261101000031/ }));
  expect(line.getByRole("link", { name: "V261101000031" }).getAttribute("href")).toBe("/order/admin-order/detail/31");
  for (const text of ["办理中", "已退 ¥100.00", "日本"]) expect(line.getByText(text), text).toBeTruthy();
  expect(screen.getByRole("link", { name: "在订单查看中打开" }).getAttribute("href")).toBe("/order/admin-order-list?peer_id=7");
  fireEvent.click(screen.getByTitle("3"));
  await waitFor(() => expect(server.of("peer_order_query").at(-1)).toMatchObject({ peer_id: 7, page: 3, page_size: 20 }));
  fireEvent.click(screen.getByText("未完结"));
  await waitFor(() => expect(server.of("peer_order_query").at(-1)).toMatchObject({ peer_id: 7, page: 1, is_open: true }));
  cleanup();
  draw(<PeerView />, [may.peer]);
  expect(await screen.findByText("V261101000031")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /V261101000031|订单查看/ })).toBeNull();
});

it("work orders open over the page and are handed in for this peer; without their code there is no tab", async () => {
  const server = stubServer({
    ...common,
    work_order_query: page([workOrder({ peer_id: 7 })]),
    work_order_get: workOrderDetail(),
    work_order_log_query: { list: [], has_more: false },
    work_order_form_get: { list: [] },
    peer_pick: { list: [] },
  });
  at("/peer/view/7?tab=work_orders");
  draw(<PeerView />, [may.peer, may.peer_work_order]);
  fireEvent.click(await screen.findByRole("button", { name: "GD261120000007" }));
  expect(new URLSearchParams(window.location.search).get("work_order")).toBe("GD261120000007");
  expect(server.of("work_order_query")[0]).toMatchObject({ peer_id: [7] });
  cleanup();
  at("/peer/view/7?tab=work_orders");
  draw(<PeerView />, [may.peer, may.peer_work_order]);
  fireEvent.click(await screen.findByRole("button", { name: "代提工单" }));
  await waitFor(() => expect(server.of("work_order_form_get")).toContainEqual({ peer_id: 7 }));
  cleanup();
  at("/peer/view/7?tab=orders");
  stubServer({ ...common, peer_order_query: page([order]) });
  draw(<PeerView />, [may.peer]);
  expect(await screen.findByText("V261101000031")).toBeTruthy();
  expect(screen.queryByRole("tab", { name: "工单" })).toBeNull();
});

it("the head has whom we call, and hands the peer over or asks for another limit; what waits is not asked for twice", async () => {
  stubServer({ ...common, peer_order_query: page([]) });
  at("/peer/view/7?tab=orders");
  draw(<PeerView />, [may.peer, may.peer_transfer]);
  expect(await screen.findByText("136****0123")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "更多操作" }));
  for (const name of ["变更商务", "变更客服", "申请调额", "冻结"]) expect(menuItem(name), name).toBeTruthy();
  fireEvent.click(menuItem("申请调额"));
  expect(await screen.findByText("申请变更长期额度：蓝海国旅")).toBeTruthy();
  expect(
    screen.getByText("蓝海国旅 TY001007：现行长期额度 ¥50,000.00，等级上限 ¥50,000.00，已用 ¥54,500.00，可用 -¥4,500.00"),
  ).toBeTruthy();
  cleanup();
  const waiting = [{ id: 9, change_no: "BG261120000009", kind: "credit_limit", label: "长期额度" }];
  stubServer({ ...common, peer_get: { ...detail, pending_changes: waiting }, peer_order_query: page([]) });
  draw(<PeerView />, [may.peer]);
  fireEvent.click(await screen.findByRole("button", { name: "更多操作" }));
  expect(await screen.findByRole("menuitem", { name: "冻结" })).toBeTruthy();
  expect(screen.queryByText("申请调额")).toBeNull();
  expect(screen.queryByText("变更商务")).toBeNull();
});

it("a level is asked for several at once, each its own request", async () => {
  const counts = {
    all: 1,
    active: 1,
    frozen: 0,
    silent: 0,
    lost: 0,
    unowned: 0,
    is_overdue: 1,
    balance: 0,
    credit_used: 0,
    overdue: 0,
    gmv_30: 0,
  };
  const server = stubServer({
    ...common,
    peer_query: listOf([row]),
    peer_stat_get: counts,
    peer_change_batch: answerOf(peerChangeApi.peer_change_batch, { results: [{ id: 7, ok: true, msg: "" }], done: 1 }),
  });
  at("/peer/list");
  draw(<PeerList />, [may.peer]);
  expect((await screen.findByRole("link", { name: "逾期 1" })).getAttribute("href")).toBe("/peer/list?is_overdue=1");
  fireEvent.click(within(await screen.findByRole("row", { name: /TY001007/ })).getByRole("checkbox"));
  fireEvent.click(await screen.findByRole("button", { name: "申请定级" }));
  fireEvent.mouseDown(await screen.findByLabelText("等级", { selector: ".ant-modal input" }));
  fireEvent.click(await screen.findByTitle("V4"));
  fireEvent.mouseDown(screen.getByLabelText("原因"));
  fireEvent.click(await screen.findByTitle("业务增长"));
  fireEvent.change(screen.getByLabelText("说明"), { target: { value: "近季增长稳定" } });
  fireEvent.click(screen.getByRole("button", { name: "提交审核" }));
  await waitFor(() => expect(server.of("peer_change_batch")).toHaveLength(1));
  expect(server.of("peer_change_batch")[0]).toMatchObject({ ids: [7], level_id: "V4", reason_code: "growth", valid_to: null });
});

it("another province asks whose the peer will be, and says who would take it", async () => {
  const address = { province_code: "440000", city_code: "440100", county_code: "440106", detail: "天河路1号" };
  const owner = { role: "bd", worker_id: 6, worker_name: "范以沫", has: 3, max: null, why: null };
  const server = stubServer({
    ...common,
    draft_get: { draft: { content: { address }, base_version: 4, saved_at: "2026-11-20T01:00:00.000Z" } },
    peer_place_owner_query: {
      list: [owner, { role: "cs", worker_id: null, worker_name: null, has: 0, max: null, why: "该地区没有负责人" }],
    },
    peer_update: row,
  });
  at("/peer/edit/7");
  draw(<PeerEdit />, [may.peer]);
  expect(screen.queryByText("由新地区的负责人接手")).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: /恢\s*复/ }));
  expect(await screen.findByText("省份已变化。新地区：商务 范以沫；客服 该地区没有负责人，不变")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /保\s*存/ }));
  expect(await screen.findByText("请选择是否更换负责人")).toBeTruthy();
  expect(server.of("peer_update")).toHaveLength(0);
  fireEvent.click(screen.getByLabelText("由新地区的负责人接手"));
  fireEvent.click(screen.getByRole("button", { name: /保\s*存/ }));
  await waitFor(() => expect(server.of("peer_update")).toHaveLength(1));
  expect(server.of("peer_update")[0]).toMatchObject({ id: 7, address, move_owners: true });
});
