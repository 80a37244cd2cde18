import { cleanup, screen, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { supplierProductApi } from "@visadesk/contract/supplier/supplier-product.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { answerOf } from "../../testing/answers.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { match } from "../supplier-product/match-fixtures.ts";
import { detail, listOf, row } from "./supplier-fixtures.ts";
import { SupplierMatches } from "./supplier-links.tsx";
import SupplierList from "./supplier-list.tsx";
import { SupplierOverview } from "./supplier-overview.tsx";
import type { SupplierDetail } from "./supplier-words.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("what a supplier costs stands in the currency it was agreed in", async () => {
  const foreign = { ...match, id: 12, sku_name: "越南电子签", adult: 3_500, currency: "USD" };
  stubServer({
    supplier_product_query: answerOf(supplierProductApi.supplier_product_query, {
      list: [match, foreign],
      total: 2,
      total_capped: false,
      page: 1,
      page_size: 20,
      cursor: null,
    }),
  });
  draw(<SupplierMatches supplierId={3} />, [may.supplier, may.supplier_product]);
  expect((await screen.findByRole("row", { name: /日本单次旅游签证/ })).textContent).toContain("¥1,030.00");
  expect(screen.getByRole("row", { name: /越南电子签/ }).textContent).toContain("USD 35.00");
});

it("each figure leads to its rows: a period and a list of stages are readable again", async () => {
  const period = { from: "2026-08-22", to: "2026-11-19" };
  const of = (key: string, label: string, route: string, query: object): object => ({
    key,
    label,
    kind: "count",
    value: 5,
    n: 5,
    low: null,
    high: null,
    route,
    query,
  });
  const figures = [
    of("submitted", "送签数", "order-list", { supplier_id: [7], scope: "all", submit_date: period }),
    of("parcel_rate", "包裹差异率", "supplier-logistics-list", {
      supplier_id: [7],
      tab: "all",
      stage: ["exception", "done"],
      signed_at: period,
    }),
  ];
  stubServer({ supplier_figure_get: { figures, lost_for: [] } });
  draw(<SupplierOverview supplier={detail as SupplierDetail} />, [may.supplier, may.order_process, may.supplier_logistics]);
  const hrefs: string[] = [];
  for (const label of [/送签数/, /包裹差异率/])
    hrefs.push(
      decodeURIComponent(
        within(await screen.findByRole("row", { name: label }))
          .getByRole("link")
          .getAttribute("href") ?? "",
      ),
    );
  expect(hrefs).toEqual([
    "/order/list?supplier_id=7&scope=all&submit_date=2026-08-22~2026-11-19",
    "/supplier/logistics/list?supplier_id=7&tab=all&stage=exception,done&signed_at=2026-08-22~2026-11-19",
  ]);
});

it("the figures of the head are those of the rows under it, and narrow them further", async () => {
  window.history.replaceState(null, "", "/supplier/list?kind=insurer&page=2");
  const server = stubServer({
    supplier_stat_get: { all: 1, active: 1, pending: 0, expiring: 1, unsettled: 1_234_500 },
    supplier_query: listOf([row]),
  });
  draw(<SupplierList />, [may.supplier]);
  const active = await screen.findByRole("link", { name: "合作中 1" });
  expect(active.getAttribute("href")).toBe("/supplier/list?kind=insurer&supplier_status=active");
  expect(server.of("supplier_stat_get")).toEqual([{ kind: ["insurer"] }]);
});
