import { cleanup, screen, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import ExportPage from "./export-page.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});
const row = {
  id: 7,
  order_no: "V261120000007",
  peer_name: "环球行",
  basis_on: "2026-11-12",
  revenue: 41_300,
  cost: 30_500,
  margin: 10_800,
};
const answer = {
  report: "income",
  from: "2026-11-01",
  to: "2026-11-20",
  basis_text: "支付日",
  list: [{ ...row, margin_share: 0.26, other_income: 0, expense: 0 }],
  total: 61,
  sums: { revenue: 999_900, cost: 500_000, margin: 499_900, other_income: 0, expense: 0 },
  is_partial: true,
};

it("a report is asked for by its address and shows its sums, its first rows and how many more the file holds", async () => {
  window.history.replaceState(null, "", "/finance/export/list?tab=report&report=income&basis=paid&day=2026-11-01~2026-11-20");
  const stub = stubServer({ report_get: answer });
  draw(<ExportPage />, [may.export]);
  const table = await screen.findByRole("table", { name: "收入成本毛利表" });
  expect(within(table).getByText("V261120000007")).toBeTruthy();
  expect(within(table).getByText("26.0%")).toBeTruthy();
  expect(screen.getByText("¥9,999.00")).toBeTruthy();
  expect(screen.getByText(/显示前 50 行，共 61 行/)).toBeTruthy();
  expect(screen.getByText("仅本人数据范围")).toBeTruthy();
  expect(stub.of("report_get")).toEqual([{ report: "income", basis: "paid", day: { from: "2026-11-01", to: "2026-11-20" } }]);
});
