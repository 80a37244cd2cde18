/** What an order does with papers and batches that a supplier's parcel carries. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { OrderDesk } from "../../testing/make/order.ts";
import { laneOf, originalsOf, waiting, type Lane } from "../../testing/make/parcel.ts";
import { of, parcelDeskOf, type ParcelDesk } from "../../testing/make/parcel-desk.ts";

let app: TestApp;
let d: ParcelDesk;
let desk: OrderDesk;
let lane: Lane;
beforeAll(async () => {
  app = await testApp();
  d = await parcelDeskOf(app);
  ({ desk, lane } = d);
});
const holders = async (people: readonly number[]): Promise<string[]> => (await originalsOf(desk, people)).map((m) => m.holder);
const batchOf = (people: number[]) => desk.call("submission_batch_add", { applicant_ids: people, plan_date: desk.today() });
const batchNow = (id: number) =>
  row<{ batch_status: string; handed_to: string | null; version: number; lines: string[]; scanned: number }>(
    app.db,
    q`select b.batch_status, b.handed_to, b.version, array(select l.line_status from submissions l where l.batch_id = b.id order by l.id) as lines,
      (select count(*)::int from submissions l where l.batch_id = b.id and l.passport_scanned_at is not null) as scanned from submission_batches b where b.id = ${id}`,
  );
const sealedOf = async (people: number[], batch_id: number) => {
  const p = await d.add([], { batch_id });
  await d.scanAll(p, people);
  return d.seal(p.id);
};

test("an order's parcel takes no original that a supplier's carries, and brings the customer only what it carries itself", async () => {
  const { people, id: order_id } = await waiting(desk, lane);
  const items = (await d.itemsOf(people)).map((i) => ({ ...i, name: "护照", count: 1 }));
  const back = { order_id, type: 3 as const, mode: "express" as const, ...d.way(), items };
  const { id } = await desk.call("express_add", back);
  const out = await d.sent(people);
  expect(await holders(people)).toEqual(["courier"]);
  const { applicant_no } = await desk.person(people[0] ?? 0);
  const refused = await desk.refused("express_send", { id, version: 1 });
  expect([refused.code, refused.msg]).toEqual(["state_changed", `${applicant_no} 的护照原件现在「快递」，请刷新后再试`]);
  // Sent before this was judged: what it does not carry stays where it is.
  await rows(app.db, q`update expresses set express_status = 'in_transit', sent_at = ${app.clock.now()} where id = ${id}`);
  await desk.call("express_sign", { id, version: 1, signed_by: "客户" });
  expect(await holders(people)).toEqual(["courier"]);
  // A customer's parcel brings another copy: this one stays on its way to the supplier.
  const more = await desk.call("express_add", { ...back, type: 1, ...d.way() });
  await desk.call("express_sign", { id: more.id, version: 1, signed_by: "前台" });
  expect(await holders(people)).toEqual(["courier"]);
  await d.sign(out);
  expect(await holders(people)).toEqual(["supplier"]);
});

test("a customer's originals come by whichever waybill he told, and go home with ours", async () => {
  const { people, id: order_id } = await waiting(desk, lane);
  await rows(app.db, q`update applicant_materials set holder = 'customer' where applicant_id = any(${people}::int8[]) and kind = 2`);
  const items = (await d.itemsOf(people)).map((i) => ({ ...i, name: "护照", count: 1 }));
  const told = () => desk.call("express_add", { order_id, type: 1, mode: "express", ...d.way(), items });
  await told();
  const right = await told();
  expect(await holders(people)).toEqual(["courier"]);
  await desk.call("express_sign", { id: right.id, version: 1, signed_by: "前台" });
  expect(await holders(people)).toEqual(["us"]);
  const home = await desk.call("express_add", { order_id, type: 3, mode: "express", ...d.way(), items });
  await desk.call("express_send", { id: home.id, version: 1 });
  expect(await holders(people)).toEqual(["courier"]);
  await desk.call("express_sign", { id: home.id, version: 2, signed_by: "客户" });
  expect(await holders(people)).toEqual(["customer"]);
});

test("a batch in a parcel that is not sent is neither handed over nor submitted beside it", async () => {
  const { people } = await waiting(desk, lane);
  const { id } = await batchOf(people);
  const p = await sealedOf(people, id);
  const version = (await batchNow(id))?.version ?? 0;
  const told = { code: "guard_failed", msg: `请在交接单 ${p.parcel_no} 寄出，或先作废该交接单` };
  expect(await desk.refused("submission_batch_hand_over", { id, version, handed_to: "王师傅" })).toMatchObject(told);
  expect(await desk.refused("submission_batch_submit", { id, version, submit_date: desk.today() })).toMatchObject(told);
  await d.act("supplier_parcel_send", { ...of(p), ...d.way() });
  expect((await batchNow(id))?.batch_status).toBe("handed");
});

test("a batch whose parcel came back is as before it was handed over, and goes with the next one", async () => {
  const { people } = await waiting(desk, lane, 2);
  const { id } = await batchOf(people);
  const sent = await d.act("supplier_parcel_send", { ...of(await sealedOf(people, id)), ...d.way() });
  expect(await batchNow(id)).toMatchObject({ batch_status: "handed", lines: ["sent", "sent"] });
  await d.act("supplier_parcel_track", { ...of(sent), to: "returned", track_text: "地址不详，退回" });
  expect(await batchNow(id)).toMatchObject({ batch_status: "draft", handed_to: null, lines: ["packed", "packed"], scanned: 0 });
  expect(await holders(people)).toEqual(["us", "us"]);
  await d.act("supplier_parcel_send", { ...of(await sealedOf(people, id)), ...d.way() });
  expect(await batchNow(id)).toMatchObject({ batch_status: "handed", lines: ["sent", "sent"] });
});

test("a batch that everybody left after it was handed over can be cancelled", async () => {
  const { people } = await waiting(desk, lane);
  const { id } = await batchOf(people);
  await d.act("supplier_parcel_send", { ...of(await sealedOf(people, id)), ...d.way() });
  const version = (await batchNow(id))?.version ?? 0;
  await desk.call("submission_batch_line_remove", { id, version, applicant_id: people[0] ?? 0 });
  const now = await batchNow(id);
  expect(now).toMatchObject({ batch_status: "draft", lines: ["removed"] });
  await desk.call("submission_batch_cancel", { id, version: now?.version ?? 0 });
  expect((await batchNow(id))?.batch_status).toBe("cancelled");
});

test("the log of what is sent tells a waybill that changed, by the one before", async () => {
  const { people } = await waiting(desk, lane);
  const [before, after, same] = [d.way(), d.way(), d.way()];
  const told = async (id: number) =>
    (
      await row<{ changes: { field: string }[] }>(
        app.db,
        q`select changes from operation_logs where endpoint = 'supplier_parcel_send' and noun_id = ${String(id)} order by id desc limit 1`,
      )
    )?.changes.filter((c) => c.field === "waybill_no");
  const p = await d.act("supplier_parcel_send", { ...of(await d.sealed(people, before)), ...after });
  expect(await told(p.id)).toEqual([{ field: "waybill_no", label: "运单号", before: before.waybill_no, after: after.waybill_no }]);
  const more = await waiting(desk, lane);
  const stays = await d.act("supplier_parcel_send", of(await d.sealed(more.people, same)));
  expect(await told(stays.id)).toEqual([]);
});

test("somebody who was submitted once keeps his supplier when he is submitted again", async () => {
  const { people } = await waiting(desk, lane);
  const [id = 0] = people;
  const other = (await laneOf(desk, 1)).supplier_id;
  await rows(
    app.db,
    q`update applicants set settle_price = 103000, review_passed_at = ${app.clock.now()}, submitted_at = ${app.clock.now()}, submit_date = ${desk.today()}::date where id = ${id}`,
  );
  const refused = await desk.refusedMove("applicant_submit", id, { submit_date: desk.today(), supplier_id: other });
  expect([refused.code, refused.msg]).toEqual(["guard_failed", "已送签，不能改派供应商"]);
  await desk.move("applicant_submit", id, { submit_date: desk.today(), supplier_id: lane.supplier_id });
  expect(await desk.person(id)).toMatchObject({ applicant_status: "in_embassy", supplier_id: lane.supplier_id });
});

const dayOf = async (id: number): Promise<string | undefined> =>
  (
    await row<{ day: string }>(
      app.db,
      q`select planned_date as day from supplier_assignments where applicant_id = ${id} and released_at is null`,
    )
  )?.day;

test("a day of a batch or of the packing desk is neither over nor after the journey", async () => {
  const { people, id: order_id } = await waiting(desk, lane);
  const travel = (await desk.facts(order_id)).order.travel_date ?? "";
  const last = `计划送签日不能晚于出行日期 ${travel}`;
  const over = "计划送签日不能早于今天";
  for (const [plan_date, message] of [
    ["2999-12-31", last],
    ["2026-11-19", over],
  ] as const) {
    const { issues } = await desk.refused("submission_batch_add", { applicant_ids: people, plan_date });
    expect(issues).toEqual([{ path: "plan_date", message }]);
  }
  const p = await d.add(people);
  const item_ids = (await d.now(p.id)).items.map((i) => i.id);
  const refused = await d.admin.raw("supplier_parcel_item_remove", { ...of(p), item_ids, planned_date: "2999-12-31" });
  expect((refused.body as { issues: unknown }).issues).toEqual([{ path: "planned_date", message: last }]);
  await rows(app.db, q`update orders set travel_date = null where id = ${order_id}`);
  const { issues } = await desk.refused("submission_batch_add", { applicant_ids: people, plan_date: "2999-12-31" });
  expect(issues).toEqual([{ path: "plan_date", message: "计划送签日不能晚于 2027-11-20" }]);
});

test("a day after his supplier's papers ran out is refused; one who lapsed before stays with him", async () => {
  const { people } = await waiting(desk, lane);
  const until = (valid_to: string | null) =>
    rows(app.db, q`update supplier_products set valid_to = ${valid_to} where supplier_id = ${lane.supplier_id}`);
  const batch = (plan_date: string) => desk.refused("submission_batch_add", { applicant_ids: people, plan_date });
  await until("2026-11-30");
  expect((await batch("2026-12-03")).msg).toMatch(/不能承接：合作11月30日已结束$/);
  await until("2026-11-19");
  const made = await desk.call("submission_batch_add", { applicant_ids: people, plan_date: "2026-12-03" });
  await until(null);
  expect(await dayOf(people[0] ?? 0)).toBe("2026-12-03");
  await desk.call("submission_batch_cancel", { id: made.id, version: made.version });
});

test("out of a batch for a later day, cancelled or alone, he is planned anew and due again", async () => {
  const { people } = await waiting(desk, lane, 2, "2026-11-27");
  const [one = 0, two = 0] = people;
  const before = "2026-11-27";
  const batch = await desk.call("submission_batch_add", { applicant_ids: people, plan_date: "2027-01-07" });
  expect([await dayOf(one), await dayOf(two)]).toEqual(["2027-01-07", "2027-01-07"]);
  await desk.call("submission_batch_line_remove", { id: batch.id, version: batch.version, applicant_id: one });
  expect(await dayOf(one)).toBe(before);
  await desk.call("submission_batch_cancel", { id: batch.id, version: (await batchNow(batch.id))?.version ?? 0 });
  expect(await dayOf(two)).toBe(before);
  const due = await d.admin.call("supplier_parcel_due_query", { date: before });
  const mine = due.suppliers.find((s) => s.supplier_id === lane.supplier_id)?.people.map((x) => x.applicant_id);
  expect(mine).toEqual(expect.arrayContaining([one, two]));
});

test("somebody's page lists the supplier's parcel that carries his papers, and of it what is his", async () => {
  const { people, id: order_id } = await waiting(desk, lane, 2);
  const [one = 0] = people;
  const p = await d.sent(people);
  const { parcels } = await d.admin.call("applicant_get", { order_id, id: one });
  expect(parcels.map((x) => [x.type, x.waybill_no, x.items.map((i) => i.applicant_id)])).toEqual([[2, p.waybill_no, [one]]]);
});
