import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { answerOf } from "../../testing/answers.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { detail } from "../peer/peer-fixtures.ts";
import PeerList from "../peer/peer-list.tsx";
import PeerView from "../peer/peer-view.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

const change = {
  id: 9,
  change_no: "BG261120000009",
  peer_id: 7,
  peer_no: "TY001007",
  peer_name: "蓝海国旅",
  kind: "credit_limit",
  reason_code: "growth",
  reason: "旺季订单增长",
  files: [],
  valid_to: null,
  rows: [{ label: "长期额度", before: "¥50,000.00", after: "¥60,000.00" }],
  rows_text: "长期额度 ¥50,000.00 → ¥60,000.00",
  change_status: "pending",
  is_mine: false,
  created_by: 5,
  created_by_name: "叶舟",
  created_at: "2026-11-20T01:00:00.000Z",
  decided_by_name: null,
  decided_at: null,
  decided_note: "",
  faults: [] as string[],
  credit: null as object | null,
  version: 1,
  updated_at: "2026-11-20T01:00:00.000Z",
};
const listOf = (rows: readonly object[]): object =>
  answerOf(peerChangeApi.peer_change_query, { list: rows, total: rows.length, total_capped: false, page: 1, page_size: 20, cursor: null });
const credit = {
  principal: 120_000,
  gift: 3_000,
  frozen: 0,
  gift_until: "2026-12-31",
  rows: [
    { key: "credit_limit", label: "授信额度", amount: 5_000_000 },
    { key: "temp_limit", label: "临时额度", amount: 0 },
    { key: "billed", label: "已出账未还", amount: -1_800_000 },
    { key: "unbilled", label: "未出账已用", amount: -3_650_000 },
  ],
  available: -450_000,
  effective_limit: 5_000_000,
  level_cap: 5_000_000,
  blocked: null,
  overdue_amount: null,
  overdue_since: null,
  forecast: [{ days: 30, daily: 100_000, used_up_on: "2026-11-20", text: "额度已用尽" }],
  due: [],
  proposal: { temp_limit: 2_500_000, valid_to: "2026-12-20" },
  limits: [],
};
const common = {
  country_get: [],
  worker_pick: { list: [] },
  draft_get: { draft: null },
  peer_get: { ...detail, pending_changes: [] },
  peer_credit_get: credit,
  // The tabs ask how many wait, and nothing else of them.
  peer_change_query: ({ fields }: { fields?: string[] }) => listOf(fields?.join() === "id" ? [{ id: 9 }] : [change]),
  peer_change_get: change,
  peer_application_query: { list: [], total: 0, total_capped: false, page: 1, page_size: 1, cursor: null },
};
const at = (path: string): void => window.history.replaceState(null, "", path);

it("the formula says what is available; a temporary limit is asked for with the amount that would carry it through", async () => {
  const server = stubServer({ ...common, peer_change_add: change });
  at("/peer/view/7?tab=credit");
  draw(<PeerView />, [may.peer]);
  const rows = within(await screen.findByRole("table", { name: "授信" }));
  expect(rows.getByText("可用授信")).toBeTruthy();
  // What is taken off is no negative figure of its own; what is left may be one.
  expect(rows.getByRole("row", { name: "减：未出账已用 ¥36,500.00" })).toBeTruthy();
  expect(rows.getByRole("row", { name: "可用授信 -¥4,500.00" })).toBeTruthy();
  expect(screen.getByText("已超额，不再放行授信下单")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "申请临时额度" }));
  const limit = await screen.findByLabelText<HTMLInputElement>("临时额度");
  expect(limit.value).toBe("25000.00");
  fireEvent.change(screen.getByLabelText("说明"), { target: { value: "旺季备款用" } });
  fireEvent.mouseDown(screen.getByLabelText("原因"));
  fireEvent.click(await screen.findByTitle("旺季备款"));
  fireEvent.click(screen.getByRole("button", { name: "提交审核" }));
  await waitFor(() => expect(server.of("peer_change_add")).toHaveLength(1));
  expect(server.of("peer_change_add")[0]).toMatchObject({ peer_id: 7, kind: "credit_temp", temp_limit: 2_500_000, valid_to: "2026-12-20" });
});

