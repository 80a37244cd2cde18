import { beforeAll, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { laneOf, originalsOf, waiting, type Lane } from "../../testing/make/parcel.ts";
import { OrderDesk } from "../../testing/make/order.ts";

let app: TestApp;
let admin: Client;
let lane: Lane;
let people: readonly number[];
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  const desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  lane = await laneOf(desk);
  people = (await waiting(desk, lane, 3)).people;
  for (const [i, m] of (await originalsOf(desk, people)).entries()) {
    // The last is no passport; of the first there are three.
    const set = q`received_count = ${i === 0 ? 3 : 1}, holder = 'supplier', holder_supplier_id = ${lane.supplier_id}, sub_type = ${i < 2 ? "passport" : ""}`;
    await rows(app.db, q`update applicant_materials set ${set} where id = ${m.id}`);
    // The last was there before hand-overs were written down.
    if (i < 2)
      await rows(
        app.db,
        q`insert into custodies (material_id, from_holder, to_holder, count, at) values (${m.id}, 'us', 'supplier', 1, ${new Date(app.clock.now().getTime() - (i === 0 ? 40 : 3) * 86_400_000)})`,
      );
  }
});

test("originals at a supplier: each with its person and its days, the longest first", async () => {
  const { list, total } = await admin.call("supplier_original_query", { supplier_id: lane.supplier_id });
  expect([total, list.map((o) => o.days)]).toEqual([3, [40, 3, null]]);
  expect(new Set(list.map((o) => o.applicant_id))).toEqual(new Set(people));
  expect(list.every((o) => o.count >= 1 && o.applicant_no !== "" && o.order_id > 0)).toBe(true);
  const held = await admin.call("supplier_get", { id: lane.supplier_id });
  // 件 are pieces, as its parcels count them.
  const pieces = list.reduce((n, o) => n + o.count, 0);
  expect([held.originals_held, held.passports_held, pieces]).toEqual([5, 4, 5]);
});

test("the table of exposure counts by age what the tab of each supplier lists, for whom the reader sees", async () => {
  const { list } = await admin.call("supplier_exposure_query", {});
  expect(list.find((e) => e.id === lane.supplier_id)).toMatchObject({
    originals_held: 5,
    passports_held: 4,
    days: 40,
    up_to_7: 1,
    up_to_14: 0,
    up_to_30: 0,
    over_30: 3,
    collector_name: expect.any(String),
  });
  await rows(
    app.db,
    q`update roles set module_group = module_group || array[100401] where id = (select role_id from workers where account = 'jpkr_1')`,
  );
  const own = await app.as("jpkr_1");
  expect(await own.call("supplier_exposure_query", {})).toEqual({ list: [] });
  expect((await own.raw("supplier_original_query", { supplier_id: lane.supplier_id })).msg).toBe("供应商不存在或无权查看");
});
