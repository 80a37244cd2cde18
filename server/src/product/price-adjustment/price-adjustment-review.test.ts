import { beforeAll, describe, expect, test } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { cell, key, priceDesk } from "../../testing/make/price.ts";

let app: TestApp;
let desk: ReturnType<typeof priceDesk>;
let product: Client;
/** Sees costs, lets nothing below the floor pass. */
let manager: Client;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  desk = priceDesk(app);
  product = await app.as("product");
  manager = await app.as("manager");
  admin = await app.as("admin");
});
const refusal = async (by: Client, ids: number[]) => {
  const { msg, body } = await by.raw("price_adjustment_approve", { ids, ...key() });
  return { msg, code: (body as { code?: string } | null)?.code };
};

test("product 10: below the floor needs the code to let it pass; the margin is judged anew at approval", async () => {
  // Cost 1020.00, floor 10.00: 1025.00 leaves 5.00.
  const id = await desk.asked(product, "JP-TOUR-S-01", [cell("level", 109_800, 102_500, { ref_id: "V3" })]);
  expect(await refusal(manager, [id])).toEqual({ code: "below_floor", msg: "低于毛利底线，需放行权限" });
  expect(await desk.status(id)).toBe("pending");
  const kept = await desk.asked(product, "JP-TOUR-S-01", [cell("level", 112_800, 111_800, { ref_id: "V2" })]);
  await rows(app.db, q`update spus set margin_floor = 30000 where visa_product_unit_code = 'JP-TOUR-S'`);
  expect((await refusal(manager, [kept])).code).toBe("below_floor");
  await rows(app.db, q`update spus set margin_floor = 1000 where visa_product_unit_code = 'JP-TOUR-S'`);
  expect((await admin.call("price_adjustment_approve", { ids: [id, kept], ...key() })).done).toBe(2);
});

describe("product 21: without the code no cost and no margin, absent and not zero", () => {
  const MARGINS = /margin|"suppliers"|"fallen"/;
  test("list, drawer, preview and export of requests", async () => {
    const blind = await desk.person("blind01", [may.sku, may.price_adjustment]);
    const cells = [cell("retail", 208_000, 209_000)];
    const id = await desk.asked(product, "JP-TOUR-5Y-01", cells);
    const seen = await manager.call("price_adjustment_get", { id });
    expect(seen.margins?.[0]).toMatchObject({ price_kind: "retail", old: 30_000, new: 31_000 });
    expect([seen.margin_floor, seen.suppliers?.[0]?.adult, seen.replay?.margin]).toEqual([1_000, 178_000, 0]);

    const drawer = await blind.call("price_adjustment_get", { id });
    expect(JSON.stringify(drawer)).not.toMatch(MARGINS);
    expect(drawer.replay).toMatchObject({ people: 0, income: 0 });
    const list = await blind.call("price_adjustment_query", { keyword: "JP-TOUR-5Y" });
    expect(list.total).toBe(1);
    expect(JSON.stringify(list)).not.toMatch(MARGINS);
    const trial = { ...(await desk.ask("JP-TOUR-3Y-01", [cell("retail", 198_000, 199_000)])), dry_run: true };
    expect(JSON.stringify(await blind.call("price_adjustment_add", trial))).not.toMatch(MARGINS);
    expect(JSON.stringify((await product.call("price_adjustment_add", { ...trial, ...key() })).results[0]?.margins)).toMatch(/"new":26000/);
  });

  test("a request about a supplier's cost shows neither its cells nor their traces", async () => {
    const blind = await app.as("blind01");
    const id = await costRequest("JP-TOUR-3Y-01", 173_000, 170_123);
    const drawer = JSON.stringify(await blind.call("price_adjustment_get", { id }));
    expect(drawer).toContain('"has_hidden":true');
    expect(drawer).not.toMatch(/170123|1,701\.23|173000/);
    expect(JSON.stringify(await blind.call("sku_get", { id: await desk.skuId("JP-TOUR-3Y-01") }))).not.toMatch(/170123|173000/);
    const open = await manager.call("price_adjustment_get", { id });
    expect(open.cells).toMatchObject([{ price_kind: "cost", old: 173_000, new: 170_123 }]);
    // Retail 1980.00 less 1730.00 before, less 1701.23 after.
    expect(open.margins?.find((m) => m.price_kind === "retail")).toMatchObject({ old: 25_000, new: 27_877 });
  });
});

