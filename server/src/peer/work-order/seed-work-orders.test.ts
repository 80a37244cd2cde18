/** The demo's work orders: every state is there, some are late, and every one reads as its contract says. */
import { expect, test } from "vitest";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { workOrderFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp } from "../../testing/app.ts";
import { workOrderDeskOf } from "../../testing/make/work-order.ts";
import { seedWorkOrders } from "./seed-work-orders.ts";

test("a few dozen in every state, some late, none of them twice", async () => {
  const app = await testApp();
  const d = await workOrderDeskOf(app);
  await seedWorkOrders(app.db, app.clock.now());
  expect((await d.admin.call("work_order_query", {})).total).toBe(0);
  for (let i = 0; i < 6; i++) await d.peer({ level_id: i % 2 === 0 ? "V1" : "V4" });
  await seedWorkOrders(app.db, app.clock.now());
  await seedWorkOrders(app.db, app.clock.now());
  const { list, total } = await d.admin.call("work_order_query", { page_size: 100 });
  // Without orders of peers those that ask for one are left out.
  expect(total).toBeGreaterThan(24);
  expect(new Set(list.map((w) => w.work_order_status))).toEqual(new Set(keysOf(workOrderFlow.states)));
  expect(list.filter((w) => w.is_late).length).toBeGreaterThan(2);
  for (const w of list) expect((await d.now(w.id)).messages.length).toBeGreaterThan(0);
  expect((await d.add((await d.config()).id, (await d.peer()).id)).work_order_no).toMatch(/^GD2611200000(49|50)$/);
  const versions = await rows(app.db, q`select config_status, config_version from work_order_configs where code = 'CHANGE' order by 2`);
  expect(versions).toEqual([
    { config_status: "retired", config_version: 1 },
    { config_status: "live", config_version: 2 },
  ]);
});
