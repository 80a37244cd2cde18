/** What is read first of a supplier's settlements: whose they are, what is owed, where it is paid, and which orders they are for. */
import { cleanup, screen, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { clearPreferences } from "#kit/app/preference.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { OrderNo } from "./line-cells.tsx";
import { settlementColumns } from "./settlement-columns.tsx";
import SupplierSettleCycleList from "./supplier-settle-cycle-list.tsx";

afterEach(() => {
  cleanup();
  clearPreferences();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});
const party = {
  id: 7,
  name: "沪东签证",
  kind: "supplier",
  settle_cycle: "month",
  credit_days: 30,
  unbilled_count: 2,
  unbilled: 5_900,
  drafts: 1,
  sent: 0,
  disputed: 0,
  to_pay: 1,
  overdue: 30_000,
  payable: 107_900,
  prepaid: 0,
  last_end: "2026-10-31",
  payee: { account_name: "沪东签证有限公司", bank_name: "招商银行", account_no: "****0123" },
};

it("the cycles of a supplier stand under its name, what the books say is owed to it, and where it is paid", async () => {
  stubServer({
    supplier_settle_party_get: party,
    supplier_settle_cycle_query: { list: [], total: 0, total_capped: false, page: 1, page_size: 20, cursor: null },
  });
  window.history.replaceState(null, "", "/finance/supplier-settle/cycle/list/7");
  draw(<SupplierSettleCycleList />, [may.supplier_settle]);
  const head = within((await screen.findByText("应付余额")).closest("dl") ?? document.body);
  for (const said of ["沪东签证", "¥1,079.00", "¥300.00", "招商银行 ****0123"]) expect(head.getByText(said)).toBeTruthy();
});

it("state, due day and amount of a settlement stand before what they are made of", () => {
  expect(settlementColumns.slice(0, 5).map((c) => (typeof c === "string" ? c : c.name))).toEqual([
    "settle_no",
    "cycle_end",
    "settlement_status",
    "due_on",
    "final",
  ]);
});

it("the order of a line is a link for who may open orders, and its number for all others", () => {
  const line = { order_id: 3, order_no: "QZ261120000003" };
  stubServer({});
  draw(<OrderNo line={line} />, [may.order_view]);
  expect(screen.getByRole("link", { name: line.order_no }).getAttribute("href")).toContain("/3");
  cleanup();
  draw(<OrderNo line={line} />, [may.supplier_settle]);
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText(line.order_no)).toBeTruthy();
});
