import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { clearPreferences } from "#kit/app/preference.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { WithdrawalForm } from "./withdrawal-form.tsx";
import { WithdrawalList } from "./withdrawal-list.tsx";

afterEach(() => {
  cleanup();
  clearPreferences();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});
const AT = "2026-11-20T02:00:00.000Z";
const asked = {
  id: 7,
  withdrawal_no: "TX261120000007",
  peer_id: 5,
  peer_no: "TH00005",
  peer_name: "环球行",
  amount: 40_000,
  fee: 500,
  net: 39_500,
  gift_back: 0,
  payee_name: "广州环球行旅行社有限公司",
  payee_account: "**** **** **** 1003",
  payee_bank: "招商银行广州分行",
  reason: "季度结算后退回余额",
  files: ["private/withdrawal/letter.pdf"],
  withdrawable: 100_000,
  withdrawal_status: "pending",
  payout_status: null,
  payout_no: null,
  needs_second: false,
  is_mine: false,
  is_decided_by_me: false,
  created_by: 3,
  created_by_name: "何芳",
  created_at: AT,
  approved_by_name: null,
  approved_at: null,
  rechecked_by_name: null,
  rechecked_at: null,
  decided_by_name: null,
  decided_note: "",
  due_at: null,
  is_overdue: false,
  version: 2,
  updated_at: AT,
};
const page = (list: readonly unknown[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });

it("the payee of a withdrawal is the company that asks for it", async () => {
  stubServer({
    withdrawal_quote: {
      company_name: asked.payee_name,
      principal: 100_000,
      credit_used: 0,
      gift: 0,
      withdrawable: 100_000,
      fee: 0,
      net: 100_000,
      gift_back: 0,
      fault: null,
    },
    peer_query: page([{ id: 5, short_name: "环球行" }]),
  });
  draw(<WithdrawalForm given={{ peer_id: 5 }} onClose={() => undefined} />, [may.withdraw]);
  const payee = await screen.findByLabelText<HTMLInputElement>("收款户名");
  await waitFor(() => expect(payee.value).toBe(asked.payee_name));
});

it("a withdrawal is passed before its payee, its reason and its letter; its number opens it", async () => {
  window.history.replaceState(null, "", "/finance/withdraw/list?tab=review");
  const stub = stubServer({
    withdrawal_query: page([asked]),
    withdrawal_counts: { counts: [] },
    withdrawal_approve: { ...asked, withdrawal_status: "approved" },
  });
  draw(<WithdrawalList />, [may.withdraw]);
  const no = await screen.findByRole("link", { name: asked.withdrawal_no });
  expect(no.getAttribute("href")).toMatch(/\/finance\/withdraw\/list\?tab=review&withdrawal=7$/);
  fireEvent.click(screen.getByRole("button", { name: "更多操作" }));
  expect(screen.getAllByRole("menuitem").map((e) => e.textContent)).toEqual(["查看", "驳回"]);
  fireEvent.click(screen.getByRole("button", { name: "通过" }));
  const dialog = within(await screen.findByRole("dialog"));
  for (const said of [asked.payee_name, asked.payee_account, asked.payee_bank, "¥400.00", "¥395.00", asked.reason])
    expect(await dialog.findByText(said)).toBeTruthy();
  expect(dialog.getByRole("button", { name: "打开文件1" })).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "通过" }));
  await waitFor(() => expect(stub.of("withdrawal_approve")).toMatchObject([{ id: 7, version: 2 }]));
});
