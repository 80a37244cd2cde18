import { beforeAll, expect, test } from "vitest";
import { q, row } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { SupplierDesk } from "../../testing/make/supplier-desk.ts";

let app: TestApp;
let product: Client;
let desk: SupplierDesk;
beforeAll(async () => {
  app = await testApp({ now: "2026-09-01T02:00:00.000Z" });
  product = await app.as("product");
  desk = new SupplierDesk(app, product, await app.as("admin"));
});

test("the log of a new supplier names countries and rates as they are seen, and neither its maker nor blanks", async () => {
  const embassy = await row<{ id: number; name: string }>(
    app.db,
    q`select id, name from embassies where country_id = 'JP' order by id limit 1`,
  );
  const supplier = await desk.entered({ serves: [{ country_id: "JP", embassy_ids: [embassy?.id ?? 0] }], tax_rate_bp: 350, note: "" });
  const { list } = await product.call("supplier_log_query", { id: supplier.id });
  const told = list.find((l) => l.label === "新增供应商" && l.changes.some((c) => c.field === "serves"))?.changes ?? [];
  expect(Object.fromEntries(told.map((c) => [c.field, c.after]))).toMatchObject({
    serves: `日本 使领馆：${embassy?.name ?? ""}`,
    tax_rate_bp: "3.5%",
  });
  expect(told.filter((c) => c.after === null || c.field === "created_by").map((c) => c.label)).toEqual([]);
  const high = await product.raw("supplier_update", { id: supplier.id, version: supplier.version, tax_rate_bp: 9900 });
  expect(high.msg).toBe("税率不能大于13%");
});
