import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { applicant, material } from "../applicant/applicant-fixtures.ts";
import { order } from "./order-fixtures.ts";
import { OrderPage } from "./order-page.tsx";
import type { Order } from "./order-overview.tsx";

beforeEach(() => window.history.replaceState(null, "", "/order/detail/7"));
afterEach(() => vi.unstubAllGlobals());

const DIFF = {
  id: 1,
  diff_no: "BC261118001",
  applicant_id: 71,
  fee_kind: "reappointment",
  amount: 12300,
  reason: "改期重新预约",
  payer: "customer",
  is_blocking: true,
  due_at: null,
  diff_status: "pending",
  paid_at: null,
  created_by_name: "林晓雯",
  created_by: 3,
  version: 1,
  created_at: "2026-11-18T02:00:00Z",
};

function open(record: Partial<Order>, codes: readonly number[], admin = false, answers: Parameters<typeof stubServer>[0] = {}) {
  const stub = stubServer({
    order_get: order(record),
    order_diff_query: { list: [DIFF] },
    presence_ping: { others: [] },
    order_log_query: { list: [], has_more: false },
    ...answers,
  });
  draw(<OrderPage orderId={7} admin={admin} />, codes);
  return stub;
}
const tab = (name: string): void => void fireEvent.click(screen.getByRole("tab", { name }));

it("the head says state, money, what is still asked for, and who answers", async () => {
  open({}, [may.order_process]);
  const head = (await screen.findByRole("heading", { name: /日本单次旅游签证/ })).closest("header") as HTMLElement;
  expect(within(head).getByText("办理中")).toBeTruthy();
  expect(within(head).getAllByText("¥2,856.00").length).toBe(2);
  await waitFor(() => expect(within(head).getByText("¥123.00")).toBeTruthy());
  expect(within(head).getByText("加急")).toBeTruthy();
  expect(screen.getByRole("list", { name: "进度" }).querySelector("[aria-current]")?.textContent).toContain("办理");
});

it("processing and management show their own moves", async () => {
  open({ order_status: "shipped" }, [may.order_process, may.order_view, may.operation_log]);
  expect(await screen.findByRole("button", { name: "确认收到" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "日志" })).toBeTruthy();
});

it("management restores but does not process", async () => {
  open({ order_status: "cancelled", pay_status: "unpaid" }, [may.order_view, may.order_expired], true);
  expect(await screen.findByRole("button", { name: "恢复订单" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "去处理" })).toBeNull();
});

it("a payment is registered with its parts", async () => {
  open({ order_status: "pending_payment", pay_status: "unpaid", amount_paid: 0, paid_at: null }, [
    may.order_process,
    may.order_pay_register,
  ]);
  fireEvent.click(await screen.findByRole("button", { name: "登记收款" }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByDisplayValue("2856.00")).toBeTruthy();
  expect(within(dialog).getByText("已平")).toBeTruthy();
});

it("people lead to their pages in the same role, with the next step as the link", async () => {
  open({}, [may.order_process]);
  await screen.findByRole("tab", { name: "概览" });
  tab("申请人");
  const next = await screen.findByRole("link", { name: "预审通过" });
  expect(next.getAttribute("href")).toBe("/order/applicant-detail/7/71");
});

it("fees show what the mission already has, sums at both edges", async () => {
  open({}, [may.order_process]);
  await screen.findByRole("tab", { name: "概览" });
  tab("费用与支付");
  const foot = (await screen.findByText("合计")).closest("tr") as HTMLElement;
  expect(
    within(foot)
      .getAllByRole("cell")
      .map((c) => c.textContent),
  ).toEqual(["980.00", "1,440.00", "240.00", "196.00", "2,856.00", "0.00"]);
  expect(screen.getAllByText("官方已收").length).toBe(1);
});

it("what stands under an amount is parted from it for whoever copies or listens", async () => {
  open({}, [may.order_process]);
  await screen.findByRole("tab", { name: "概览" });
  tab("费用与支付");
  const cell = (await screen.findByText("官方已收")).closest("td");
  expect(cell?.textContent).toMatch(/\d\.\d\d 官方已收$/);
});

it.each<[number[]]>([[[may.order_process]], [[may.order_view]], [[may.order_view, may.operation_log]]])(
  "日志 is the timeline, whoever has the order open: %s",
  async (codes) => {
    const stub = open({}, codes, codes.includes(may.order_view));
    fireEvent.click(await screen.findByRole("button", { name: "日志" }));
    await waitFor(() => expect(stub.of("order_log_query")).toEqual([{ order_id: 7 }]));
    expect(screen.getByText(/能看订单的人都能看/)).toBeTruthy();
  },
);

it("快递与原件 shows nobody's parcels until those of the chosen person are read", async () => {
  let answerSecond = (): void => {};
  const ofPerson = (id: number) => applicant({ id, materials: [{ ...material(id, `护照${id}`), kind: 2 }] });
  open({}, [may.order_process], false, {
    applicant_get: ({ id }) => (id === 71 ? ofPerson(71) : new Promise((done) => (answerSecond = () => done(ofPerson(72))))),
    custody_query: { list: [] },
  });
  await screen.findByRole("tab", { name: "快递与原件" });
  tab("快递与原件");
  expect((await screen.findAllByText(/护照71/)).length).toBeGreaterThan(0);
  fireEvent.click(screen.getByText(/^2\. /));
  await waitFor(() => expect(screen.queryByText(/护照71/)).toBeNull());
  answerSecond();
  expect((await screen.findAllByText(/护照72/)).length).toBeGreaterThan(0);
});

it("the timeline is asked for the chosen kinds", async () => {
  const stub = open({}, [may.order_process]);
  await screen.findByRole("tab", { name: "概览" });
  tab("动态");
  await waitFor(() => expect(stub.of("order_log_query")).toEqual([{ order_id: 7 }]));
  fireEvent.mouseDown(screen.getByLabelText("动态类型"));
  fireEvent.click(await screen.findByTitle("资金"));
  await waitFor(() => expect(stub.of("order_log_query").at(-1)).toEqual({ order_id: 7, kind: ["money"] }));
});
