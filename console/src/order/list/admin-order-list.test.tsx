import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { session, type Account } from "#kit/app/session.ts";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import type { OrderRow } from "./admin-order-columns.tsx";
import AdminOrderList from "./admin-order-list.tsx";

const order = (more: Partial<OrderRow>): OrderRow => ({
  id: 7,
  order_no: "V261120000001",
  peer_id: null,
  peer_name: null,
  level_id: null,
  source: "staff",
  partner_order_no: "CH-88",
  matched: null,
  customer_kind: "direct",
  contact_name: "王*",
  contact_mobile: "138****8000",
  sku_name: "日本单次旅游签证",
  country_id: "JP",
  country_name: "日本",
  district_name: "上海领区",
  travel_date: "2026-12-01",
  order_status: "processing",
  status_at: "2026-11-10T00:00:00Z",
  pay_status: "paid",
  amount_payable: 285600,
  amount_paid: 285600,
  amount_refunded: 0,
  cost: 196000,
  margin: 89600,
  expert_name: "小林",
  cs_owner_name: null,
  applicant_count: 2,
  submitted_count: 1,
  applicants: [
    { id: 11, name_cn: "张*", applicant_status: "in_embassy" },
    { id: 12, name_cn: null, applicant_status: "pre_review" },
  ],
  flags: ["urgent", "diff_pending"],
  due_at: "2026-11-11T00:00:00Z",
  due_estimated: false,
  paid_at: "2026-11-10T01:00:00Z",
  promised_date: "2026-12-05",
  promise_estimated: false,
  created_at: "2026-11-10T00:00:00Z",
  ...more,
});
const rows = [
  order({}),
  order({ id: 8, order_no: "V261120000002", pay_status: "unpaid", order_status: "pending_payment", flags: [], applicants: [] }),
];
const figures = {
  orders: 2,
  persons: 4,
  cancelled: 0,
  amount_payable: 57_120_000,
  amount_paid: 28_560_000,
  amount_refunded: 0,
  cost: 196000,
  margin: 89600,
  is_capped: false,
};

beforeEach(() => {
  window.history.replaceState(null, "", "/order/admin-order-list");
  session.set({ account: { data_scope: "all" } as Account });
});
afterEach(() => {
  session.set({ account: null });
});

function open(codes: number[] = [], answers: Parameters<typeof stubServer>[0] = {}) {
  const stub = stubServer({
    order_query: { list: rows, total: 2, total_capped: false, page: 1, page_size: 20, cursor: null },
    order_total_get: { tabs: { all: { total: 2, total_capped: false }, processing: { total: 1, total_capped: false } }, figures },
    ...answers,
  });
  draw(<AdminOrderList />, [may.order_view, ...codes]);
  return stub;
}
const rowOf = async (no: string): Promise<HTMLElement> => (await screen.findByRole("link", { name: no })).closest("tr") as HTMLElement;

it("a row says number, people with their states, state and stay, money; late results are marked", async () => {
  open();
  const row = await rowOf("V261120000001");
  for (const words of [
    "CH-88",
    "代客下单",
    "直客",
    "日本单次旅游签证",
    "上海领区",
    "张*",
    "未填姓名",
    "2人 · 已送 1/2",
    "办理中",
    "已支付",
    "补差",
    "¥2,856.00",
    "实付 ¥2,856.00",
    "加急",
    "小林",
  ])
    expect(row.textContent).toContain(words);
  expect(within(row).getByText("2026-12-05").className).toContain("vd-error vd-medium");
  expect(within(row).getByRole("link", { name: "V261120000001" }).getAttribute("href")).toBe("/order/admin-order/detail/7");
  expect(within(row).getByRole("link", { name: "张*" }).getAttribute("href")).toBe("/order/admin-applicant-detail/7/11");
});

