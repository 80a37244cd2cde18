/** Parcels of the demo business are such as real ones leave. */
import { expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp } from "../../testing/app.ts";
import { seedParcels } from "../index.ts";

test("18 months of parcels in every stage, each with its list, each original open in one alone", async () => {
  const app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 800 });
  await seedParcels(app.db, app.clock.now());
  const admin = await app.as("admin");
  const stat = await admin.call("supplier_parcel_stat_get", {});
  expect(stat["all"]).toBeGreaterThan(100);
  for (const tab of ["todo", "packing", "done"] as const) {
    expect([tab, stat[tab]]).not.toEqual([tab, 0]);
    expect((await admin.call("supplier_parcel_query", { tab })).total).toBe(stat[tab]);
  }
  const wrong = await rows(
    app.db,
    q`
    select t.id from supplier_parcels t join expresses e on e.id = t.express_id
    where not exists (select from supplier_parcel_items i where i.parcel_id = t.id) or e.signed_at < e.sent_at or e.sent_at > ${app.clock.now()} or e.signed_at > ${app.clock.now()}`,
  );
  expect(wrong).toEqual([]);
  expect(
    await row(
      app.db,
      q`select count(*)::int as n from supplier_parcel_items where left_at is null and material_id is not null group by material_id having count(*) > 1`,
    ),
  ).toBeUndefined();
  const [first] = (await admin.call("supplier_parcel_query", { tab: "packing" })).list;
  expect(await admin.call("supplier_parcel_get", { parcel_no: first?.parcel_no ?? "" })).toMatchObject({ id: first?.id, stage: "packing" });
}, 60_000);
