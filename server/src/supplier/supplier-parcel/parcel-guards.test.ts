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

test("each full number in print, the receiver's too, is a look that counts", async () => {
  const { people } = await waiting(desk, lane, 2);
  const p = await d.sealed(people);
  const { full_numbers } = await admin.call("supplier_parcel_print", { id: p.id, with_numbers: true });
  expect(full_numbers).toHaveLength(2);
  const looks = await row<{ n: number }>(
    app.db,
    q`select count(*)::int as n from operation_logs where endpoint = 'supplier_parcel_print' and kind = 'reveal' and noun_id = ${String(p.id)}`,
  );
  // Two passports, and the number of whoever receives them.
  expect(looks?.n).toBe(3);
});

test("who left the batch does not leave with its parcel; who left the parcel is unscanned in the batch", async () => {
  const { people } = await waiting(desk, lane, 2);
  const [first = 0, second = 0] = people;
  const batch = await admin.call("submission_batch_add", { applicant_ids: people, plan_date: desk.today() });
  const p = await d.packed([], { batch_id: batch.id });
  await d.scanAll(p, people);
  // What goes with each passport stands on the sheet that is handed over.
  await rows(
    app.db,
    q`update applicant_materials set name = '在职证明', sub_type = null, received_count = 2 where kind = 2 and applicant_id = ${first}`,
  );
  const { lines } = await admin.call("submission_batch_get", { id: batch.id });
  expect(lines.find((l) => l.applicant_id === first)?.papers).toContain("在职证明×2");
  expect(lines.find((l) => l.applicant_id === second)?.papers).not.toContain("在职证明");
  await rows(app.db, q`update applicant_materials set sub_type = 'passport' where name = '在职证明' and applicant_id = ${first}`);
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

test("a day that is planned lies between today and 180 days ahead", async () => {
  const { people } = await waiting(desk, lane, 2);
  const [first = 0] = people;
  const p = await d.add([first]);
  const late = "最晚 2027-05-19（180 天内）";
  expect(desk.today()).toBe("2026-11-20");
  for (const [day, told] of [
    ["1900-01-01", "不能早于今天"],
    ["2027-05-20", late],
  ] as const) {
    const fields = { planned_send_on: day };
    expect((await d.refused("supplier_parcel_update", { ...of(p), ...fields }))[1]).toContain(`计划寄出日${told}`);
    const more = { supplier_id: lane.supplier_id, purpose: "submit", mode: "express", ...fields } as const;
    expect((await d.refused("supplier_parcel_add", { ...more, items: [] }))[1]).toContain(`计划寄出日${told}`);
  }
  expect((await d.refused("supplier_parcel_due_query", { date: "2999-12-31" }))[1]).toContain(`日期${late}`);
  expect((await d.act("supplier_parcel_update", { ...of(p), planned_send_on: "2027-05-19" })).planned_send_on).toBe("2027-05-19");
});

test("the list goes on behind a waiting parcel that left between two pages", async () => {
  const parcels = [];
  for (const n of [1, 2, 3, 4]) parcels.push(await d.sealed((await waiting(desk, lane)).people, { note: `第 ${n} 单` }));
  const page = (cursor?: string) => admin.call("supplier_parcel_query", { stage: ["sealed"], page_size: 2, ...(cursor && { cursor }) });
  const all = (await admin.call("supplier_parcel_query", { stage: ["sealed"], page_size: 100 })).list.map((p) => p.id);
  const first = await page();
  const last = first.list[1];
  expect(first.list.map((p) => p.id)).toEqual(all.slice(0, 2));
  if (last) await d.act("supplier_parcel_send", { ...of(last), ...d.way() });
  const next = await page(first.cursor ?? undefined);
  expect(next.list.map((p) => p.id)).toEqual(all.slice(2, 4));
});
