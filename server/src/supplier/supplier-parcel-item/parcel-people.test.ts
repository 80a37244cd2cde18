/** Who goes into a parcel: only whom its packer may know of, only what lies where it is said to lie. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { give, laneOf, originalsOf, packerOf, sentBefore, waiting, type Lane } from "../../testing/make/parcel.ts";
import { DAY, of, parcelDeskOf, type Parcel, type ParcelDesk } from "../../testing/make/parcel-desk.ts";

let app: TestApp;
let d: ParcelDesk;
let lane: Lane;
let second: Lane;
let packer: Client;
beforeAll(async () => {
  app = await testApp();
  d = await parcelDeskOf(app);
  lane = d.lane;
  second = await laneOf(d.desk, 1);
  await packerOf(app.db, app.clock.now());
  packer = await app.as("packer");
});
const base = () => ({ supplier_id: lane.supplier_id, purpose: "submit" as const, mode: "express" as const });
const inDays = (n: number): string => new Date(app.clock.now().getTime() + n * DAY).toISOString().slice(0, 10);
/** Everybody from before has gone elsewhere. */
const nobodyWaits = () =>
  rows(app.db, q`update supplier_assignments set released_at = ${app.clock.now()}, release_reason = '改派' where released_at is null`);

test("a batch out of sight is taken into no parcel, as if it were not there", async () => {
  const { people } = await waiting(d.desk, lane);
  const batch = await d.act("submission_batch_add", { applicant_ids: people, plan_date: d.desk.today() });
  const asked = (batch_id: number) => d.refused("supplier_parcel_add", { ...base(), items: [], batch_id }, packer);
  expect(await asked(batch.id)).toEqual(["not_found", "批次不存在或无权查看"]);
  expect(await asked(99_999_999)).toEqual(await asked(batch.id));
});

test("an applicant whom nobody has and one of another supplier are refused alike", async () => {
  const { people } = await waiting(d.desk, lane);
  await give(d.desk, people, second.supplier_id, d.desk.today());
  const p = await d.add([]);
  for (const applicant_id of [people[0] ?? 0, 99_999_999]) {
    const items = [{ applicant_id, name: "照片" }];
    const told = ["guard_failed", "申请人不存在或未派给该供应商"];
    expect(await d.refused("supplier_parcel_add", { ...base(), items }, packer)).toEqual(told);
    expect(await d.refused("supplier_parcel_item_add", { ...of(p), items })).toEqual(told);
  }
});

test("a supplier announces what lies with it, not what lies with another", async () => {
  const { people } = await waiting(d.desk, lane);
  const items = await d.itemsOf(people);
  const announce = () => d.refused("supplier_parcel_expect", { ...base(), purpose: "result", ...d.way(), items });
  const lies = (holder: string, supplier_id: number | null) =>
    rows(
      app.db,
      q`update applicant_materials set holder = ${holder}, holder_supplier_id = ${supplier_id} where id = ${items[0]?.material_id}`,
    );
  await lies("supplier", second.supplier_id);
  expect((await announce())[1]).toMatch(/不在该供应商处$/);
  // Handed in by another one, who has him now.
  await lies("embassy", null);
  await rows(app.db, q`update applicants set supplier_id = ${second.supplier_id} where id = ${people[0]}`);
  expect((await announce())[1]).toMatch(/不在该供应商处$/);
  await rows(app.db, q`update applicants set supplier_id = ${lane.supplier_id} where id = ${people[0]}`);
  expect((await announce())[0]).toBeUndefined();
  expect(await originalsOf(d.desk, people)).toMatchObject([{ holder: "courier" }]);
});

test("a difference settled as lost leaves what came back meanwhile where it is, and what is on its way again", async () => {
  for (const isSentAgain of [false, true]) {
    const { people } = await waiting(d.desk, lane);
    const short = await d.counted(people, "missing");
    const material_ids = (await originalsOf(d.desk, people)).map((m) => m.id);
    await d.act("custody_move", { material_ids, to_holder: "us", note: "客户送来" });
    if (isSentAgain) await d.sent(people);
    const { items } = await d.now(short.id);
    const settled = items.map((i) => ({ item_id: i.id, resolution: "compensated" as const, resolution_note: "已赔付" }));
    expect(await d.act("supplier_parcel_resolve", { ...of(short), rows: settled })).toMatchObject({ stage: "done" });
    expect(await originalsOf(d.desk, people)).toMatchObject([{ holder: isSentAgain ? "courier" : "us" }]);
  }
});