/** A supplier's new price that waits, and the request that carries it, as the supplier area will open it. */
async function costRequest(no: string, old: number, next: number): Promise<number> {
  const [asked] = await rows<{ id: number }>(
    app.db,
    q`insert into supplier_prices (supplier_product_id, adult, embassy_included, centre_included, review, created_at)
      select m.id, ${next}, true, true, 'pending', ${app.clock.now()} from supplier_products m join skus k on k.id = m.sku_id
      where k.sku_no = ${no} order by m.priority limit 1 returning id`,
  );
  const [made] = await rows<{ id: number }>(
    app.db,
    q`insert into price_adjustments (adjust_no, target_kind, target_id, reason_kind, reason, effect_mode, source, maker_id, created_at, updated_at)
      select ${`TJ-cost-${asked?.id}`}, 'sku', k.id, 'supplier', '供应商下调结算价', 'now', 'supplier', w.id, ${app.clock.now()}, ${app.clock.now()} from skus k, workers w where k.sku_no = ${no} and w.account = 'product' returning id`,
  );
  await rows(
    app.db,
    q`insert into price_adjustment_cells (adjustment_id, target_kind, target_id, price_kind, ref_id, band, old, "new")
      select ${made?.id}, 'sku', id, 'cost', ${String(asked?.id)}, 'adult', ${old}, ${next} from skus where sku_no = ${no}`,
  );
  return made?.id ?? 0;
}

test("the supplier's price follows the decision about its request", async () => {
  const review = (id: number) =>
    rows<{ review: string; adult: number }>(
      app.db,
      q`select p.review, p.adult from price_adjustment_cells c join supplier_prices p on p.id = c.ref_id::int8 where c.adjustment_id = ${id}`,
    );
  const passed = await costRequest("GB-VISIT-6M-01", await costOf("GB-VISIT-6M-01"), 9_100);
  await desk.approve(manager, passed);
  expect(await review(passed)).toEqual([{ review: "approved", adult: 9_100 }]);
  expect(await costOf("GB-VISIT-6M-01")).toBe(9_100);
  const refused = await costRequest("GB-VISIT-6M-01", 9_100, 9_900);
  await manager.call("price_adjustment_reject", { ids: [refused], reject_kind: "price", review_text: "涨幅过大，请再谈" });
  expect(await review(refused)).toEqual([{ review: "rejected", adult: 9_900 }]);
  expect(await costOf("GB-VISIT-6M-01")).toBe(9_100);
});
const costOf = async (no: string): Promise<number> =>
  (await product.call("sku_get", { id: await desk.skuId(no) })).suppliers[0]?.adult ?? 0;

test("product 22: without 100208 nobody passes a request; prices are amounts", async () => {
  const maker = await desk.person("maker01", [may.sku]);
  const denied = await maker.raw("price_adjustment_approve", { ids: [1], ...key() });
  expect([denied.status, denied.msg]).toEqual([403, "没有权限：调价审核"]);
  const body = await desk.ask("JP-TOUR-S-02", [cell("retail", 119_800, 121_800)]);
  const bad = async (next: unknown) => {
    const { status, body: answer } = await maker.raw("price_adjustment_add", { ...body, cells: [{ ...body.cells?.[0], new: next }] });
    return [status, (answer as { issues: unknown[] }).issues[0]];
  };
  expect(await bad("1218")).toEqual([400, { path: "cells.0.new", message: "新价须为数字" }]);
  expect(await bad(-1)).toEqual([400, { path: "cells.0.new", message: "新价不能为负数" }]);
});