it("what a temporary limit is asked for without is marked and told at its field, all at once", async () => {
  const server = stubServer({ ...common, peer_credit_get: { ...credit, proposal: null } });
  at("/peer/view/7?tab=credit");
  draw(<PeerView />, [may.peer]);
  fireEvent.click(await screen.findByRole("button", { name: "申请临时额度" }));
  await screen.findByLabelText("临时额度");
  const marked = (label: string): boolean => document.querySelector(`label[title="${label}"].ant-form-item-required`) !== null;
  expect(["临时额度", "有效至"].filter((label) => !marked(label))).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "提交审核" }));
  for (const said of ["请输入临时额度", "请选择有效至", "请选择原因", "请输入说明"]) expect(await screen.findByText(said)).toBeTruthy();
  expect(server.of("peer_change_add")).toEqual([]);
});

it("a reviewer passes another's request; its maker may only take it back; what stands against it keeps it from being passed", async () => {
  stubServer(common);
  at("/peer/list?tab=change&change=9");
  draw(<PeerList />, [may.peer, may.peer_terms_review]);
  const drawer = within(await screen.findByRole("dialog"));
  expect(await drawer.findByText("¥60,000.00")).toBeTruthy();
  expect(drawer.getByRole("button", { name: /通\s*过/ }).hasAttribute("disabled")).toBe(false);
  cleanup();
  stubServer({ ...common, peer_change_get: { ...change, faults: ["超过等级授信上限 ¥50,000.00"] } });
  draw(<PeerList />, [may.peer, may.peer_terms_review]);
  const refused = within(await screen.findByRole("dialog"));
  expect((await refused.findAllByText("超过等级授信上限 ¥50,000.00")).length).toBeGreaterThan(0);
  expect(refused.getByRole("button", { name: /通\s*过/ }).hasAttribute("disabled")).toBe(true);
  cleanup();
  stubServer({ ...common, peer_change_get: { ...change, is_mine: true } });
  draw(<PeerList />, [may.peer, may.peer_terms_review]);
  const own = within(await screen.findByRole("dialog"));
  expect(await own.findByRole("button", { name: /撤\s*回/ })).toBeTruthy();
  expect(own.queryByRole("button", { name: /通\s*过/ })).toBeNull();
});

const STOPPED = "账单应于 2026-10-18 还款，已逾期 33 天";
it("a limit for a peer whose credit is stopped says so where it is asked for, in its drawer and at 通过, with cap and used", async () => {
  const now = {
    level_cap: 5_000_000,
    effective_limit: 5_000_000,
    credit_used: 5_450_000,
    credit_available: -450_000,
    credit_blocked: STOPPED,
  };
  stubServer({
    ...common,
    peer_get: { ...detail, pending_changes: [], credit_blocked: STOPPED },
    peer_credit_get: { ...credit, blocked: STOPPED },
    peer_change_get: { ...change, kind: "credit_temp", credit: now },
  });
  at("/peer/view/7?tab=credit");
  draw(<PeerView />, [may.peer]);
  fireEvent.click(await screen.findByRole("button", { name: "申请临时额度" }));
  const form = within(await screen.findByRole("dialog"));
  for (const said of [`授信已停：${STOPPED}`, /蓝海国旅 TY001007：.*等级上限 ¥50,000.00，已用 ¥54,500.00，可用 -¥4,500.00/])
    expect(await form.findByText(said, { exact: false })).toBeTruthy();
  cleanup();
  at("/peer/list?tab=change&change=9");
  draw(<PeerList />, [may.peer, may.peer_terms_review]);
  const drawer = within(await screen.findByRole("dialog"));
  expect(await drawer.findByText(`授信已停：${STOPPED}`)).toBeTruthy();
  fireEvent.click(drawer.getByRole("button", { name: /通\s*过/ }));
  const box = (await screen.findByLabelText("审核意见")).closest<HTMLElement>("form");
  if (!box) throw new Error("a question");
  const question = within(box);
  for (const said of [
    `授信已停：${STOPPED}`,
    "蓝海国旅 TY001007",
    "¥60,000.00",
    /等级授信上限 ¥50,000.00，现行额度 ¥50,000.00，已用 ¥54,500.00/,
  ])
    expect(question.getByText(said)).toBeTruthy();
});

