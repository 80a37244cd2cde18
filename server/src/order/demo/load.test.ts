/** A load with the door open: what a cut-short one left goes, the next makes the same; nothing else is changed meanwhile. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { setFirstLoad } from "#kit/first-load.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { LocalFiles } from "#kit/files/files-local.ts";
import { testApp } from "../../testing/app.ts";
import { isDemoLoaded, seedDemoOrders } from "./load.ts";

const app = await testApp();
const dir = mkdtempSync(path.join(os.tmpdir(), "visadesk-load-"));
const files = new LocalFiles(dir, "secret");
afterAll(() => rmSync(dir, { recursive: true, force: true }));
afterEach(() => setFirstLoad(null));

const COUNT = 250;
const sums = () =>
  row<Record<string, number>>(
    app.db,
    q`select (select count(*)::int from orders) orders, (select count(*)::int from applicants) people,
        (select count(*)::int from journals) journals, (select coalesce(sum(amount_paid), 0)::int8 from orders) paid`,
  );

it("a load in chunks that was cut short is made anew, whole, by the next", async () => {
  const told: number[] = [];
  const load = (end: number) =>
    seedDemoOrders(app.db, files, app.clock.now(), {
      count: COUNT,
      inChunks: true,
      onChunk: async (done) => {
        told.push(done);
        if (done >= end) throw new Error("cut short");
      },
    });
  await expect(load(200)).rejects.toThrow("cut short");
  expect(await sums()).toMatchObject({ orders: 150 });
  expect(await isDemoLoaded(app.db)).toBe(false);
  expect(await load(Infinity)).toBe(COUNT);
  expect(told).toEqual([0, 50, 100, 150, 200, 0, 50, 100, 150, 200, 250]);
  expect(await sums()).toMatchObject({ orders: COUNT });
  expect(await isDemoLoaded(app.db)).toBe(true);
  expect(await load(Infinity)).toBe(0);
  // No order was sold by a snapshot of a later day.
  expect(
    await rows(app.db, q`select o.id from orders o join sku_snapshots s on s.id = o.snapshot_id where s.made_at > o.created_at`),
  ).toEqual([]);
  // What triggers keep stands as they would have made it, though the load runs without them.
  expect(
    await rows(
      app.db,
      q`select x.progress, a.tab from supplier_assignments x join applicants a on a.id = x.applicant_id where x.progress <> case_progress(a.tab)`,
    ),
  ).toEqual([]);
  expect(await rows(app.db, q`select distinct progress from supplier_assignments order by 1`)).toEqual(
    ["handed_in", "over", "waiting"].map((progress) => ({ progress })),
  );
});

it("while it runs everything is read, one's own account is changed, nothing else is", async () => {
  const admin = await app.as("admin");
  setFirstLoad({ done: 4_000, count: 20_000 });
  expect((await admin.call("order_query", { page_size: 1 })).list).toHaveLength(1);
  expect(await admin.call("sys_config_get", {})).toMatchObject({ first_load: { done: 4_000, count: 20_000 } });
  await admin.call("preference_update", { key: "theme", value: { value: "dark" } });
  const { version } = await admin.call("sys_config_query", {});
  expect(await admin.raw("sys_config_update", { version, reveal_per_hour: 61 })).toMatchObject({
    status: 503,
    msg: "演示数据生成中（4,000 / 20,000），完成后再操作",
  });
  setFirstLoad(null);
  await admin.call("sys_config_update", { version, reveal_per_hour: 61 });
});
