import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { peerAccountApi } from "@visadesk/contract/peer/peer/peer-account.ts";
import { peerManagerApi } from "@visadesk/contract/peer/peer/peer-manager.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { session, type Account } from "#kit/app/session.ts";
import { answerOf } from "../../testing/answers.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { login } from "../peer/peer-fixtures.ts";
import ManagerEdit from "./manager-edit.tsx";
import ManagerList from "./manager-list.tsx";
import ManagerView from "./manager-view.tsx";

afterEach(() => {
  cleanup();
  act(() => session.set({ account: null }));
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});
const at = (path: string): void => window.history.replaceState(null, "", path);
const page = <R,>(list: readonly R[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });
const manager = {
  id: 5,
  worker_id: 5,
  worker_name: "叶舟",
  worker_enabled: true,
  roles: ["bd"],
  team_name: "商务一部",
  region_text: "华东、华南",
  max_peers: 2,
  accept_new: true,
  month_target: 1_000_000,
  display_name: "叶经理",
  display_mobile: "021-60000000",
  display_qr: null,
  peer_count: 3,
  is_over_max: true,
  new_count: 1,
  active_count: 2,
  silent_count: 0,
  lost_count: 1,
  gmv_month: 150_000,
  target_rate: 0.15,
  repaid_month: 0,
  overdue_peers: 1,
  overdue_amount: null,
  open_work_orders: 4,
  reply_minutes: 25,
  leave_until: "2026-11-22",
  version: 3,
  updated_at: "2026-11-20T01:00:00.000Z",
};
const detail = {
  ...manager,
  back_rate: 0.4,
  aging: [],
  months: [{ month: "2026-11", gmv: 150_000, orders: 3, new_count: 1 }],
  levels: [{ level_id: "V3", peers: 3, silent: 1, gmv_30: 150_000 }],
  work_orders: [
    {
      id: 7,
      work_order_no: "GD261120000007",
      title: "催一下出签",
      peer_id: 7,
      peer_name: "蓝海国旅",
      work_order_status: "processing",
      due_at: "2026-11-20T05:30:00.000Z",
    },
  ],
  transfers: [
    {
      id: 2,
      transfer_no: "ZY261120000002",
      role: "bd",
      direction: "in",
      peers: 2,
      effective_on: "2026-11-20",
      transfer_status: "done",
    },
  ],
};
const common = { worker_pick: { list: [] }, team_pick: { list: [] }, peer_manager_get: answerOf(peerManagerApi.peer_manager_get, detail) };

it("every figure of a manager opens the rows it counts, for who may see their list", async () => {
  stubServer({ ...common, peer_manager_query: page([manager]) });
  at("/peer/manager/list");
  draw(<ManagerList />, [may.peer_manager, may.peer, may.peer_work_order]);
  const line = within(await screen.findByRole("row", { name: /叶舟/ }));
  const hrefOf = (name: string) => line.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("叶舟")).toBe("/peer/manager/view/5");
  expect(hrefOf("3")).toBe("/peer/list?owner_id=5&state=active%2Cfrozen");
  expect(line.getAllByRole("link", { name: "1" }).map((a) => a.getAttribute("href"))).toEqual([
    "/peer/list?owner_id=5&state=active%2Cfrozen&approved_at=month",
    "/peer/list?owner_id=5&state=active%2Cfrozen&activity=lost",
  ]);
  expect(hrefOf("1 家")).toBe("/peer/list?owner_id=5&state=active%2Cfrozen&is_overdue=1");
  expect(hrefOf("4")).toBe("/peer/work-order/list?view=all&handler_id=5");
  expect(screen.getAllByRole("columnheader").map((h) => h.textContent)).toContain("团队");
  for (const text of ["商务一部", "休假", "超上限", "目标 15.0%"]) expect(line.getByText(text), text).toBeTruthy();
  cleanup();
  draw(<ManagerList />, [may.peer_manager]);
  expect(await screen.findByRole("row", { name: /叶舟/ })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "3" })).toBeNull();
});

