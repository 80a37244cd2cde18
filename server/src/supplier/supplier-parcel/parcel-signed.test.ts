/** How a parcel is filled, signed and given up: never more than is counted, never on a word alone. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { originalsOf, waiting } from "../../testing/make/parcel.ts";
import { of, parcelDeskOf, type ParcelDesk } from "../../testing/make/parcel-desk.ts";

let app: TestApp;
let d: ParcelDesk;
let proof: string;
beforeAll(async () => {
  app = await testApp();
  d = await parcelDeskOf(app);
  proof = await d.desk.file("image/jpeg", 1_000, ["admin"]);
});
const sentAlone = async (people: readonly number[]) => d.act("supplier_parcel_send", { ...of(await d.sealed(people)), ...d.way() });

test("without a track a parcel is signed with proof alone; several say which one fails; who signed is shown and told", async () => {
  const { people } = await waiting(d.desk, d.lane);
  const p = await sentAlone(people);
  expect(await d.refused("supplier_parcel_sign", { ...of(p), ...d.signing() })).toEqual(["bad_input", "没有轨迹，请上传签收凭证"]);
  const batch = await d.act("supplier_parcel_sign_batch", { ids: [p.id], ...d.signing() });
  expect(batch).toEqual({ results: [{ id: p.id, ok: false, msg: `${p.parcel_no}：没有轨迹，请上传签收凭证` }], done: 0 });
  const signed = await d.act("supplier_parcel_sign", { ...of(p), ...d.signing(), proof_files: [proof] });
  expect([signed.stage, (await d.now(p.id)).signed_by]).toEqual(["signed", "前台"]);
  const told = await row<{ n: number }>(
    app.db,
    q`select count(*)::int as n from operation_logs where endpoint = 'supplier_parcel_sign' and noun_id = ${String(p.id)} and changes::text like '%签收人%'`,
  );
  expect(told?.n).toBe(1);
});

test("a parcel takes no more than is counted at once", async () => {
  const { people } = await waiting(d.desk, d.lane);
  const items = Array.from({ length: 500 }, (_, n) => ({ applicant_id: people[0] ?? 0, name: `复印件${n + 1}` }));
  const p = await d.add([]);
  await d.act("supplier_parcel_item_add", { ...of(p), items });
  expect(await d.refused("supplier_parcel_item_add", { ...of(await d.now(p.id)), items: items.slice(0, 1) })).toEqual([
    "limit_exceeded",
    "清单最多500行，已有500行，请另建交接单",
  ]);
  expect(
    (
      await d.refused("supplier_parcel_item_scan", {
        id: p.id,
        code: (await d.desk.person((await waiting(d.desk, d.lane)).people[0] ?? 0)).applicant_no,
      })
    )[0],
  ).toBe("limit_exceeded");
});

test("what it is for stands when it is sealed", async () => {
  const { people } = await waiting(d.desk, d.lane);
  const p = await d.sealed(people, { purpose: "other" });
  expect(await d.refused("supplier_parcel_update", { ...of(p), purpose: "submit" })).toEqual([
    "bad_input",
    "封箱后不能修改用途，请先重新装箱",
  ]);
  expect((await d.act("supplier_parcel_update", { ...of(p), purpose: "other", note: "急" })).note).toBe("急");
});

test("an original that was made anew after its parcel was lost goes with the next", async () => {
  const { people } = await waiting(d.desk, d.lane);
  const p = await d.sent(people);
  const lost = app.clock.now();
  const [paper] = await originalsOf(d.desk, people);
  await rows(app.db, q`update supplier_parcels set lost_at = ${lost} where id = ${p.id}`);
  await rows(app.db, q`update applicant_materials set holder = 'lost' where id = ${paper?.id}`);
  const items = await d.itemsOf(people);
  const next = { supplier_id: d.lane.supplier_id, purpose: "submit", mode: "express", items } as const;
  expect((await d.refused("supplier_parcel_add", next))[0]).toBe("guard_failed");
  await rows(app.db, q`update applicant_materials set holder = 'us' where id = ${paper?.id}`);
  expect((await d.act("supplier_parcel_add", next)).item_count).toBe(1);
  expect(await rows(app.db, q`select from supplier_parcel_items where parcel_id = ${p.id} and left_at is null`)).toEqual([]);
});

test("a waybill is kept in capitals without blanks, and the same one is found again however it is typed", async () => {
  const { people } = await waiting(d.desk, d.lane, 2);
  const [first, other] = [await d.sealed(people.slice(0, 1)), await d.sealed(people.slice(1))];
  const sent = await d.act("supplier_parcel_send", { ...of(first), carrier_code: "SF", waybill_no: "sf 1234567 890123" });
  expect(sent.waybill_no).toBe("SF1234567890123");
  for (const [waybill_no, told] of [
    ["sf1234567890123 ", ["duplicate", "运单号已存在：SF1234567890123"]],
    ["运单😀 <b>", ["bad_input", "请填写运单上的字母和数字，5-30位"]],
  ] as const) {
    expect(await d.refused("supplier_parcel_send", { ...of(other), carrier_code: "SF", waybill_no })).toEqual(told);
    expect(await d.refused("supplier_parcel_update", { ...of(other), carrier_code: "SF", waybill_no })).toEqual(told);
  }
});

test("a waybill is searched however it is typed, and one kept with its blanks as it is printed", async () => {
  const { people, order_no } = await waiting(d.desk, d.lane);
  const sent = await d.act("supplier_parcel_send", { ...of(await d.sealed(people)), carrier_code: "SF", waybill_no: "SF4444555566661" });
  const parcels = async (keyword: string) => (await d.admin.call("supplier_parcel_query", { keyword })).list.map((p) => p.parcel_no);
  const isOrders = async (keyword: string) =>
    (await d.admin.call("order_query", { scope: "all", keyword })).list.some((o) => o.order_no === order_no);
  for (const typed of ["SF4444555566661", "sf 4444 5555 66661", " ＳＦ4444555566661", "sf 4444 55"])
    expect([typed, await parcels(typed)]).toEqual([typed, [sent.parcel_no]]);
  await rows(
    app.db,
    q`update expresses set waybill_no = 'SF 4444 5555-66661', order_id = (select order_id from applicants where id = ${people[0]}) where id = ${sent.express_id}`,
  );
  expect(await parcels("sf 4444 5555-66661")).toEqual([sent.parcel_no]);
  expect(await isOrders("sf 4444 5555-66661")).toBe(true);
  await rows(app.db, q`update expresses set waybill_no = 'SF4444-55556666' where id = ${sent.express_id}`);
  expect(await isOrders("sf4444-5555 6666")).toBe(true);
});

test("days at a supplier run from when he took it, not from when we heard of it", async () => {
  const { people } = await waiting(d.desk, d.lane);
  const p = await d.sent(people);
  const signed_at = app.clock.now().toISOString();
  await d.goTo(new Date(app.clock.now().getTime() + 2 * 86_400_000));
  await d.act("supplier_parcel_sign", { ...of(p), signed_at, signed_by: "前台" });
  const { list } = await d.admin.call("supplier_original_query", { supplier_id: d.lane.supplier_id, page_size: 100 });
  expect(list.find((o) => o.applicant_id === people[0])).toMatchObject({ held_since: signed_at, days: 2 });
});

test("the limit of what a supplier holds counts passports, not the photos and forms beside them", async () => {
  const { people } = await waiting(d.desk, d.lane, 2);
  const [photo = 0, passport = 0] = (await originalsOf(d.desk, people)).map((m) => m.id);
  await rows(app.db, q`update applicant_materials set sub_type = 'photo' where id = ${photo}`);
  const [one, other] = [await d.sealed(people.slice(0, 1)), await d.sealed(people.slice(1))];
  const held = await row<{ n: number }>(
    app.db,
    q`select count(*)::int as n from applicant_materials where holder_supplier_id = ${d.lane.supplier_id} or (holder = 'courier' and id <> ${passport})`,
  );
  await rows(app.db, q`update suppliers set originals_limit = ${held?.n ?? 0} where id = ${d.lane.supplier_id}`);
  expect((await d.act("supplier_parcel_send", { ...of(one), ...d.way() })).stage).toBe("in_transit");
  await rows(app.db, q`update suppliers set originals_limit = 1 where id = ${d.lane.supplier_id}`);
  await rows(app.db, q`update applicant_materials set holder = 'supplier', holder_supplier_id = ${d.lane.supplier_id} where id = ${photo}`);
  await rows(app.db, q`update applicant_materials set sub_type = 'passport' where id = ${photo}`);
  expect((await d.refused("supplier_parcel_send", { ...of(other), ...d.way() }))[0]).toBe("confirm_needed");
});
