/** Whose hands originals are in once somebody is submitted. */
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
/** Somebody whose papers lie here and who stands in the terms of his supplier. */
const ready = async (people = 1): Promise<number[]> => {
  const made = await waiting(desk, lane, people);
  await rows(app.db, q`update applicants set settle_price = 103000 where order_id = ${made.id}`);
  return made.people;
};
const day = { submit_date: "" };
const submitted = (id: number, more: Record<string, unknown> = {}) => desk.move("applicant_submit", id, { ...day, ...more });
beforeAll(() => {
  day.submit_date = desk.today();
});
/** The mission asks for a supplement, and everything is there again. */
async function supplemented(id: number): Promise<void> {
  const { materials } = await desk.person(id);
  const asked = materials.find((m) => m.kind === 1 && m.material_status === "passed");
  const items = [{ material_id: asked?.id, reject_code: "unclear", reject_text: "请重新提供" }];
  await desk.move("applicant_embassy_supplement", id, { items, due_date: desk.today() });
  await rows(app.db, q`update applicant_materials set material_status = 'passed' where id = ${asked?.id}`);
  await rows(app.db, q`update applicants set applicant_status = 'awaiting_submission' where id = ${id}`);
}
const batchOf = (people: number[]) => desk.call("submission_batch_add", { applicant_ids: people, plan_date: desk.today() });
const scan = async (id: number, person: number) =>
  desk.call("submission_batch_scan", { id, code: (await desk.person(person)).applicant_no });
const versionOf = async (id: number): Promise<number> =>
  (await row<{ version: number }>(app.db, q`select version from submission_batches where id = ${id}`))?.version ?? 0;
const submitBatch = async (id: number) => {
  return (await desk.call("submission_batch_submit", { id, version: await versionOf(id), ...day })).list;
};

test("nobody is submitted whose original is lost, alone, in a selection or in a batch: the paper is named", async () => {
  const [id = 0, other = 0] = await ready(2);
  await rows(
    app.db,
    q`update applicant_materials set holder = 'lost' where applicant_id = ${id} and kind = 2 and material_status = 'passed'`,
  );
  const said = /^护照 .+ 已登记遗失，请找回或补寄后再送签$/;
  const refused = await desk.refusedMove("applicant_submit", id, day);
  expect([refused.code, refused.msg]).toEqual(["guard_failed", expect.stringMatching(said)]);
  const batch = await batchOf([id, other]);
  const lines = await submitBatch(batch.id);
  expect(lines.map((l) => l.ok)).toEqual([false, true]);
  expect(lines[0]?.msg).toContain("已登记遗失");
  await desk.call("submission_batch_line_remove", { id: batch.id, version: await versionOf(batch.id), applicant_id: id });
  const { list } = await desk.call("applicant_move_batch", { move: "submit", ids: [id], ...day });
  expect(list[0]).toMatchObject({ ok: false, msg: expect.stringContaining("已登记遗失") });
  // A group is served by its other paper, and what is waived is not needed.
  await rows(app.db, q`update applicant_materials set material_status = 'waived' where applicant_id = ${id} and kind = 2`);
  await submitted(id);
  expect((await desk.person(id)).applicant_status).toBe("in_embassy");
});

test("what lies here stays here unless the submission takes it along", async () => {
  const [stays = 0, goes = 0, ...more] = await ready(4);
  await submitted(stays);
  await submitted(goes, { with_originals: true });
  expect(await originalsOf(desk, [stays, goes])).toMatchObject([
    { holder: "us", holder_supplier_id: null },
    { holder: "supplier", holder_supplier_id: lane.supplier_id },
  ]);
  const [m] = await originalsOf(desk, [goes]);
  expect(
    await rows(
      app.db,
      q`select c.supplier_id, b.batch_status from custodies c join submission_batches b on b.id = c.batch_id where c.material_id = ${m?.id}`,
    ),
  ).toEqual([{ supplier_id: lane.supplier_id, batch_status: "submitted" }]);
  const selection = (ids: number[], with_originals: boolean) =>
    desk.call("applicant_move_batch", { move: "submit", ids, ...day, with_originals });
  await selection(more.slice(0, 1), false);
  await selection(more.slice(1), true);
  expect(await holders(more)).toEqual(["us", "supplier"]);
});

