import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearFeedback } from "#kit/app/feedback.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { session, type Account } from "#kit/app/session.ts";
import "#shared/pickers.ts";
import "../../screens.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import type { ApplicantRow } from "../applicant/applicant-columns.tsx";
import OrderList from "./order-list.tsx";
import { batch } from "../order/order-fixtures.ts";

vi.mock("../batch/batch-drawer.tsx", () => ({ default: (p: { batchId: number | null }) => <p>批次抽屉 {p.batchId}</p> }));

const NOW = Date.now();
const at = (hours: number): string => new Date(NOW + hours * 3_600_000).toISOString();
const person = (more: Partial<ApplicantRow>): ApplicantRow => ({
  id: 11,
  order_id: 7,
  order_no: "V261120000001",
  peer_id: null,
  peer_name: null,
  level_id: null,
  applicant_no: "V261120000001-01",
  name_cn: "张*",
  identity: "employed",
  sku_name: "日本单次旅游签证（上海领区）",
  country_id: "JP",
  country_name: "日本",
  flag_emoji: "🇯🇵",
  district_name: "上海领区",
  applicant_status: "pre_review",
  status_at: at(-50),
  status_due_at: at(-2),
  due_estimated: false,
  waiting_party: "us",
  held_at: null,
  hold_reason: null,
  is_urgent: true,
  is_protected: true,
  admin_check_due: null,
  supplement_round: 0,
  travel_date: "2026-12-20",
  visit_at: null,
  materials_must: 7,
  materials_passed: 5,
  expert_name: "小林",
  supplier_name: null,
  submit_date: null,
  matched: null,
  handed_back_at: null,
  next_move: "review_pass",
  created_at: at(-60),
  version: 3,
  ...more,
});
const rows = [
  person({}),
  person({
    id: 12,
    applicant_no: "V261120000001-02",
    name_cn: "李*",
    applicant_status: "awaiting_originals",
    status_due_at: at(30),
    waiting_party: "courier",
    is_urgent: false,
    is_protected: false,
    next_move: "originals_pass",
  }),
  person({
    id: 13,
    applicant_no: "V261120000001-03",
    name_cn: null,
    identity: null,
    applicant_status: "awaiting_submission",
    held_at: at(-1),
    hold_reason: "等客户补签字",
    materials_must: 0,
    next_move: null,
  }),
];
const tabs = {
  all: { total: 3, total_capped: false },
  pre_review: { total: 1000, total_capped: true },
  submission: { total: 1, total_capped: false },
};

beforeEach(() => {
  window.history.replaceState(null, "", "/order/list");
  session.set({ account: { data_scope: "all" } as Account });
});
afterEach(() => {
  act(clearFeedback);
  session.set({ account: null });
});

function open(answers: Parameters<typeof stubServer>[0] = {}) {
  const stub = stubServer({
    applicant_query: { list: rows, total: 3, total_capped: false, page: 1, page_size: 20, cursor: null },
    applicant_stat_get: { tabs },
    ...answers,
  });
  draw(<OrderList />, [may.order_process, may.order_entry]);
  return stub;
}
const rowOf = async (name: string): Promise<HTMLElement> => (await screen.findByText(name)).closest("tr") as HTMLElement;

it("opens on 我的, asks counts by the same filter without the tab, and shows a capped count as 1000+", async () => {
  const stub = open();
  await rowOf("张*");
  expect(stub.of("applicant_query")[0]).toEqual({ page: 1, page_size: 20, scope: "mine" });
  expect(stub.of("applicant_stat_get")).toEqual([{ scope: "mine" }]);
  expect((await screen.findByRole("tab", { name: /待预审/ })).textContent).toBe("待预审1000+");
  expect(screen.queryByLabelText("生效的筛选")).toBeNull();
  fireEvent.click(screen.getByRole("tab", { name: /待送签/ }));
  await waitFor(() => expect(stub.of("applicant_query").at(-1)).toEqual({ page: 1, page_size: 20, scope: "mine", tab: "submission" }));
  expect(stub.of("applicant_stat_get")).toHaveLength(1);
});