test("a courier's word: held up, on its way again, given back, and then its originals are free for another parcel", async () => {
  const { people } = await waiting(d.desk, lane);
  const p = await d.sent(people);
  const held = await d.act("supplier_parcel_track", { ...of(p), to: "problem", track_text: "地址不详" });
  expect(held).toMatchObject({ stage: "problem", track_text: "地址不详" });
  expect((await d.now(p.id)).acts.map((a) => a.act)).toEqual(["sign", "track", "lose"]);
  expect((await d.refused("supplier_parcel_track", { ...of(held), to: "problem", track_text: "仍无进展" }))[0]).toBe("state_changed");
  const going = await d.act("supplier_parcel_track", { ...of(held), to: "in_transit", track_text: "重新派送" });
  expect(going.stage).toBe("in_transit");
  const back = await d.act("supplier_parcel_track", { ...of(going), to: "returned", track_text: "收件人拒收" });
  expect(back.stage).toBe("returned");
  expect((await d.now(p.id)).acts).toEqual([]);
  expect(await originalsOf(d.desk, people)).toMatchObject([{ holder: "us" }]);
  expect((await d.sent(people)).stage).toBe("in_transit");
});

test("who is moved to another day leaves the list and the line of its batch", async () => {
  const { people } = await waiting(d.desk, lane, 2);
  const [first = 0] = people;
  const batch = await d.act("submission_batch_add", { applicant_ids: people, plan_date: d.desk.today() });
  const p = await d.packed([], { batch_id: batch.id });
  const item_ids = p.items.filter((i) => i.applicant_id === first).map((i) => i.id);
  const later = "2026-11-26";
  await d.act("supplier_parcel_item_remove", { ...of(p), item_ids, planned_date: later });
  const line = q`select line_status from submissions where batch_id = ${batch.id} and applicant_id = ${first}`;
  expect(await row(app.db, line)).toEqual({ line_status: "removed" });
  expect(await row(app.db, q`select planned_date from supplier_assignments where applicant_id = ${first} and released_at is null`)).toEqual(
    { planned_date: later },
  );
  const [, other = 0] = people;
  await d.scanAll(p, [other]);
  expect((await d.seal(p.id)).stage).toBe("sealed");
});

test("sealing names whoever is expected and stays behind, until that is confirmed", async () => {
  await nobodyWaits();
  const [{ people }, left] = [await waiting(d.desk, lane), await waiting(d.desk, lane)];
  const { applicant_no } = await d.desk.person(left.people[0] ?? 0);
  const p = await d.packed(people);
  const body = { ...of(p), passport_count: 1 };
  expect(await d.refused("supplier_parcel_seal", body)).toEqual([
    "confirm_needed",
    `还有 1 位应寄申请人不在清单：${applicant_no}，请装入，或确认本次不寄`,
  ]);
  expect((await d.now(p.id)).stage).toBe("packing");
  expect((await d.act("supplier_parcel_seal", { ...body, confirm_missing: true })).stage).toBe("sealed");
  const { list } = await d.admin.call("supplier_parcel_log_query", { id: p.id });
  expect(list[0]?.changes).toContainEqual(expect.objectContaining({ label: "本次不寄", after: applicant_no }));
});

test("whom it goes to changes while it is packed, not once its parties are written", async () => {
  const { people } = await waiting(d.desk, lane);
  const p = await d.packed(people);
  const open = await d.act("supplier_parcel_update", { ...of(p), contact_id: lane.contact_id });
  const sealed = await d.seal(open.id);
  expect((await d.refused("supplier_parcel_update", { ...of(sealed), contact_id: lane.contact_id }))[0]).toBe("state_changed");
  expect((await d.act("supplier_parcel_update", { ...of(sealed), note: "易碎" })).note).toBe("易碎");
});

test("今日应寄: until when the contact takes papers in decides, and its count is its people", async () => {
  await nobodyWaits();
  await waiting(d.desk, lane, 2, inDays(4));
  const due = async () => {
    const { suppliers } = await d.admin.call("supplier_parcel_due_query", {});
    const people = suppliers.reduce((n, s) => n + s.people.length, 0);
    expect((await d.admin.call("supplier_parcel_stat_get", {}))["due"]).toBe(people);
    return people;
  };
  const takes = (until: string) =>
    rows(app.db, q`update supplier_contacts set cut_off = ${until} where supplier_id = ${lane.supplier_id} and 'collect' = any(roles)`);
  const found: number[] = [];
  for (const until of ["23:59", "00:01"]) {
    await takes(until);
    found.push(await due());
  }
  expect(found).toEqual([0, 2]);
});