it("the number of a request opens it for everybody, and 查看 is among the acts of its row", async () => {
  stubServer(common);
  at("/peer/list?tab=change");
  draw(<PeerList />, [may.peer]);
  const link = await screen.findByRole("link", { name: change.change_no });
  expect(link.getAttribute("href")).toMatch(/^\/peer\/list\?.*tab=change.*change=9/);
  cleanup();
  draw(<PeerList />, [may.peer, may.peer_terms_review]);
  const row = (await screen.findByRole("link", { name: change.change_no })).closest("tr");
  if (!row) throw new Error("a row");
  expect(within(row).getByRole("button", { name: /通\s*过/ })).toBeTruthy();
  fireEvent.click(within(row).getByRole("button", { name: "更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "查看" }));
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

it("what stops a peer is let past by a reviewer, as often as may be, and not by who placed it", async () => {
  const hold = { block: "order", cause: "hold", cause_id: 3, text: "管控：核实转单", waivers_left: 1 };
  const placed = {
    id: 3,
    kind: "risk",
    blocks: ["order"],
    reason: "核实转单",
    opened_by_name: "叶舟",
    opened_at: "2026-11-20T01:00:00.000Z",
    is_mine: false,
    cause: null,
    cause_id: null,
    until: null,
    turn: null,
    released_by_name: null,
    released_at: null,
    release_reason: "",
    version: 1,
  };
  const stopped = { ...detail, blocks: [hold], holds: [placed] };
  stubServer({ ...common, peer_overview_get: { spans: [] }, peer_get: stopped });
  at("/peer/view/7");
  draw(<PeerView />, [may.peer, may.peer_terms_review]);
  fireEvent.click(await screen.findByRole("button", { name: "放行" }));
  expect(await screen.findByText("管控：核实转单。到时自动恢复限制，还可放行 1 次。")).toBeTruthy();
  cleanup();
  stubServer({ ...common, peer_overview_get: { spans: [] }, peer_get: { ...stopped, holds: [{ ...placed, is_mine: true }] } });
  draw(<PeerView />, [may.peer, may.peer_terms_review]);
  const bar = await screen.findByLabelText("提醒");
  expect(bar.textContent).toContain("停下单：管控：核实转单（叶舟 2026-11-20 09:00:00 设置）");
  const refused = (): unknown =>
    within(bar)
      .getAllByRole<HTMLButtonElement>("button")
      .map((b) => [b.textContent, b.disabled, b.title]);
  expect(refused()).toEqual(["放行", "解除"].map((label) => [label, true, `不能${label}自己设置的管控`]));
  cleanup();
  stubServer({ ...common, peer_overview_get: { spans: [] }, peer_get: stopped });
  draw(<PeerView />, [may.peer]);
  const other = await screen.findByLabelText("提醒");
  expect(within(other).queryAllByRole("button")).toEqual([]);
  cleanup();
  const waiver = { ...placed, id: 4, kind: "waiver", blocks: [], cause: "hold", cause_id: 3, turn: 1 };
  const [over, inForce] = ["2026-11-20T02:00:00.000Z", "2099-11-22T02:00:00.000Z"].map((until, i) => ({ ...waiver, id: 4 + i, until }));
  stubServer({ ...common, peer_overview_get: { spans: [] }, peer_get: { ...detail, blocks: [], holds: [over, inForce] } });
  draw(<PeerView />, [may.peer, may.peer_terms_review]);
  expect((await screen.findByLabelText("提醒")).textContent).toContain("已放行至 2099-11-22 10:00:00");
  expect(await screen.findAllByRole("button", { name: "解除" })).toHaveLength(1);
});

it("while credit is stopped, head and formula say that none of what is left may be used", async () => {
  const text = "账单应于 2026-11-07 还款，已逾期 13 天";
  const blocks = [{ block: "credit", cause: "overdue", cause_id: 20_261_107, text, waivers_left: 2 }];
  stubServer({ ...common, peer_get: { ...detail, blocks }, peer_credit_get: { ...credit, blocked: text } });
  at("/peer/view/7?tab=credit");
  draw(<PeerView />, [may.peer]);
  const rows = within(await screen.findByRole("table", { name: "授信" }));
  expect(rows.getByRole("row", { name: /可用授信/ }).textContent).toContain("已停");
  expect(screen.getAllByText("已停")).toHaveLength(2);
  cleanup();
  stubServer(common);
  draw(<PeerView />, [may.peer]);
  await screen.findByRole("table", { name: "授信" });
  expect(screen.queryByText("已停")).toBeNull();
});
