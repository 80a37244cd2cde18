/** Parcels while somebody else changes what is inside: judged under locks, on a real PostgreSQL. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { onEmbedded } from "../../testing/database.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { beside, inTurn as bothInTurn, waits } from "../../testing/races.ts";
import { laneOf, originalsOf, waiting, type Lane } from "../../testing/make/parcel.ts";
import { of, parcelDeskOf, type ParcelDesk } from "../../testing/make/parcel-desk.ts";

type Told = [string | undefined, string];

describe.skipIf(onEmbedded())("two at once", () => {
  let app: TestApp;
  let d: ParcelDesk;
  let lane: Lane;
  let second: Lane;
  beforeAll(async () => {
    app = await testApp();
    d = await parcelDeskOf(app);
    lane = d.lane;
    second = await laneOf(d.desk, 1);
  });

  /** Both wait for the order's row, or its person's; then they go on in this order. */
  const inTurn = (
    id: number,
    first: () => Promise<Told>,
    then: () => Promise<Told>,
    table: "orders" | "applicants" = "orders",
  ): Promise<[Told, Told]> => bothInTurn(app, [`select id from ${table} where id = $1 for update`, id], first, then);
  const materials = async (people: readonly number[]): Promise<number[]> => (await originalsOf(d.desk, people)).map((m) => m.id);
  test("what is handed over while its parcel is sent stays where it went, and the parcel stays", async () => {
    const made = await waiting(d.desk, lane);
    const p = await d.sealed(made.people);
    const material_ids = await materials(made.people);
    const { applicant_no } = await d.desk.person(made.people[0] ?? 0);
    const [handed, sent] = await inTurn(
      made.id,
      () => d.refused("custody_move", { material_ids, to_holder: "customer", note: "客户取走" }),
      () => d.refused("supplier_parcel_send", { ...of(p), ...d.way() }),
    );
    expect(handed[0]).toBeUndefined();
    const [m] = await rows<{ name: string }>(app.db, q`select name from applicant_materials where id = ${material_ids[0]}`);
    expect(sent).toEqual(["state_changed", `${applicant_no} 的${m?.name}现在「客户」，请刷新后再试`]);
    expect(await originalsOf(d.desk, made.people)).toMatchObject([{ holder: "customer" }]);
    expect((await d.now(p.id)).stage).toBe("sealed");
  });

  test("who is given to another supplier while his parcel is sent does not go with it", async () => {
    const made = await waiting(d.desk, lane);
    const p = await d.sealed(made.people);
    const [person = 0] = made.people;
    const { applicant_no } = await d.desk.person(person);
    const other = await row<{ id: number }>(
      app.db,
      q`select m.id from supplier_products m join orders o on o.sku_id = m.sku_id where o.id = ${made.id} and m.supplier_id = ${second.supplier_id}`,
    );
    await rows(app.db, q`update applicants set review_passed_at = ${app.clock.now()} where id = ${person}`);
    const [, sent] = await inTurn(
      made.id,
      () => d.refused("supplier_reroute", { rows: [{ applicant_id: person, supplier_product_id: other?.id ?? 0 }], reason: "证照到期" }),
      () => d.refused("supplier_parcel_send", { ...of(p), ...d.way() }),
    );
    expect(
      await rows(app.db, q`select supplier_id from supplier_assignments where applicant_id = ${person} and released_at is null`),
    ).toEqual([{ supplier_id: second.supplier_id }]);
    expect(sent).toEqual(["guard_failed", `${applicant_no} 已改派，请移出`]);
    expect(await originalsOf(d.desk, made.people)).toMatchObject([{ holder: "us" }]);
  });

  test("a parcel that is made for somebody while another one with him is sent waits for it; both are done", async () => {
    const made = await waiting(d.desk, lane);
    const p = await d.sealed(made.people);
    const [person = 0] = made.people;
    const items = [{ applicant_id: person, name: "说明信", count: 1 }];
    const [sent, added] = await inTurn(
      person,
      () => d.refused("supplier_parcel_send", { ...of(p), ...d.way() }),
      () => d.refused("supplier_parcel_add", { supplier_id: lane.supplier_id, purpose: "supplement", mode: "express", items }),
      "applicants",
    );
    expect([sent[0], added[0]]).toEqual([undefined, undefined]);
  });

  test("a batch handed over while one of its people is handed in waits for him; both are answered", async () => {
    const made = await waiting(d.desk, lane);
    const [person = 0] = made.people;
    const batch = await d.admin.call("submission_batch_add", { applicant_ids: [person], plan_date: d.desk.today() });
    await rows(app.db, q`update submissions set passport_scanned_at = ${app.clock.now()} where batch_id = ${batch.id}`);
    await rows(app.db, q`update applicants set supplier_id = ${lane.supplier_id}, settle_price = 10000 where id = ${person}`);
    const { version } = await d.desk.person(person);
    const [submitted, handed] = await inTurn(
      person,
      () => d.refused("applicant_submit", { id: person, version, submit_date: d.desk.today() }),
      () => d.refused("submission_batch_hand_over", { id: batch.id, version: batch.version, handed_to: "领馆" }),
      "applicants",
    );
    expect(submitted[0]).toBeUndefined();
    expect(handed).toEqual(["guard_failed", "批次没有申请人"]);
  });

  test("what came back while it is announced is not on its way", async () => {
    const made = await waiting(d.desk, lane);
    await d.counted(made.people, "ok");
    const items = await d.itemsOf(made.people);
    const [back, announced] = await inTurn(
      made.id,
      () => d.refused("custody_move", { material_ids: items.map((i) => i.material_id), to_holder: "us", note: "自取" }),
      () => d.refused("supplier_parcel_expect", { supplier_id: lane.supplier_id, purpose: "result", mode: "express", ...d.way(), items }),
    );
    expect(back[0]).toBeUndefined();
    expect(announced[0]).toBe("state_changed");
    expect(announced[1]).toContain("现在「我方」，请刷新后再试");
    expect(await originalsOf(d.desk, made.people)).toMatchObject([{ holder: "us" }]);
  });

  test("originals_limit counts what is on its way, and two parcels to one supplier are judged one after the other", async () => {
    const mine = await Promise.all([waiting(d.desk, lane), waiting(d.desk, lane), waiting(d.desk, lane)]);
    const held = await row<{ n: number }>(
      app.db,
      q`select (select count(*)::int from applicant_materials where holder_supplier_id = ${lane.supplier_id})
        + (select count(*)::int from supplier_parcel_items i join supplier_parcels t on t.id = i.parcel_id join expresses e on e.id = t.express_id
            where t.supplier_id = ${lane.supplier_id} and e.express_status = 'in_transit' and e.type = 2 and i.left_at is null) as n`,
    );
    const limit = (n: number) => rows(app.db, q`update suppliers set originals_limit = ${n} where id = ${lane.supplier_id}`);
    await limit((held?.n ?? 0) + 2);
    const parcels = [];
    for (const m of mine) parcels.push(await d.sealed(m.people));
    const [first, ...others] = parcels;
    const send = (p: { id: number; version: number }) => d.refused("supplier_parcel_send", { ...of(p), ...d.way() });
    if (first) expect((await send(first))[0]).toBeUndefined();
    const answers = await Promise.all(others.map(send));
    expect(answers.filter((a) => a[0] === undefined)).toHaveLength(1);
    const refused = answers.findIndex((a) => a[0] === "confirm_needed");
    expect(answers[refused]?.[1]).toMatch(/^超出该供应商原件持有上限 \d+ 本护照：现有 \d+，在途 \d+，本单 1，请填写原因$/);
    const again = others[refused];
    if (again) await d.act("supplier_parcel_send", { ...of(again), ...d.way(), over_limit_reason: "客户急着出行" });
    await limit(300);
  });

  test("the same parcels signed from both ends at once: each call takes them in one order", async () => {
    const parcels = [];
    for (let n = 0; n < 8; n++) parcels.push(await d.sent((await waiting(d.desk, lane)).people));
    const ids = parcels.map((p) => p.id);
    const sign = (list: number[]) => d.act("supplier_parcel_sign_batch", { ids: list, ...d.signing() });
    const [one, two] = await Promise.all([sign(ids), sign(ids.toReversed())]);
    expect(one.done + two.done).toBe(8);
    expect(two.results.map((r) => r.id)).toEqual(ids);
  });

  test("a list is not printed while it is sealed anew", async () => {
    const p = await d.sealed((await waiting(d.desk, lane)).people);
    const printed = await beside(app, "update supplier_parcels set list_version = list_version + 1 where id = $1", [p.id], async () => {
      const call = d.act("supplier_parcel_print", { id: p.id, with_numbers: false });
      await waits(app, 1);
      return { call };
    });
    expect((await printed.call).list_version).toBe(p.list_version + 1);
  });
});