it("his page says portfolio, calls, months, work orders and what was handed over", async () => {
  stubServer({ ...common, peer_call_query: page([]) });
  at("/peer/manager/view/5");
  draw(<ManagerView />, [may.peer_manager, may.peer, may.peer_work_order, may.peer_transfer]);
  expect(await screen.findByText("休假至 2026-11-22")).toBeTruthy();
  expect(await screen.findByText("今天没有需要回访的同行")).toBeTruthy();
  expect(screen.getByRole("link", { name: "GD261120000007" }).getAttribute("href")).toBe(
    "/peer/work-order/list?view=all&work_order=GD261120000007",
  );
  expect(screen.getByRole("link", { name: "ZY261120000002" }).getAttribute("href")).toBe("/peer/transfer/list?transfer=2");
  expect(within(screen.getByRole("table", { name: "近6个月" })).getByText("2026-11")).toBeTruthy();
  expect(screen.getByRole("button", { name: "转移商务名下同行" })).toBeTruthy();
  expect(screen.getByRole("link", { name: /编\s*辑/ }).getAttribute("href")).toBe("/peer/manager/edit/5");
});

it("room and target are the leader's to change; the rest is sent as it was changed", async () => {
  const server = stubServer({ ...common, draft_get: { draft: null }, peer_manager_update: manager });
  at("/peer/manager/edit/5");
  act(() => session.set({ account: { id: 5, data_scope: "own" } as Account }));
  draw(<ManagerEdit />, [may.peer_manager]);
  expect((await screen.findByLabelText<HTMLInputElement>("同行上限")).disabled).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>("月目标").disabled).toBe(true);
  fireEvent.change(screen.getByLabelText("展示姓名"), { target: { value: "小叶" } });
  fireEvent.click(screen.getByRole("button", { name: /保\s*存/ }));
  await waitFor(() => expect(server.of("peer_manager_update")).toEqual([{ worker_id: 5, version: 3, display_name: "小叶" }]));
  cleanup();
  act(() => session.set({ account: { id: 6, data_scope: "team" } as Account }));
  at("/peer/manager/edit/5");
  draw(<ManagerEdit />, [may.peer_manager]);
  expect((await screen.findByLabelText<HTMLInputElement>("同行上限")).disabled).toBe(false);
});

it("any login of a peer is found and acted upon under the code of managers; its owner changes for who sees peers", async () => {
  const rows = [login, { ...login, id: 22, account: "lanhai_ops", role: "operator", name: "赵操作", can_pay: false, order_limit: 500_000 }];
  const server = stubServer({ ...common, peer_account_query: answerOf(peerAccountApi.peer_account_query, page(rows)) });
  at("/peer/manager/list?tab=account");
  draw(<ManagerList />, [may.peer_manager]);
  const line = within(await screen.findByRole("row", { name: /lanhai_ops/ }));
  for (const text of ["操作员", "¥5,000.00", "不可以", "从未登录", "蓝海国旅"]) expect(line.getByText(text), text).toBeTruthy();
  expect(line.queryByRole("link")).toBeNull();
  fireEvent.click(line.getByRole("button", { name: "lanhai_ops的更多操作" }));
  expect(await screen.findByRole("menuitem", { name: "停用" })).toBeTruthy();
  expect(screen.queryByText("设为主账号")).toBeNull();
  fireEvent.change(screen.getByPlaceholderText("账号、姓名、手机、同行"), { target: { value: "0123" } });
  await waitFor(() => expect(server.of("peer_account_query").at(-1)).toMatchObject({ keyword: "0123" }));
  cleanup();
  draw(<ManagerList />, [may.peer_manager, may.peer]);
  fireEvent.click(await screen.findByRole("button", { name: "lanhai_ops的更多操作" }));
  expect(await screen.findByText("设为主账号")).toBeTruthy();
});
