import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { SPEND_NODES } from "@visadesk/contract/order/spend/spend.words.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import SpendPage from "./spend-page.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});
const NO_PARTY = { us: 0, customer: 0, embassy: 0, supplier: 0, courier: 0 };
const NONE = { done: 0, open: 0, late: 0, limited: 0, kept: 0, promised: 0, ...NO_PARTY };
const nothing = { ...NONE, mean: null, median: null, p90: null, longest: null };
const SOME = { done: 12, open: 3, late: 3, limited: 12, kept: 9, promised: 10, ...NO_PARTY, us: 600, customer: 300, embassy: 100 };
const some = { ...SOME, mean: 960, median: 480, p90: 1_920, longest: 120 };
const answer = {
  from: "2026-10-22",
  to: "2026-11-20",
  total: 10,
  list: keysOf(SPEND_NODES).map((key) => ({
    ...(key === "t3" || key === "t7" || key === "total" ? some : nothing),
    key,
    name: SPEND_NODES[key].label,
  })),
};
const hrefOf = (name: string, row: HTMLElement): string => within(row).getByRole("link", { name }).getAttribute("href") ?? "";

it("each number of a stage leads to its spans, with the period and clock of the figures", async () => {
  window.history.replaceState(null, "", "/order/order-spend-time?ended_at=d-6~d");
  const stub = stubServer({ stage_span_stat_get: answer });
  draw(<SpendPage />, [may.order_spend_time]);
  const table = await screen.findByRole("table", { name: "按阶段的耗时" });
  const row = within(table).getByText("T3 资料齐→预审通过").closest("tr") ?? table;
  const rows = "/order/order-spend-time?tab=rows&ended_at=d-6%7Ed&node=t3";
  expect(hrefOf("12", row)).toBe(`${rows}&state=done`);
  expect(hrefOf("3", row)).toBe(`${rows}&state=open`);
  expect(hrefOf("2工作日", row)).toBe(rows);
  expect(hrefOf("客户 30%", row)).toBe(`${rows}&party=customer&sort=customer&order=desc`);
  expect(hrefOf("25%", row)).toBe(`${rows}&is_late=1`);
  expect(hrefOf("90%", row)).toBe(`${rows}&is_kept=1`);
  // Days of the mission, and a stage that nobody passed.
  expect(within(table).getByText("T7 送签→结果").closest("tr")?.textContent).toContain("2使馆日");
  expect(within(table).getByText("T9 寄出→签收").closest("tr")?.querySelector("a")).toBeNull();
  fireEvent.click(screen.getByText("国家"));
  await vi.waitFor(() => expect(stub.of("stage_span_stat_get").at(-1)).toMatchObject({ by: "country", node: "total" }));
});
