import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import ProductDetail from "./product-detail.tsx";
import ProductList from "./product-list.tsx";
import { skuDetail as detail, skuRow as sku } from "./sku-detail-fixtures.ts";

const page = { list: [sku], total: 1, total_capped: false, page: 1, page_size: 20, cursor: null };

beforeEach(() => window.history.replaceState(null, "", "/product/list"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const heads = (): (string | null)[] => screen.getAllByRole("columnheader").map((h) => h.textContent);

it("shows cost and margin only to those who may see them, and why a SKU on sale cannot be ordered", async () => {
  stubServer({ sku_query: page, sku_stat_get: { all: 26, on_sale: 25, blocked: 1, orders_30: 140 } });
  draw(<ProductList />, [may.sku]);
  const row = (await screen.findByText("JP-TOUR-S-01 · 日本")).closest("tr") as HTMLElement;
  for (const words of [
    "在售",
    "不可下单",
    "¥1,188.00",
    "7–10 工作日",
    "140",
    "95.0%",
    "n=120 · 89.6–97.7%",
    "2026-12-08",
    "92%",
    "上海领区",
  ])
    expect(row.textContent).toContain(words);
  expect(heads()).not.toContain("毛利");
  fireEvent.click(screen.getByRole("button", { name: "导出" }));
  await screen.findByText("导出 Excel（含资料）");
  await screen.findByText("导出 CSV（不含资料）");
  expect((await screen.findByRole("tab", { name: /^在售/ })).textContent).toBe("在售25");
  cleanup();
  draw(<ProductList />, [may.sku, may.cost_view]);
  await screen.findByText("¥168.00");
  expect(heads()).toEqual(expect.arrayContaining(["总成本", "毛利"]));
});

it("a level that no product has a price for stands last", async () => {
  stubServer({ sku_query: page, sku_stat_get: { all: 26, priced_V1: 26, priced_V2: 26, priced_V3: 26, priced_V4: 0, priced_V5: 0 } });
  draw(<ProductList />, [may.sku]);
  await screen.findByText("V5");
  await waitFor(() => expect(heads().slice(-3)).toEqual(["V4", "V5", "操作"]));
  expect(heads().filter((h) => /^V\d$/.test(h ?? ""))).toEqual(["V1", "V2", "V3", "V4", "V5"]);
});

it("a tab asks for its state", async () => {
  const stub = stubServer({ sku_query: page, sku_stat_get: {} });
  draw(<ProductList />, [may.sku]);
  fireEvent.click(await screen.findByRole("tab", { name: "草稿" }));
  await waitFor(() => expect(stub.of("sku_query").at(-1)).toMatchObject({ sku_status: ["draft"] }));
});

it("the detail says what blocks it, whom it takes, and hides costs", async () => {
  window.history.replaceState(null, "", "/product/product-detail/1?tab=price");
  const stub = stubServer({ sku_get: detail });
  draw(<ProductDetail />, [may.sku]);
  expect((await screen.findByRole("list", { name: "不可下单原因" })).textContent).toBe(
    "没有供应商在报价有效期内，采购录入报价后即可下单 看供应商",
  );
  expect(screen.getByText("江苏省").textContent).toBe("江苏省（除苏州市）");
  expect(stub.of("sku_get")).toEqual([{ id: 1 }]);
  const urgent = screen.getAllByText("3日加急")[0]?.closest("tr");
  expect(urgent?.textContent).toContain("待生效");
  expect(urgent?.textContent).toContain("¥300.00");
  expect(screen.queryByText("毛利")).toBeNull();
  const asked = screen.getByRole("table", { name: "待审核与待生效的调价" });
  for (const words of ["TJ261120000002", "待审核", "门市价 ¥1,188.00 → ¥1,253.00", "2026-12-01 00:00", "周启明"])
    expect(asked.textContent).toContain(words);
  expect(screen.getByRole("rowheader", { name: "门市价" }).closest("tr")?.textContent).toContain("调价待审");
  fireEvent.click(screen.getByRole("tab", { name: "供应商" }));
  expect((await screen.findByText("沪上签证")).closest("table")?.textContent).not.toContain("结算价");
});

it("papers stand per identity, by kind, with what makes each of them due", async () => {
  window.history.replaceState(null, "", "/product/product-detail/1?tab=paper");
  stubServer({ sku_get: detail });
  draw(<ProductDetail />, [may.sku]);
  expect((await screen.findByText("近6个月银行流水")).textContent).toBe("近6个月银行流水资金证明任选1");
  fireEvent.click(screen.getByText("在校学生"));
  expect((await screen.findByText("学生证")).textContent).toBe("学生证建议未满18岁");
  expect(screen.queryByText("近6个月银行流水")).toBeNull();
  expect(screen.getByText("必交 0 项，共 1 项")).toBeTruthy();
});

it("base-data 4: the detail says by when each step is due and the first travel date that works", async () => {
  window.history.replaceState(null, "", "/product/product-detail/1");
  const step = { is_done: false, is_estimated: false };
  stubServer({
    sku_get: detail,
    sku_plan_get: {
      travel_date: "2026-10-20",
      steps: [
        { ...step, step: "papers", earliest: "2026-09-16", latest: "2026-09-17", slack: 1 },
        { ...step, step: "submission", earliest: "2026-09-28", latest: "2026-09-23", slack: -5, is_estimated: true },
      ],
      first_travel_date: "2026-10-26",
      is_estimated: false,
      place_name: "日本签证中心",
      bookable_on: "2026-09-28",
      no_slots: false,
      work_days_max: 10,
    },
  });
  draw(<ProductDetail />, [may.sku]);
  const steps = within(await screen.findByRole("list", { name: "倒推日历" })).getAllByRole("listitem");
  expect(steps.map((s) => s.textContent)).toEqual(["资料齐最晚 09-17 余 1 天", "送签最晚 09-23 晚 5 天 按周末推算", "出行10-20"]);
  expect(steps.map((s) => s.className)).toEqual(["", "is-late", "is-late"]);
  expect(screen.getByText("最早可出行 2026-10-26").className).toBe("vd-error");
  expect(screen.getByText("办理按 10 个使馆工作日，日本签证中心最近可约 2026-09-28")).toBeTruthy();
});

it("each figure of the list is a filter of it", async () => {
  stubServer({ sku_query: page, sku_stat_get: { all: 26, blocked: 1, incomplete: 0, below_floor: 2, orders_30: 140 } });
  draw(<ProductList />, [may.sku, may.cost_view]);
  const blocked = await screen.findByRole("link", { name: "不可下单 1" });
  expect(blocked.getAttribute("href")).toBe("/product/list?is_blocked=1");
  expect(screen.getByRole("link", { name: "毛利低于底线 2" }).getAttribute("href")).toBe("/product/list?is_below_floor=1");
  expect(screen.queryByRole("link", { name: /^资料不全/ })).toBeNull();
});

it("product beyond 3: a promise shorter than what three of four got is told with the days to promise", async () => {
  window.history.replaceState(null, "", "/product/product-detail/1?tab=time");
  stubServer({ sku_get: detail });
  draw(<ProductDetail />, [may.sku]);
  expect(await screen.findByText(/承诺偏短，建议改为 8–12 工作日/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "填入编辑页" }).getAttribute("href")).toBe(
    "/product/product-edit/1?work_days_min=8&work_days_max=12",
  );
  cleanup();
  stubServer({ sku_get: { ...detail, days_n: 9, is_promise_short: false } });
  draw(<ProductDetail />, [may.sku]);
  expect(await screen.findByText(/不足 10 人，暂不评判/)).toBeTruthy();
});

it("a snapshot is held against the product as it is now", async () => {
  window.history.replaceState(null, "", "/product/product-detail/1?tab=snapshot");
  const kept = { id: 7, sku_version: 2, orders: 3, changes: 1, made_at: "2026-11-01T02:00:00Z" };
  const stub = stubServer({
    sku_get: detail,
    sku_snapshot_query: { ...page, list: [{ ...kept, id: 8, sku_version: 3, changes: 0 }, kept], total: 2 },
    sku_snapshot_get: { ...kept, diff: [{ label: "办理工作日", then: "5-7个工作日", now: "7-10个工作日" }] },
  });
  draw(<ProductDetail />, [may.sku]);
  const rows = within(await screen.findByRole("table", { name: "商品快照" })).getAllByRole("row");
  expect(rows[2]?.textContent).toContain("第 2 版31 处不同");
  fireEvent.click(within(rows[2] as HTMLElement).getByRole("button", { name: "对比现在" }));
  await waitFor(() => expect(stub.of("sku_snapshot_get").at(-1)).toMatchObject({ id: 7 }));
  expect((await screen.findByRole("table", { name: "下单时与现在" })).textContent).toContain("办理工作日5-7个工作日7-10个工作日");
});