it("figures and tab counts come from the server under the filter on screen; cost only for those who see it", async () => {
  window.history.replaceState(null, "", "/order/admin-order-list?pay_status=paid");
  const stub = open();
  await screen.findByText("应付");
  expect(document.querySelector(".vd-figures")?.textContent).toMatch(/人数 4.*应付 ¥57\.12万.*实付 ¥28\.56万/);
  expect((await screen.findByRole("tab", { name: /办理中/ })).textContent).toBe("办理中1");
  expect(stub.of("order_total_get")).toEqual([{ scope: "all", pay_status: ["paid"] }]);
  expect(screen.queryByRole("columnheader", { name: "毛利 / 成本" })).toBeNull();
});

it("holders of the cost code get the margin column; figures over too many orders ask for a narrower filter", async () => {
  open([may.cost_view], { order_total_get: { tabs: {}, figures: { ...figures, is_capped: true } } });
  const row = await rowOf("V261120000001");
  expect(row.textContent).toContain("成本 ¥1,960.00");
  await screen.findByText("订单过多，缩小筛选后显示合计");
});

it("acts of a row follow code and payment: 改派 with its code, 补差价 once paid", async () => {
  open([may.order_assign]);
  fireEvent.click(within(await rowOf("V261120000001")).getByRole("button", { name: /更多操作/ }));
  await screen.findByText("补差价");
  expect(screen.getAllByText("改派").length).toBeGreaterThan(0);
  fireEvent.click(within(await rowOf("V261120000002")).getByRole("button", { name: /更多操作/ }));
  await waitFor(() => expect(screen.getAllByText("备注")).toHaveLength(2));
  expect(screen.getAllByText("补差价")).toHaveLength(1);
});

it("改派 offers those who may process orders, for service everybody at work here; another role asks again", async () => {
  const people = [
    { id: 21, nickname: "高桐", account: "jpkr_1", team_name: "日韩", status: 1, on_duty: true },
    { id: 22, nickname: "韩清", account: "schengen_2", team_name: null, status: 0, on_duty: false },
  ];
  const stub = open([may.order_assign], {
    worker_pick: (b) => ({ list: String(b["codes"]) === String(may.order_process) ? people.slice(0, 1) : people }),
  });
  fireEvent.click(within(await rowOf("V261120000001")).getByRole("checkbox"));
  fireEvent.click(within(await screen.findByRole("region", { name: "批量操作" })).getByRole("button", { name: "改派" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.mouseDown(await within(dialog).findByLabelText("接手人"));
  fireEvent.click(await screen.findByTitle("高桐"));
  expect(stub.of("worker_pick")).toEqual([{ codes: [may.order_process] }]);
  fireEvent.click(within(dialog).getByRole("radio", { name: "客服" }));
  await waitFor(() => expect(within(dialog).queryByTitle("高桐")).toBeNull());
  fireEvent.mouseDown(within(dialog).getByLabelText("接手人"));
  await screen.findByTitle("高桐");
  expect(stub.of("worker_pick").at(-1)).toEqual({ codes: [may.order_view, may.order_process] });
  expect(screen.queryByText("韩清（已停用）")).toBeNull();
});

it("a note on a selection is written once per order and counts what failed", async () => {
  // A growing text box measures itself; here is nothing to measure.
  vi.spyOn(CSSStyleDeclaration.prototype, "getPropertyValue").mockReturnValue("0");
  let seen = 0;
  const stub = open([], {
    order_note_add: (b) => {
      seen++;
      return {
        id: seen,
        kind: b["kind"],
        content: b["content"],
        files: [],
        applicant_id: null,
        pinned: false,
        created_by_name: null,
        created_at: "2026-11-20T00:00:00Z",
      };
    },
  });
  for (const no of ["V261120000001", "V261120000002"]) fireEvent.click(within(await rowOf(no)).getByRole("checkbox"));
  fireEvent.click(within(await screen.findByRole("region", { name: "批量操作" })).getByRole("button", { name: "追加备注" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "客户要求周五前寄出" } });
  fireEvent.click(within(dialog).getByRole("button", { name: /追\s?加/ }));
  await waitFor(() =>
    expect(stub.of("order_note_add").map((b) => [b["order_id"], b["content"], b["kind"]])).toEqual([
      [7, "客户要求周五前寄出", "internal"],
      [8, "客户要求周五前寄出", "internal"],
    ]),
  );
});