test("今日应寄 is narrowed by supplier, by person and by the parcel somebody is in; a scan and the board count people, 件 are pieces", async () => {
  await nobodyWaits();
  const { people } = await waiting(d.desk, lane, 3, inDays(0));
  const [first = 0] = people;
  const { applicant_no } = await d.desk.person(first);
  await rows(app.db, q`update applicant_materials set received_count = 3 where applicant_id = ${first} and kind = 2`);
  const found = async (more: object) => (await d.admin.call("supplier_parcel_due_query", more)).suppliers;
  const who = async (more: object) => (await found(more)).flatMap((s) => s.people.map((x) => x.applicant_id)).toSorted((a, b) => a - b);
  const all = people.toSorted((a, b) => a - b);
  expect(await who({})).toEqual(all);
  expect(await who({ keyword: applicant_no })).toEqual([first]);
  expect(await who({ keyword: "NOBODY" })).toEqual([]);
  expect(await who({ supplier_id: [lane.supplier_id] })).toEqual(all);
  expect(await who({ supplier_id: [lane.supplier_id + 1_000] })).toEqual([]);
  expect((await found({ keyword: applicant_no }))[0]?.here).toBe(3);
  const p = await d.add([first]);
  expect(await who({ keyword: p.parcel_no })).toEqual([first]);
  const seal = { ...of(await d.now(p.id)), passport_count: 3 };
  expect(await d.refused("supplier_parcel_seal", seal)).toEqual(["guard_failed", "还有 3 件未核对"]);
});

test("a waybill is found among the caller's own, however many others begin alike", async () => {
  await sentBefore(app.db, "SFALIKE", 1_100, d.admin.id, app.clock.now());
  const mine = await d.act("supplier_parcel_add", { ...base(), items: [], carrier_code: "SF", waybill_no: "SFALIKE999999" }, packer);
  const { list } = await packer.call("supplier_parcel_query", { keyword: "SFALIKE" });
  expect(list.map((p) => p.id)).toEqual([mine.id]);
});

test("parcels stand by their slack, least first, then as they were made; pages and cursors go on from there", async () => {
  await nobodyWaits();
  const days = ["2026-12-04", "2026-11-24", "2026-11-30"];
  const made: Parcel[] = [];
  for (const day of days) made.push(await d.add((await waiting(d.desk, lane, 1, day)).people));
  const bySlack = [1, 2, 0].map((n) => made[n]?.id ?? 0);
  const all = await d.admin.call("supplier_parcel_query", { page_size: 20 });
  expect(all.list.map((p) => p.id).filter((id) => bySlack.includes(id))).toEqual(bySlack);
  expect(all.list.slice(0, 3).map((p) => p.id)).toEqual(bySlack);
  const pages: number[] = [];
  let cursor: string | undefined;
  for (let page = 1; page <= 20; page++) {
    const one = await d.admin.call("supplier_parcel_query", { page_size: 5, ...(cursor ? { cursor } : { page: 1 }) });
    pages.push(...one.list.map((p) => p.id));
    if (!one.cursor || pages.length >= 20) break;
    cursor = one.cursor;
  }
  expect(pages.slice(0, 20)).toEqual(all.list.map((p) => p.id));
  const third = await d.admin.call("supplier_parcel_query", { page_size: 5, page: 3 });
  expect(third.list.map((p) => p.id)).toEqual(pages.slice(10, 15));
});

