/** What a parcel gives away, and what it may not leave with. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import type { OrderDesk } from "../../testing/make/order.ts";
import { waiting, type Lane } from "../../testing/make/parcel.ts";
import { of, parcelDeskOf, type ParcelDesk } from "../../testing/make/parcel-desk.ts";

let app: TestApp;
let d: ParcelDesk;
let desk: OrderDesk;
let admin: Client;
let lane: Lane;
beforeAll(async () => {
  app = await testApp();
  d = await parcelDeskOf(app);
  ({ desk, admin, lane } = d);
});

test("each full number in print is a look that counts", async () => {
  const { people } = await waiting(desk, lane, 2);
  const p = await d.sealed(people);
  const { full_numbers } = await admin.call("supplier_parcel_print", { id: p.id, with_numbers: true });
  expect(full_numbers).toHaveLength(2);
  const looks = await row<{ n: number }>(
    app.db,
    q`select count(*)::int as n from operation_logs where endpoint = 'supplier_parcel_print' and kind = 'reveal' and noun_id = ${String(p.id)}`,
  );
  expect(looks?.n).toBe(2);
});

test("who left the batch does not leave with its parcel; who left the parcel is unscanned in the batch", async () => {
  const { people } = await waiting(desk, lane, 2);
  const [first = 0, second = 0] = people;
  const batch = await admin.call("submission_batch_add", { applicant_ids: people, plan_date: desk.today() });
  const p = await d.packed([], { batch_id: batch.id });
  await d.scanAll(p, people);
  const line = await admin.call("submission_batch_line_remove", { id: batch.id, version: batch.version, applicant_id: second });
  expect(line.ok).toBe(true);
  expect((await d.refused("supplier_parcel_seal", { ...of(p), passport_count: 2 }))[1]).toBe(
    `清单中有 1 位申请人已不在批次 ${batch.batch_no}，请移出清单`,
  );
  const mine = p.items.filter((i) => i.applicant_id === first).map((i) => i.id);
  await admin.call("supplier_parcel_item_remove", { id: p.id, version: p.version, item_ids: mine });
  const scanned = await rows(
    app.db,
    q`select from submissions where batch_id = ${batch.id} and applicant_id = ${first} and passport_scanned_at is not null`,
  );
  expect(scanned).toEqual([]);
});

test("an item is judged once", async () => {
  const { people } = await waiting(desk, lane);
  const signed = await d.signed(people);
  const { items } = await d.now(signed.id);
  const [item] = items;
  const twice = [
    ...items.map((i) => ({ item_id: i.id, verdict: "ok" as const })),
    { item_id: item?.id ?? 0, verdict: "missing" as const, issue_note: "没有" },
  ];
  expect((await d.refused("supplier_parcel_count", { ...of(signed), verdicts: twice }))[1]).toBe("同一物品只填一次");
});
