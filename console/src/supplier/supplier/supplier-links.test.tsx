import { cleanup, screen } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { supplierProductApi } from "@visadesk/contract/supplier/supplier-product.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { answerOf } from "../../testing/answers.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { match } from "../supplier-product/match-fixtures.ts";
import { SupplierMatches } from "./supplier-links.tsx";

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