it("a row says who, which state for how long, until when, whose turn, how many papers; a held one why", async () => {
  open();
  const first = await rowOf("张*");
  for (const words of [
    "在职人员",
    "加急",
    "超期",
    "拒签无忧",
    "V261120000001",
    "上海领区",
    "等待预审",
    "停留2天",
    "已超期2小时",
    "我方",
    "5/7",
    "小林",
  ])
    expect(first.textContent).toContain(words);
  const held = await rowOf("未填姓名");
  expect(held.textContent).toContain("已挂起：等客户补签字");
  expect(held.textContent).toContain("身份未填");
  expect(held.textContent).not.toContain("超期");
});

it("the next step is the row's button: simple ones at once, those with papers open the person's page", async () => {
  const stub = open({ applicant_review_pass: { id: 11, applicant_status: "awaiting_submission", version: 4, order_status: "processing" } });
  fireEvent.click(within(await rowOf("张*")).getByRole("button", { name: "预审通过" }));
  await waitFor(() => expect(stub.of("applicant_review_pass")).toEqual([{ id: 11, version: 3 }]));
  expect(
    within(await rowOf("李*"))
      .getByRole("link", { name: "核对原件" })
      .getAttribute("href"),
  ).toBe("/order/applicant-detail/7/12");
  const held = await rowOf("未填姓名");
  expect(within(held).getByRole("link", { name: "查看" }).getAttribute("href")).toBe("/order/applicant-detail/7/13");
  fireEvent.click(within(held).getByRole("button", { name: "更多操作" }));
  await screen.findByText("恢复办理");
});

const pick = async (names: string[]): Promise<HTMLElement> => {
  for (const name of names) fireEvent.click(within(await rowOf(name)).getByRole("checkbox"));
  return screen.findByRole("region", { name: "批量操作" });
};

it("登记送签 of a selection answers row by row: the batch and the refused people by sentence", async () => {
  const stub = open({
    applicant_move_batch: {
      list: [
        { id: 11, ok: true, msg: "" },
        { id: 12, ok: false, msg: "V261120000001-02：还缺：护照×1" },
      ],
      batch_no: "SQ261120000001",
    },
  });
  render(<FeedbackHost />);
  fireEvent.click(within(await pick(["李*", "未填姓名"])).getByRole("button", { name: "登记送签" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "登记送签" }));
  await screen.findByText("V261120000001-02：还缺：护照×1");
  expect(screen.getByText(/1 人已完成，批次 SQ261120000001，1 人未完成/)).toBeTruthy();
  expect(stub.of("applicant_move_batch")[0]).toMatchObject({
    move: "submit",
    ids: [12, 13],
    submit_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    idempotency_key: expect.any(String),
  });
});

it("建送签批次 opens the new batch; a refused one keeps the selection", async () => {
  let wrong = true;
  open({
    submission_batch_add: () => (wrong ? new Refused(200, { ret: 14, msg: "V261120000001-02 该申请人领区与批次不符" }) : batch),
  });
  const bar = await pick(["李*", "未填姓名"]);
  fireEvent.click(within(bar).getByRole("button", { name: "建送签批次" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "建批次" }));
  await within(dialog).findByText(/领区与批次不符/);
  expect(screen.getByRole("region", { name: "批量操作" }).textContent).toContain("已选 2 条");
  wrong = false;
  fireEvent.click(within(dialog).getByRole("button", { name: "建批次" }));
  await screen.findByText("批次抽屉 9");
  expect(window.location.search).toContain("panel=batch-9");
});

it("somebody whose data scope is his own sees no switch and sends no scope", async () => {
  session.set({ account: { data_scope: "own" } as Account });
  const stub = open();
  await rowOf("张*");
  expect(screen.queryByLabelText("数据范围")).toBeNull();
  expect(stub.of("applicant_query")[0]).toEqual({ page: 1, page_size: 20 });
});

