/** The demo's matches: many, with costs that stand in the record as they were passed, and a sheet to try. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { seedAdjustments } from "../../product/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { seedMatches } from "./seed-matches.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await seedMatches(app.db, app.clock.now());
  await seedAdjustments(app.db, app.clock.now());
}, 60_000);
const count = async (where: ReturnType<typeof q>): Promise<number> =>
  (await row<{ n: number }>(app.db, q`select count(*)::int as n from ${where}`))?.n ?? 0;

test("about 150 matches, every state of the list among them", async () => {
  expect(await count(q`supplier_products`)).toBeGreaterThanOrEqual(140);
  const admin = await app.as("admin");
  const counts = await admin.call("supplier_product_stat_get", {});
  for (const tab of ["all", "no_price", "in_review", "disabled"]) expect([tab, (counts[tab] ?? 0) > 0]).toEqual([tab, true]);
  expect((await admin.call("supplier_product_query", { page_size: 100 })).list.some((m) => m.next_adult !== null)).toBe(true);
});

test("every step of a cost stands in the record, and a second seeding adds nothing", async () => {
  const steps = await count(q`supplier_prices p where p.review = 'approved' and p.announced_at is not null and p.reason <> '首次报价'`);
  const told = await count(q`(select distinct supplier_product_id, effective_at from supplier_changes where source = 'review') x`);
  expect(told).toBeGreaterThan(steps * 0.95);
  const before = await count(q`supplier_prices`);
  await seedMatches(app.db, app.clock.now());
  expect(await count(q`supplier_prices`)).toBe(before);
});

test("a match is made before its first cost, and has one cost to come or one that waits, not both", async () => {
  const late = q`supplier_changes c join supplier_prices p on p.supplier_product_id = c.supplier_product_id where c.field = 'created' and p.created_at < c.at`;
  expect(await count(late)).toBe(0);
  const both = q`supplier_prices w join supplier_prices p on p.supplier_product_id = w.supplier_product_id
    where w.review = 'pending' and p.review = 'approved' and p.effective_at > ${app.clock.now()}`;
  expect(await count(both)).toBe(0);
  const odd = q`supplier_prices p where p.effective_at > ${app.clock.now()} and (p.effective_at at time zone 'Asia/Shanghai')::time <> '00:00'`;
  expect(await count(odd)).toBe(0);
});

test("of the costs of a match one is in force, the one its row shows", async () => {
  const admin = await app.as("admin");
  for (const { id, adult } of (await admin.call("supplier_product_query", { page_size: 20 })).list) {
    const { list } = await admin.call("supplier_price_query", { supplier_product_id: id });
    expect(list.filter((p) => p.is_in_force).map((p) => p.adult)).toEqual(adult === null ? [] : [adult]);
  }
});

test("a waiting demo cost can be passed", async () => {
  const manager = await app.as("manager");
  const waiting = await rows<{ id: number }>(app.db, q`select id from price_adjustments where source = 'supplier' order by id`);
  expect(waiting.length).toBeGreaterThan(3);
  const { results } = await manager.call("price_adjustment_approve", {
    ids: waiting.map((w) => w.id),
    idempotency_key: crypto.randomUUID(),
  });
  expect(results.filter((r) => !r.ok).map((r) => r.msg)).toEqual([]);
});

test("the sheet to try finds its codes: changes, one row alike, one that is wrong", async () => {
  const text = readFileSync(path.resolve(import.meta.dirname, "../../../seeds/supplier-sheet.csv"), "utf8");
  const [, ...lines] = text.trim().split("\n");
  const sheet = lines.map((line) => {
    const [supplier_code = "", adult = "", child = "", urgent = "", embassy_fee = ""] = line.split(",");
    return { supplier_code, adult, child, urgent, embassy_fee };
  });
  const admin = await app.as("admin");
  const { id } = (await row<{ id: number }>(app.db, q`select id from suppliers where supplier_no = 'GY0005'`)) ?? { id: 0 };
  const dry = await admin.call("supplier_price_import", {
    supplier_id: id,
    rows: sheet,
    dry_run: true,
    reason_kind: "supplier",
    reason: "环球电签十二月报价单，附邮件",
    idempotency_key: crypto.randomUUID(),
  });
  const by = Map.groupBy(dry.rows, (r) => r.outcome);
  expect([(by.get("change")?.length ?? 0) > 5, by.get("same")?.length, by.get("fault")?.map((r) => r.fault)]).toEqual([
    true,
    1,
    ["没有编码为 0005-XX-NONE-01 的匹配"],
  ]);
});