test("of a batch those go along who were scanned; what its parcel did not carry stays here", async () => {
  const people = await ready(2);
  const batch = await batchOf(people);
  await scan(batch.id, people[0] ?? 0);
  expect((await submitBatch(batch.id)).every((l) => l.ok)).toBe(true);
  expect(await holders(people)).toEqual(["supplier", "us"]);

  // Back from the mission and submitted again: the first batch's scan says nothing of what lies here now.
  const [again = 0] = people;
  await rows(app.db, q`update applicant_materials set holder = 'us', holder_supplier_id = null where applicant_id = ${again} and kind = 2`);
  await supplemented(again);
  await submitted(again, { with_originals: false });
  expect(await holders([again])).toEqual(["us"]);

  const carried = await ready(1);
  const { id } = await batchOf(carried);
  const p = await d.add([], { batch_id: id });
  await d.scanAll(p, carried);
  const sent = await d.act("supplier_parcel_send", { ...of(await d.seal(p.id)), ...d.way() });
  await rows(
    app.db,
    q`update applicant_materials set material_status = 'passed', holder = 'us' where id = (select min(id) from applicant_materials where applicant_id = ${carried[0]} and kind = 2 and material_status = 'waived')`,
  );
  await submitBatch(id);
  expect((await holders(carried)).toSorted()).toEqual(["courier", "us"]);
  await d.collected(sent);
  await d.sign(sent);
  expect((await holders(carried)).toSorted()).toEqual(["supplier", "us"]);
});

test("what is packed for a parcel, or lies with another supplier, is not handed in beside it", async () => {
  const [id = 0] = await ready();
  const p = await d.add([id]);
  const packed = await desk.refusedMove("applicant_submit", id, { ...day, with_originals: true });
  expect(packed.msg).toMatch(new RegExp(`^护照 .+ 在交接单 ${p.parcel_no} 中，请寄出或移出清单后再送签$`));
  expect(await holders([id])).toEqual(["us"]);

  const [far = 0] = await ready();
  const other = (await laneOf(desk, 1)).supplier_id;
  await rows(
    app.db,
    q`update applicant_materials set holder = 'supplier', holder_supplier_id = ${other} where applicant_id = ${far} and kind = 2 and material_status = 'passed'`,
  );
  expect((await desk.refusedMove("applicant_submit", far, day)).msg).toMatch(/^护照 .+ 仍在其他供应商处，请先取回$/);

  const [lined = 0] = await ready();
  const batch = await batchOf([lined]);
  const waits = await d.add([], { batch_id: batch.id });
  expect((await desk.refusedMove("applicant_submit", lined, day)).msg).toBe(`请在交接单 ${waits.parcel_no} 寄出，或先作废该交接单`);
});

test("after a supplement of the mission he goes with others again, in a batch or a selection; his first batch still tells that he was in it", async () => {
  const people = await ready(4);
  const [first = 0, second = 0, third = 0, fourth = 0] = people;
  const batch = await batchOf([first, second]);
  expect((await submitBatch(batch.id)).every((l) => l.ok)).toBe(true);
  for (const id of [first, second]) await supplemented(id);
  const again = await batchOf([first, third]);
  expect((await submitBatch(again.id)).map((l) => l.ok)).toEqual([true, true]);
  const { list } = await desk.call("applicant_move_batch", { move: "submit", ids: [second, fourth], ...day });
  expect(list).toMatchObject([{ ok: true }, { ok: true }]);
  const lines = await rows<{ id: number; states: string[] }>(
    app.db,
    q`select applicant_id as id, array_agg(line_status order by id) as states from submissions where applicant_id = any(${people}::int8[]) group by 1 order by 1`,
  );
  expect(lines.map((l) => l.states)).toEqual([["past", "submitted"], ["past", "submitted"], ["submitted"], ["submitted"]]);
  const told = await d.admin.call("submission_batch_get", { id: batch.id });
  expect([told.batch_status, told.line_count, told.lines.map((l) => l.line_status)]).toEqual(["submitted", 2, ["past", "past"]]);
});