test("the log of the desk names who packed and whose papers were packed, added and taken out", async () => {
  const { people } = await waiting(d.desk, lane, 2);
  const numbers = await Promise.all(people.map(async (id) => (await d.desk.person(id)).applicant_no));
  const paper = (n: number): string => `${numbers[n] ?? ""} 护照原件×1`;
  const p = await d.add([]);
  await d.act("supplier_parcel_item_add", { ...of(p), items: await d.itemsOf(people.slice(0, 1)) });
  await d.scanAll(p, people);
  await d.scanAll(p, people.slice(0, 1));
  const { items, version } = await d.now(p.id);
  await d.act("supplier_parcel_item_remove", { id: p.id, version, item_ids: items.map((i) => i.id) });
  const { list } = await d.admin.call("supplier_parcel_log_query", { id: p.id });
  const told = list.flatMap((l) => l.changes.filter((c) => c.field === "items").map((c) => [l.actor_name, c.label, c.before ?? c.after]));
  const { nickname } = (await row<{ nickname: string }>(app.db, q`select nickname from workers where account = 'admin'`)) ?? {};
  expect(told).toEqual([
    [nickname, "移出清单", `${paper(0)}；${paper(1)}`],
    [nickname, "重复扫描", paper(0)],
    [nickname, "已装", paper(1)],
    [nickname, "已装", paper(0)],
    [nickname, "加入清单", paper(0)],
  ]);
});

test("what a supplier may send back is all that lies with it or that it handed in, found by number or order, page by page", async () => {
  const [one, two, lone] = [await waiting(d.desk, lane, 2), await waiting(d.desk, lane), await waiting(d.desk, lane)];
  const all = [...one.people, ...two.people];
  const lies = (people: readonly number[], holder: string, supplier_id: number | null) =>
    rows(
      app.db,
      q`update applicant_materials set holder = ${holder}, holder_supplier_id = ${supplier_id} where applicant_id = any(${[...people]}::int8[]) and kind = 2 and material_status = 'passed'`,
    );
  const asked = (more: Record<string, unknown> = {}) =>
    packer.call("supplier_parcel_source_query", { supplier_id: lane.supplier_id, page_size: 100, ...more });
  const before = (await asked()).total ?? 0;
  await lies(one.people, "supplier", lane.supplier_id);
  await lies(two.people, "embassy", null);
  await lies(lone.people, "supplier", second.supplier_id);
  const { list, total } = await asked();
  expect(total).toBe(before + 3);
  const found = list.filter((o) => all.includes(o.applicant_id));
  expect(new Set(found.map((o) => o.applicant_id))).toEqual(new Set(all));
  expect(found.every((o) => o.is_passport && /\*/.test(o.passport_no ?? ""))).toBe(true);
  expect(list.some((o) => lone.people.includes(o.applicant_id))).toBe(false);
  const { applicant_no } = await d.desk.person(two.people[0] ?? 0);
  expect((await asked({ keyword: applicant_no })).list.map((o) => o.applicant_no)).toEqual([applicant_no]);
  const order = (await asked({ keyword: one.order_no, page_size: 1 })) as { list: { applicant_id: number }[]; total?: number };
  expect([order.list.length, order.total]).toEqual([1, 2]);
  // Outside of the caller's orders nothing is found by what no row shows.
  const [hidden] = await rows<{ tail: string; sound: string }>(
    app.db,
    q`select right(o.contact_mobile_tail, 4) as tail, lower(a.surname_en) as sound from applicants a join orders o on o.id = a.order_id where a.id = ${one.people[0]}`,
  );
  expect([hidden?.tail.length, (hidden?.sound.length ?? 0) > 1]).toEqual([4, true]);
  for (const keyword of [hidden?.tail, hidden?.sound])
    expect((await asked({ keyword })).list.filter((o) => one.people.includes(o.applicant_id))).toEqual([]);
  const items = found.map((o) => ({ applicant_id: o.applicant_id, material_id: o.id, name: o.name, count: o.count }));
  const way = { ...base(), purpose: "result" as const };
  const [stray] = await d.itemsOf(lone.people);
  expect((await d.refused("supplier_parcel_expect", { ...way, ...d.way(), items: stray ? [...items, stray] : [] }))[1]).toMatch(
    /不在该供应商处$|不存在或未派给该供应商$/,
  );
  const many = items.map((i) => ({ ...i, count: 99 }));
  expect((await d.refused("supplier_parcel_expect", { ...way, ...d.way(), items: many }))[1]).toMatch(/只有 1 件$/);
  const called = items.map((i) => ({ ...i, name: "现金一万元" }));
  const back = await d.act("supplier_parcel_expect", { ...way, ...d.way(), items: called });
  expect((await d.now(back.id)).items.map((i) => i.name)).toEqual(found.map((o) => o.name));
  expect(new Set((await d.now(back.id)).items.map((i) => i.applicant_id))).toEqual(new Set(all));
  expect((await asked()).total).toBe(before);
});
