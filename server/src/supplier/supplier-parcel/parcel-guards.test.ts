/** What a parcel gives away, and what it may not leave with. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { laneOf, originalsOf, waiting, type Lane } from "../../testing/make/parcel.ts";

let app: TestApp;
let desk: OrderDesk;
let admin: Client;
let lane: Lane;
beforeAll(async () => {
  app = await testApp();
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  admin = await app.as("admin");
  lane = await laneOf(desk);
});
const key = () => ({ idempotency_key: crypto.randomUUID() });

/** A parcel of these people, each scanned; of their batch where one is named. */
async function packed(people: readonly number[], batch_id: number | null = null) {
  const items = (await originalsOf(desk, people)).map((m) => ({ applicant_id: m.applicant_id, material_id: m.id }));
  const p = await admin.call("supplier_parcel_add", {
    supplier_id: lane.supplier_id,
    purpose: "submit",
    mode: "express",
    items: batch_id === null ? items : [],
    batch_id,
    ...key(),
  });
  for (const id of people) await admin.call("supplier_parcel_item_scan", { id: p.id, code: (await desk.person(id)).applicant_no });
  return admin.call("supplier_parcel_get", { id: p.id });
}
const seal = (p: { id: number; passports: number }, version: number) =>
  admin.raw("supplier_parcel_seal", { id: p.id, version, passport_count: p.passports, ...key() });

test("each full number in print is a look that counts", async () => {
  const { people } = await waiting(desk, lane, 2);
  const p = await packed(people);
  await seal(p, p.version);
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
  const p = await packed(people, batch.id);
  const line = await admin.call("submission_batch_line_remove", { id: batch.id, version: batch.version, applicant_id: second });
  expect(line.ok).toBe(true);
  expect((await seal(p, p.version)).msg).toBe(`清单中有 1 位申请人已不在批次 ${batch.batch_no}，请移出清单`);
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
  const p = await packed(people);
  await seal(p, p.version);
  const stored = await admin.call("supplier_parcel_get", { id: p.id });
  const out = await admin.call("supplier_parcel_send", {
    id: p.id,
    version: stored.version,
    carrier_code: "SF",
    waybill_no: "SF90000001",
    ...key(),
  });
  const signed = await admin.call("supplier_parcel_sign", {
    id: p.id,
    version: out.version,
    signed_at: app.clock.now().toISOString(),
    signed_by: "前台",
    ...key(),
  });
  const [item] = stored.items;
  const twice = [
    ...stored.items.map((i) => ({ item_id: i.id, verdict: "ok" as const })),
    { item_id: item?.id ?? 0, verdict: "missing" as const, issue_note: "没有" },
  ];
  const answer = await admin.raw("supplier_parcel_count", { id: p.id, version: signed.version, verdicts: twice, ...key() });
  expect(answer.msg).toBe("同一物品只填一次");
});
