import { expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { testApp } from "../../testing/app.ts";
import { seedAdjustments } from "../index.ts";

test("the demo holds requests in every state, once; those that were passed have moved their prices", async () => {
  const app = await testApp();
  await seedAdjustments(app.db, app.clock.now());
  await seedAdjustments(app.db, app.clock.now());
  const counts = await rows(
    app.db,
    q`select adjustment_status as s, count(*)::int as n, count(*) filter (where below_floor)::int as below from price_adjustments where source = 'staff' group by 1 order by 1`,
  );
  expect(counts).toEqual([
    { s: "approved", n: 1, below: 0 },
    { s: "effective", n: 2, below: 0 },
    { s: "pending", n: 6, below: 1 },
    { s: "rejected", n: 1, below: 0 },
    { s: "withdrawn", n: 1, below: 0 },
  ]);
  const moved = await rows<{ sku_no: string; n: number }>(
    app.db,
    q`select k.sku_no, count(*)::int as n from sku_prices p join skus k on k.id = p.sku_id where p.adjustment_id is not null group by 1 order by 1`,
  );
  expect(moved).toEqual([
    { sku_no: "IT-SCH-01", n: 3 },
    { sku_no: "SA-EVISA-01", n: 4 },
    { sku_no: "TR-EVISA-01", n: 1 },
  ]);
  const manager = await app.as("manager");
  const { list } = await manager.call("price_adjustment_query", { adjustment_status: ["pending"] });
  const details = await Promise.all(list.map((a) => manager.call("price_adjustment_get", { id: a.id })));
  expect(details.every((d) => d.history.length === 1 && d.history[0]?.label === "申请调价")).toBe(true);
  // Every waiting demo request can be decided: its old values are the present ones.
  const admin = await app.as("product");
  const own = list.filter((a) => a.maker_id !== admin.id).map((a) => a.id);
  expect((await admin.call("price_adjustment_approve", { ids: own, idempotency_key: crypto.randomUUID() })).done).toBe(own.length);
});
