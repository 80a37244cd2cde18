/** Parcels to and from suppliers: never twice, never short, never moved by halves; and one from packing to its end. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import type { OrderDesk } from "../../testing/make/order.ts";
import { give, laneOf, originalsOf, packerOf, waiting, type Lane } from "../../testing/make/parcel.ts";
import { DAY, of, parcelDeskOf, type ParcelDesk } from "../../testing/make/parcel-desk.ts";

let app: TestApp;
let d: ParcelDesk;
let desk: OrderDesk;
let admin: Client;
let lane: Lane;
let proof: string;
beforeAll(async () => {
  app = await testApp();
  d = await parcelDeskOf(app);
  ({ desk, admin, lane } = d);
  proof = await desk.file("image/jpeg", 1_000, ["admin"]);
});

test("supplier 16: an original is never in two open parcels under concurrent scans; after cancel it is free", async () => {
  const { people } = await waiting(desk, lane);
  const parcels = await Promise.all([d.add([]), d.add([]), d.add([]), d.add([])]);
  const code = (await desk.person(people[0] ?? 0)).passport_no ?? "";
  expect(code).toContain("****");
  const answers = await Promise.all(parcels.map((p) => admin.raw("supplier_parcel_item_scan", { id: p.id, code: "E10000000" })));
  expect(answers.filter((a) => a.ret === 0)).toHaveLength(1);
  const winner = parcels[answers.findIndex((a) => a.ret === 0)];
  for (const a of answers.filter((x) => x.ret !== 0))
    expect([(a.body as { code: string }).code, a.msg]).toEqual(["duplicate", `护照 ${code} 已在 ${winner?.parcel_no} 中`]);
  await d.act("supplier_parcel_cancel", { ...of(await d.now(winner?.id ?? 0)), reason: "装错了" });
  const [other] = parcels.filter((p) => p !== winner);
  expect(await d.act("supplier_parcel_item_scan", { id: other?.id ?? 0, code: "0000" })).toMatchObject({
    outcome: "packed",
    packed: 1,
    missing: 0,
  });
  expect(await d.act("supplier_parcel_item_scan", { id: other?.id ?? 0, code: "0000" })).toMatchObject({ outcome: "already" });
});

test("supplier 17: typed 11 of 12 is refused; somebody re-routed after packing blocks the seal", async () => {
  const { people } = await waiting(desk, lane, 12);
  const p = await d.add(people);
  const seal = async (passport_count: number) => d.refused("supplier_parcel_seal", { ...of(await d.now(p.id)), passport_count });
  expect(await seal(12)).toEqual(["guard_failed", "还有 12 件未核对"]);
  await d.scanAll(p, people);
  expect(await seal(11)).toEqual(["count_mismatch", "护照数不符：清单 12，清点 11"]);
  const [moved = 0] = people;
  const { applicant_no } = await desk.person(moved);
  await give(desk, [moved], (await laneOf(desk, 1)).supplier_id, desk.today());
  expect(await seal(12)).toEqual(["guard_failed", `${applicant_no} 已改派，请移出`]);
  const before = await d.now(p.id);
  expect(before.acts.find((a) => a.act === "seal")).toEqual({ act: "seal", ok: false, missing: `${applicant_no} 已改派，请移出` });
  const item_ids = before.items.filter((i) => i.moved_to !== null).map((i) => i.id);
  await d.act("supplier_parcel_item_remove", { ...of(before), item_ids });
  const done = await d.act("supplier_parcel_seal", { ...of(await d.now(p.id)), passport_count: 11 });
  expect(done).toMatchObject({ stage: "sealed", passports: 11, list_version: 1 });
  expect((await d.act("supplier_parcel_unseal", { ...of(done), reason: "换箱子" })).stage).toBe("packing");
});

test("supplier 18: nothing reported until 18:00 of the second working day counts as complete", async () => {
  for (const [signed, due] of [
    ["2026-09-30T02:00:00.000Z", "2026-10-09T10:00:00.000Z"],
    ["2026-02-13T02:00:00.000Z", "2026-02-24T10:00:00.000Z"],
  ] as const) {
    const at = app.clock.now();
    await d.goTo(new Date(Date.parse(signed) - 3_600_000));
    const { people } = await waiting(desk, lane);
    const p = await d.sent(people);
    await d.goTo(new Date(signed));
    await d.act("supplier_parcel_sign", { ...of(p), signed_at: signed, signed_by: "前台" });
    await d.goTo(new Date(Date.parse(due) - 60_000));
    await app.runJobs();
    expect((await d.now(p.id)).stage).toBe("signed");
    await d.goTo(new Date(due));
    await app.runJobs();
    expect(await d.now(p.id)).toMatchObject({ stage: "done", is_auto_counted: true, issue_count: 0 });
    await d.goTo(at);
  }
}, 60_000);

describe("supplier 19: a batch's parcel", () => {
  const batchOf = async (people: number[]) => desk.call("submission_batch_add", { applicant_ids: people, plan_date: desk.today() });

  test("sending hands the batch over, moves custody and opens one express row", async () => {
    const { people } = await waiting(desk, lane, 2);
    const batch = await batchOf(people);
    const p = await d.add([], { batch_id: batch.id });
    expect(p).toMatchObject({ item_count: 2, passports: 2, batch_no: batch.batch_no });
    await d.scanAll(p, people);
    const { version } = await d.now(p.id);
    const closed = await d.act("supplier_parcel_seal", { id: p.id, version, passport_count: 2 });
    expect(await d.refused("supplier_parcel_send", of(closed))).toEqual(["bad_input", "请填写运单号"]);
    await d.act("supplier_parcel_send", { ...of(closed), carrier_code: "SF", waybill_no: "SF19000001" });
    expect(await row(app.db, q`select batch_status from submission_batches where id = ${batch.id}`)).toEqual({ batch_status: "handed" });
    expect((await originalsOf(desk, people)).map((m) => m.holder)).toEqual(["courier", "courier"]);
    expect(await rows(app.db, q`select type::int as type, express_status, waybill_no from expresses where batch_id = ${batch.id}`)).toEqual(
      [{ type: 2, express_status: "in_transit", waybill_no: "SF19000001" }],
    );
    await d.act("supplier_parcel_sign", {
      ...of(await d.now(p.id)),
      signed_at: app.clock.now().toISOString(),
      signed_by: "前台",
      proof_files: [proof],
    });
    expect(await originalsOf(desk, people)).toMatchObject(people.map(() => ({ holder: "supplier", holder_supplier_id: lane.supplier_id })));
    const [m] = await originalsOf(desk, people);
    expect(await rows(app.db, q`select to_holder, supplier_id from custodies where material_id = ${m?.id} order by id`)).toEqual([
      { to_holder: "courier", supplier_id: null },
      { to_holder: "supplier", supplier_id: lane.supplier_id },
    ]);
  });

  test("failing any of them leaves all unchanged", async () => {
    const { people } = await waiting(desk, lane, 2);
    const batch = await batchOf(people);
    const p = await d.add([], { batch_id: batch.id });
    await d.scanAll(p, people);
    const closed = await d.act("supplier_parcel_seal", { ...of(await d.now(p.id)), passport_count: 2 });
    const all = () =>
      Promise.all([
        originalsOf(desk, people),
        rows(app.db, q`select to_jsonb(b) as b from submission_batches b where id = ${batch.id}`),
        rows(app.db, q`select to_jsonb(e) as e from expresses e where batch_id = ${batch.id}`),
        rows(app.db, q`select to_jsonb(t) as t from supplier_parcels t where id = ${p.id}`),
      ]);
    const before = await all();
    // The waybill of another parcel fails the express row, after the batch was handed over.
    expect(await d.refused("supplier_parcel_send", { ...of(closed), carrier_code: "SF", waybill_no: "SF19000001" })).toEqual([
      "duplicate",
      "运单号已存在：SF19000001",
    ]);
    expect(await all()).toEqual(before);
    await rows(app.db, q`update submissions set passport_scanned_at = null where batch_id = ${batch.id} and applicant_id = ${people[0]}`);
    expect((await d.refused("supplier_parcel_send", { ...of(closed), carrier_code: "SF", waybill_no: "SF19000002" }))[0]).toBe(
      "count_mismatch",
    );
    expect(await all()).toEqual(before);
    await d.act("supplier_parcel_cancel", { ...of(closed), reason: "测试完成" });
    expect(await row(app.db, q`select batch_status from submission_batches where id = ${batch.id}`)).toEqual({ batch_status: "draft" });
  });
});

test("supplier 20: lost after three working days at the earliest; found again it is as before, and both stay in the log", async () => {
  const { people, id: made } = await waiting(desk, lane);
  const p = await d.sent(people);
  const body = { reason: "快递查无此件", proof_files: [proof] };
  expect((await d.refused("supplier_parcel_lose", { ...of(p), ...body }))[1]).toMatch(/^寄出满3个工作日后才能登记遗失/);
  const at = app.clock.now();
  await d.goTo(new Date("2026-11-25T02:00:00.000Z"));
  const marked = async () => {
    const { list } = await admin.call("order_query", { flag: ["originals_lost"] });
    const order = await admin.call("order_get", { id: made });
    expect(order.flags.includes("originals_lost")).toBe(list.some((o) => o.id === made));
    return list.map((o) => [o.id, o.flags.includes("originals_lost")]);
  };
  expect(await marked()).toEqual([]);
  const lost = await d.act("supplier_parcel_lose", { ...of(p), ...body });
  expect(lost.stage).toBe("lost");
  expect(await marked()).toEqual([[made, true]]);
  expect(await originalsOf(desk, people)).toMatchObject([{ holder: "lost" }]);
  const back = await d.act("supplier_parcel_find", { ...of(lost), reason: "网点找到", proof_files: [proof] });
  expect(back.stage).toBe("in_transit");
  expect(await originalsOf(desk, people)).toMatchObject([{ holder: "courier" }]);
  expect(await marked()).toEqual([]);
  const { list } = await admin.call("supplier_parcel_log_query", { id: p.id });
  expect(list.map((l) => l.label)).toEqual(expect.arrayContaining(["登记遗失", "找回"]));
  await d.goTo(at);
});

test("supplier 21: counter parcel_todo, tab and list total are the same for every scope; own sees its own", async () => {
  const { people } = await waiting(desk, lane);
  await d.sent(people);
  const at = app.clock.now();
  await d.goTo(new Date("2026-11-27T02:00:00.000Z"));
  const same = async (by: Client): Promise<number> => {
    const stat = await by.call("supplier_parcel_stat_get", {});
    const page = await by.call("supplier_parcel_query", { tab: "todo" });
    expect([page.total, page.list.length]).toEqual([stat["todo"], Math.min(20, stat["todo"] ?? 0)]);
    return stat["todo"] ?? 0;
  };
  expect(await same(admin)).toBeGreaterThan(0);
  await packerOf(app.db, at);
  const packer = await app.as("packer");
  expect(await same(packer)).toBe(0);
  const [first] = (await admin.call("supplier_parcel_query", {})).list;
  expect((await packer.raw("supplier_parcel_get", { id: first?.id })).msg).toBe("交接单不存在或无权查看");
  await d.goTo(at);
});

test("a scan beyond the expected set is a look-up: told to nobody for nothing, counted and logged", async () => {
  const { people } = await waiting(desk, lane);
  await give(desk, people, (await laneOf(desk, 1)).supplier_id, desk.today());
  const packer = await app.as("packer");
  const p = await d.act("supplier_parcel_add", { supplier_id: lane.supplier_id, purpose: "submit", mode: "express", items: [] }, packer);
  const looks = async (): Promise<number> =>
    (
      await row<{ n: number }>(
        app.db,
        q`select count(*)::int as n from operation_logs where kind = 'reveal' and result = 'ok' and actor_id = ${packer.id}`,
      )
    )?.n ?? 0;
  expect(await d.refused("supplier_parcel_item_scan", { id: p.id, code: "E99999999" }, packer)).toEqual([
    "not_found",
    "不在应寄名单：E****9999",
  ]);
  expect(await looks()).toBe(1);
  expect((await d.refused("supplier_parcel_item_scan", { id: p.id, code: "7777" }, packer))[0]).toBe("not_found");
  const { applicant_no } = await desk.person(people[0] ?? 0);
  expect(await d.refused("supplier_parcel_item_scan", { id: p.id, code: applicant_no }, packer)).toEqual([
    "guard_failed",
    `${applicant_no} 申请人不存在或未派给该供应商`,
  ]);
  // One that nobody has is answered alike.
  expect(await d.refused("supplier_parcel_item_scan", { id: p.id, code: "V990101000001-01" }, packer)).toEqual([
    "guard_failed",
    "V990101000001-01 申请人不存在或未派给该供应商",
  ]);
  expect(await looks()).toBe(1);
});

test("supplier 24: packed, sealed, printed, sent, signed, counted alone; back with one missing, cleared up", async () => {
  const { people } = await waiting(desk, lane, 2);
  const due = await admin.call("supplier_parcel_due_query", { date: desk.today() });
  expect(due.suppliers.find((s) => s.supplier_id === lane.supplier_id)?.people.map((x) => x.applicant_id)).toEqual(
    expect.arrayContaining(people),
  );
  const p = await d.sealed(people);
  const print = await d.act("supplier_parcel_print", { id: p.id, with_numbers: true });
  expect(print.full_numbers.map((n) => n.number)).toEqual(["E10000000", "E10000001"]);
  expect(print.items.map((i) => i.passport_no)).toEqual(["E****0000", "E****0001"]);
  expect(print).toMatchObject({
    prints: [{ list_version: 1, with_numbers: true, is_void: false }],
    address_text: expect.stringMatching(/^上海市.+号/),
  });
  const out = await d.act("supplier_parcel_send", { ...of(p), carrier_code: "SF", waybill_no: "SF24000001" });
  const at = app.clock.now();
  await d.goTo(new Date(at.getTime() + DAY));
  await d.act("supplier_parcel_sign", { ...of(out), signed_at: app.clock.now().toISOString(), signed_by: "前台", proof_files: [proof] });
  await d.goTo(new Date(at.getTime() + 7 * DAY));
  await app.runJobs();
  expect(await d.now(p.id)).toMatchObject({ stage: "done", is_auto_counted: true });
  const back = await d.act("supplier_parcel_expect", {
    supplier_id: lane.supplier_id,
    purpose: "result",
    mode: "express",
    carrier_code: "SF",
    waybill_no: "SF24000002",
    items: await d.itemsOf(people),
  });
  expect(back).toMatchObject({ type: 5, stage: "in_transit", item_count: 2 });
  const arrived = await d.act("supplier_parcel_sign", {
    ...of(back),
    signed_at: app.clock.now().toISOString(),
    signed_by: "收发室",
    proof_files: [proof],
  });
  expect((await originalsOf(desk, people)).map((m) => m.holder)).toEqual(["us", "us"]);
  const items = (await d.now(back.id)).items;
  const [here, gone] = items;
  const verdicts = [{ item_id: here?.id ?? 0, verdict: "ok" as const }];
  expect(await d.refused("supplier_parcel_count", { ...of(arrived), verdicts })).toEqual(["guard_failed", "还有 1 件未清点"]);
  const missing = { item_id: gone?.id ?? 0, verdict: "missing" as const };
  expect((await d.refused("supplier_parcel_count", { ...of(arrived), verdicts: [...verdicts, missing] }))[1]).toBe(
    "有差异的物品请填写说明",
  );
  const wrong = await d.act("supplier_parcel_count", { ...of(arrived), verdicts: [...verdicts, { ...missing, issue_note: "袋里没有" }] });
  expect(wrong).toMatchObject({ stage: "exception", issue_count: 1 });
  expect((await originalsOf(desk, people)).map((m) => m.holder)).toEqual(["us", "courier"]);
  const rowsOf = [{ item_id: gone?.id ?? 0, resolution: "found" as const, resolution_note: "夹在别的袋里" }];
  expect(await d.act("supplier_parcel_resolve", { ...of(wrong), rows: rowsOf })).toMatchObject({ stage: "done" });
  expect((await originalsOf(desk, people)).map((m) => m.holder)).toEqual(["us", "us"]);
  await d.goTo(at);
}, 60_000);
