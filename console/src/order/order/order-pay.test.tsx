import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import type { AccountQuote } from "./account-pay.tsx";
import { OrderDiffs } from "./order-diffs.tsx";
import { order } from "./order-fixtures.ts";
import { OrderPayDialog } from "./order-pay-dialog.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PAYABLE = 112_800;
const quote = (more: Partial<AccountQuote> = {}): { account: AccountQuote } => ({
  account: {
    peer_id: 5,
    peer_name: "环球行",
    parts: [
      { method: "gift", amount: 8_260 },
      { method: "principal", amount: 60_000 },
      { method: "credit", amount: 44_540 },
    ],
    shortage: 0,
    fault: null,
    principal: 60_000,
    gift: 20_000,
    credit_available: 50_000,
    blocked: null,
    ...more,
  },
});
const paid = { id: 7, order_status: "processing", version: 2 };
function open(answers: Parameters<typeof stubServer>[0], customer_kind: "direct" | "peer" = "peer") {
  const stub = stubServer({ order_pay_register: paid, ...answers });
  const of = order({ version: 1, amount_payable: PAYABLE, customer_kind, order_status: "pending_payment", pay_status: "unpaid" });
  draw(<OrderPayDialog order={of} onDone={() => undefined} onClose={() => undefined} />, [may.order_process, may.order_pay_register]);
  return stub;
}
const register = (): void => void fireEvent.click(screen.getByRole("button", { name: "登记收款" }));
const cells = (name: RegExp): string[] =>
  within(screen.getByRole("row", { name }))
    .getAllByRole("cell")
    .map((c) => c.textContent ?? "");

it("a peer's order is paid by its accounts as they were quoted; nothing else is asked for", async () => {
  const stub = open({ order_pay_quote: quote() });
  await screen.findByText("已平");
  expect([cells(/赠送金/), cells(/余额本金/), cells(/授信/)]).toEqual([
    ["¥200.00", "¥82.60"],
    ["¥600.00", "¥600.00"],
    ["¥500.00", "¥445.40"],
  ]);
  expect(screen.queryByLabelText("交易号")).toBeNull();
  register();
  await waitFor(() => expect(stub.of("order_pay_register")).toHaveLength(1));
  expect(stub.of("order_pay_register")[0]).toMatchObject({ id: 7, version: 1, parts: [], account_parts: quote().account.parts });
});

it("what the accounts lack stands ready to be registered; unticked they pay nothing", async () => {
  const lacking = quote({
    parts: [{ method: "principal", amount: 60_000 }],
    gift: 0,
    credit_available: 0,
    shortage: 52_800,
    fault: "余额不足，还差 ¥528.00",
  });
  const covered = quote({ parts: [{ method: "principal", amount: 60_000 }], gift: 0, credit_available: 0 });
  const stub = open({ order_pay_quote: (input: unknown) => ((input as { elsewhere: number }).elsewhere === 0 ? lacking : covered) });
  expect(await screen.findByDisplayValue("528.00")).toBeTruthy();
  await screen.findByText("已平");
  expect(stub.of("order_pay_quote")).toContainEqual({ id: 7, elsewhere: 52_800 });
  fireEvent.click(screen.getByRole("checkbox", { name: "从「环球行」的账户支付" }));
  await screen.findByText("还差 ¥600.00");
  expect(cells(/余额本金/)).toEqual(["¥600.00", "—"]);
});

it("of a direct customer nothing is asked about accounts", async () => {
  const stub = open({}, "direct");
  expect(await screen.findByDisplayValue("1128.00")).toBeTruthy();
  expect([stub.of("order_pay_quote"), screen.queryByRole("checkbox")]).toEqual([[], null]);
});

const DIFF = {
  id: 1,
  diff_no: "BC261118001",
  applicant_id: null,
  fee_kind: "other",
  amount: 12_300,
  reason: "补收翻译费",
  payer: "peer",
  is_blocking: true,
  due_at: null,
  diff_status: "pending",
  paid_at: null,
  created_by_name: "林晓雯",
  created_by: 3,
  version: 1,
  created_at: "2026-11-18T02:00:00Z",
};
it("a difference of a peer's order is taken out of its accounts after a question, of a direct customer's it is not offered", async () => {
  const stub = stubServer({ order_diff_query: { list: [DIFF] }, order_diff_deduct: { ok: true } });
  const codes = [may.order_view, may.order_process, may.order_pay_register];
  draw(
    <>
      <OrderDiffs o={order({ customer_kind: "peer" })} />
      <FeedbackHost />
    </>,
    codes,
  );
  fireEvent.click(await screen.findByRole("button", { name: /更多/ }));
  fireEvent.click(await screen.findByText("从账户扣款"));
  expect(await screen.findByText("从同行账户扣款 ¥123.00？")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "扣款" }));
  await waitFor(() => expect(stub.of("order_diff_deduct")).toMatchObject([{ id: 1, version: 1 }]));
  cleanup();
  draw(<OrderDiffs o={order()} />, codes);
  fireEvent.click(await screen.findByRole("button", { name: /更多/ }));
  await screen.findByText("撤销");
  expect(screen.queryByText("从账户扣款")).toBeNull();
});

it("why credit gives nothing stands beside the amount that is paid elsewhere in its place, and nothing opens on an unread quote", async () => {
  const blocked = "账单已逾期 9 天";
  const stub = stubServer({
    order_pay_register: paid,
    order_pay_quote: ({ elsewhere }: Record<string, unknown>) =>
      quote({
        parts: [],
        shortage: PAYABLE - Number(elsewhere),
        fault: elsewhere === 0 ? `${blocked}，暂停授信下单，余额还差 ¥1,128.00` : null,
        blocked,
      }),
  });
  const of = order({ version: 1, amount_payable: PAYABLE, customer_kind: "peer", order_status: "pending_payment", pay_status: "unpaid" });
  draw(<OrderPayDialog order={of} onDone={() => undefined} onClose={() => undefined} />, [may.order_process, may.order_pay_register]);
  await screen.findByText("已平");
  await waitFor(() => expect(stub.of("order_pay_quote").map((b) => b.elsewhere)).toContain(PAYABLE));
  expect(await screen.findByText(`${blocked}，暂停授信下单`)).toBeTruthy();
  cleanup();
  stubServer({ order_pay_quote: new Refused(500, {}) });
  draw(<OrderPayDialog order={of} onDone={() => undefined} onClose={() => undefined} />, [may.order_process, may.order_pay_register]);
  expect(await screen.findByRole("button", { name: "重试" })).toBeTruthy();
  expect(screen.queryByLabelText("交易号")).toBeNull();
});