it("an empty 我的 goes on to the wider scopes by itself and says so", async () => {
  const page = (list: readonly unknown[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });
  const stub = open({ applicant_query: (b: Record<string, unknown>) => page(b["scope"] === "all" ? rows : []) });
  await rowOf("张*");
  expect(screen.getByText("“我的”“本组”范围内没有记录，已显示全部")).toBeTruthy();
  expect(stub.of("applicant_query").map((b) => b["scope"])).toEqual(["mine", "team", "all"]);
});

it("登记送签 of people who are all elsewhere is grey and says why", async () => {
  open();
  const bar = await pick(["张*", "李*"]);
  const button = within(bar).getByRole<HTMLButtonElement>("button", { name: "登记送签" });
  expect([button.disabled, button.title]).toEqual([true, "所选申请人都不在待送签"]);
  expect(within(bar).getByRole<HTMLButtonElement>("button", { name: "预审通过" }).disabled).toBe(false);
});

it("换供应商 of a selection: each with his best alternative or why he keeps his supplier; the row's menu has it where it can succeed", async () => {
  const best = {
    supplier_product_id: 22,
    supplier_id: 8,
    supplier_name: "京华签证",
    priority: 2,
    currency: "CNY",
    lead_min: 5,
    lead_max: 7,
    quota: null,
    used: 2,
    is_usable: true,
    reason: null,
    next_free: null,
  };
  const of = (applicant_id: number, more: object): object => ({
    applicant_id,
    applicant_no: `V261120000001-0${applicant_id - 10}`,
    name_cn: null,
    order_id: 7,
    applicant_status: "awaiting_submission",
    planned_date: "2026-11-27",
    stays: null,
    best,
    lead_delta: 1,
    ...more,
  });
  const why = "已在送签批次中，请先移出批次";
  const stub = open({
    supplier_pause_preview: { rows: [of(13, {}), of(12, { stays: why, best: null, lead_delta: null })] },
    supplier_reroute: { results: [{ id: 13, ok: true, msg: "" }], done: 1 },
  });
  fireEvent.click(within(await rowOf("李*")).getByRole("checkbox"));
  fireEvent.click(within(await screen.findByRole("region", { name: "批量操作" })).getByRole("button", { name: "换供应商" }));
  await screen.findByRole("dialog");
  expect(await screen.findByText(why, {}, { timeout: 20_000 })).toBeTruthy();
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.queryByText("没有可用的供应商")).toBeNull();
  fireEvent.change(dialog.getByLabelText(/原因/), { target: { value: "名额不足" } });
  fireEvent.click(dialog.getByRole("button", { name: "换供应商" }));
  await waitFor(() => expect(stub.of("supplier_reroute")).toHaveLength(1));
  expect(stub.of("supplier_pause_preview")[0]).toEqual({ applicant_ids: [12] });
  expect(stub.of("supplier_reroute")[0]).toMatchObject({ rows: [{ applicant_id: 13, supplier_product_id: 22 }], reason: "名额不足" });
  fireEvent.click(within(await rowOf("张*")).getByRole("button", { name: /更多/ }));
  await screen.findByText("打开订单");
  expect(screen.queryByRole("menuitem", { name: "换供应商" })).toBeNull();
  fireEvent.click(within(await rowOf("李*")).getByRole("button", { name: /更多/ }));
  expect(await screen.findByRole("menuitem", { name: "换供应商" })).toBeTruthy();
});

it("a picked supplier is a name on its chip, where no picker of suppliers stands on the screen", async () => {
  window.history.replaceState(null, "", "/order/list?supplier_id=7");
  const picked = {
    id: 7,
    supplier_no: "GY0007",
    short_name: "沪上签证",
    name: "上海沪上",
    kind: "submit_agency",
    supplier_status: "active",
  };
  const stub = open({ supplier_pick: { list: [picked] } });
  await waitFor(() => expect(screen.getByLabelText("生效的筛选").textContent).toContain("供应商沪上签证"));
  expect(stub.of("supplier_pick")).toEqual([{ ids: [7] }]);
});
