import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { clearPreferences } from "#kit/app/preference.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import BalancePage from "./balance-page.tsx";

afterEach(() => {
  cleanup();
  clearPreferences();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});
const AT = "2026-11-20T02:00:00.000Z";
const page = (list: readonly unknown[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });
function open(search: string, answers: Parameters<typeof stubServer>[0]) {
  window.history.replaceState(null, "", `/finance/balance/list${search}`);
  const stub = stubServer(answers);
  draw(<BalancePage />, [may.balance]);
  return stub;
}
const line = {
  id: 9,
  journal_id: 4,
  no: "PZ261120000004",
  at: AT,
  booked_on: "2026-11-20",
  peer_id: 5,
  peer_no: "TH00005",
  peer_name: "环球行",
  account: "peer_credit",
  change: "授信扣款",
  income: null,
  outcome: 44_540,
  balance_after: -44_540,
  source_noun: "order",
  source_id: 3,
  related_no: "QZ261120000003",
  order_id: 3,
  created_by_name: "吴静怡",
  note: "",
};
const voucher = {
  id: 4,
  no: "PZ261120000004",
  kind: "order_paid",
  booked_on: "2026-11-20",
  event_at: AT,
  amount: 44_540,
  accounts_text: "同行授信应收、预收订单款",
  source_noun: "order",
  source_id: 3,
  source_text: "订单 QZ261120000003",
  reversal_of: null,
  reversal_of_no: null,
  reversed_by: null,
  reversed_by_no: null,
  reason: null,
  created_by_name: "吴静怡",
  created_at: AT,
};
const trial = {
  month: "2026-11",
  period_status: "open",
  months: ["2026-11", "2026-10"],
  list: [
    { account: "cash", gl_code: "1002", owner_id: 4, kind: "", detail: "基本户", opening: 100, debit: 500, credit: 0, closing: 600 },
    {
      account: "peer_principal",
      gl_code: "2203.01",
      owner_id: 0,
      kind: "",
      detail: "",
      opening: -100,
      debit: 0,
      credit: 500,
      closing: -600,
    },
  ],
  sums: { opening: 0, debit: 500, credit: 500, closing: 0 },
};

it("a movement stands with what it left; its voucher opens over the list with all its lines", async () => {
  const stub = open("", {
    balance_query: page([line]),
    journal_get: {
      ...voucher,
      lines: [
        {
          id: 1,
          account: "peer_credit",
          gl_code: "1122",
          detail: "环球行",
          debit: 44_540,
          credit: null,
          order_id: 3,
          order_no: "QZ261120000003",
          fee_kind: null,
          balance_after: 44_540,
          note: "",
        },
      ],
    },
  });
  const row = within(await screen.findByRole("row", { name: /环球行/ }));
  expect(["授信", "授信扣款", "¥445.40", "-¥445.40"].map((t) => row.getByText(t).textContent)).toHaveLength(4);
  expect(stub.of("balance_sum_get")).toEqual([]);
  fireEvent.click(row.getByRole("button", { name: "查看凭证" }));
  const drawer = within(await screen.findByRole("dialog"));
  expect(await drawer.findByText("1122 同行授信应收")).toBeTruthy();
  expect(stub.of("journal_get")).toEqual([{ id: 4 }]);
});

it("figures of its head are asked of one account of one peer alone", async () => {
  const stub = open("?peer_id=5&account=peer_credit", {
    balance_query: page([line]),
    balance_sum_get: { opening: 0, income: 0, outcome: 44_540, closing: -44_540 },
    peer_pick: { list: [] },
  });
  expect((await screen.findByText("期末", { exact: false })).textContent).toBe("期末 -¥445.40");
  expect(stub.of("balance_sum_get")[0]).toMatchObject({ peer_id: [5], account: ["peer_credit"] });
});

it("balances of accounts: the foot says whether they balance; another month is asked for", async () => {
  const stub = open("?tab=trial&month=2026-11", { trial_balance_get: trial });
  expect(await screen.findByText("平衡")).toBeTruthy();
  expect(screen.getByRole("row", { name: /1002 银行存款 基本户 借 ¥1.00 ¥5.00 ¥0.00 借 ¥6.00/ })).toBeTruthy();
  expect(screen.getByRole("row", { name: /2203.01 同行本金 .*贷 ¥1.00 ¥0.00 ¥5.00 贷 ¥6.00/ })).toBeTruthy();
  expect(stub.of("trial_balance_get")).toEqual([{ month: "2026-11" }]);
  cleanup();
  open("?tab=trial", { trial_balance_get: { ...trial, sums: { ...trial.sums, closing: 1 } } });
  expect(await screen.findByText("不平衡")).toBeTruthy();
});

it("a number that is typed leads to its chain and what is open of it; one that leads nowhere says so", async () => {
  const node = {
    key: "posting:4",
    stage: "in",
    title: "订单支付",
    no: "QZ261120000003",
    noun: "order",
    noun_id: 3,
    amount: 44_540,
    on: "2026-11-20",
    by_name: "吴静怡",
    note: "同行授信应收 → 预收订单款",
    journal_id: 4,
    journal_no: "PZ261120000004",
    is_reversed: false,
  };
  const stub = open("", {
    balance_query: page([]),
    money_trace_get: (asked: { no: string }) => {
      if (asked.no !== "QZ261120000003") return new Refused(200, { ret: 404, msg: "未找到相关资金记录" });
      return {
        subject: asked.no,
        nodes: [node],
        open: [{ label: "预收订单款", order_id: 3, no: asked.no, amount: 44_540 }],
        is_cut: false,
      };
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "资金追踪" }));
  const drawer = within(await screen.findByRole("dialog"));
  const ask = (no: string): void => {
    fireEvent.change(drawer.getByLabelText("单号"), { target: { value: no } });
    fireEvent.click(drawer.getByRole("button", { name: /追\s*踪/ }));
  };
  ask(" QZ261120000003 ");
  expect((await drawer.findByRole("row", { name: /订单支付/ })).textContent).toContain("¥445.40");
  expect(drawer.getByRole("row", { name: /预收订单款 QZ/ }).querySelector(".vd-error")?.textContent).toBe("¥445.40");
  ask("NOWHERE");
  expect(await drawer.findByText("未找到相关资金记录")).toBeTruthy();
  await waitFor(() => expect(stub.of("money_trace_get")).toEqual([{ no: "QZ261120000003" }, { no: "NOWHERE" }]));
});
