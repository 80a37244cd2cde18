/** A refused scan says why, of whom this desk may know; a day that somebody has already is no other day. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { give, laneOf, packerOf, waiting, type Lane } from "../../testing/make/parcel.ts";
import { of, parcelDeskOf, type Parcel, type ParcelDesk } from "../../testing/make/parcel-desk.ts";

let app: TestApp;
let d: ParcelDesk;
let second: Lane;
let packer: Client;
beforeAll(async () => {
  app = await testApp();
  d = await parcelDeskOf(app);
  second = await laneOf(d.desk, 1);
  await packerOf(app.db, app.clock.now());
  packer = await app.as("packer");
});
const someone = async (): Promise<{ id: number; no: string }> => {
  const [id = 0] = (await waiting(d.desk, d.lane)).people;
  return { id, no: (await d.desk.person(id)).applicant_no };
};
const scanned = async (p: Parcel, code: string, as?: Client): Promise<string> =>
  (await d.refused("supplier_parcel_item_scan", { id: p.id, code }, as))[1];
const emptyOf = (as: Client): Promise<Parcel> =>
  d.act("supplier_parcel_add", { supplier_id: d.lane.supplier_id, purpose: "submit", mode: "express", items: [] }, as);

test("whoever is given to the supplier: his original did not come, lies elsewhere, or his papers are handed in", async () => {
  const [p, { id, no }] = [await emptyOf(packer), await someone()];
  const lies = (holder: string) =>
    rows(
      app.db,
      q`update applicant_materials set holder = ${holder} where applicant_id = ${id} and material_status = 'passed' and kind = 2`,
    );
  await lies("customer");
  expect(await scanned(p, no, packer)).toBe(`${no} 原件未登记收到，请先登记收件`);
  const tail = await row<{ tail: string }>(app.db, q`select right(passport_no, 4) as tail from applicants where id = ${id}`);
  await rows(
    app.db,
    q`update supplier_assignments set released_at = ${app.clock.now()}, release_reason = '改派' where released_at is null and applicant_id <> ${id}`,
  );
  expect(await scanned(p, tail?.tail ?? "", packer)).toBe(`${no} 原件未登记收到，请先登记收件`);
  await lies("courier");
  expect(await scanned(p, no, packer)).toBe(`${no} 原件在快递，不在我方`);
  await rows(app.db, q`update applicants set applicant_status = 'in_embassy' where id = ${id}`);
  expect(await scanned(p, no, packer)).toBe(`${no} 现在「使馆审核中」，不用再寄`);
});

test("whoever is given to another one: named for who sees his order, as if nobody had him for everybody else", async () => {
  const { id, no } = await someone();
  await give(d.desk, [id], second.supplier_id, d.desk.today());
  const other = await row<{ name: string }>(app.db, q`select short_name as name from suppliers where id = ${second.supplier_id}`);
  expect(await scanned(await d.add([]), no)).toBe(`${no} 派给「${other?.name ?? ""}」`);
  const mine = await emptyOf(packer);
  const told = await scanned(mine, no, packer);
  expect(told).toBe(`${no} 申请人不存在或未派给该供应商`);
  expect((await scanned(mine, "V990101000001-01", packer)).replace("V990101000001-01", no)).toBe(told);
});

test("改日期 to the day that somebody has already is refused, and he stays on the list", async () => {
  const { id } = await someone();
  const p = await d.add([id]);
  const { items } = await d.now(p.id);
  expect(items[0]?.planned_date).toBe(d.desk.today());
  const body = { ...of(p), item_ids: items.map((i) => i.id), planned_date: d.desk.today() };
  expect(await d.refused("supplier_parcel_item_remove", body)).toEqual(["bad_input", `现在就是 ${d.desk.today()} 送签，请选择另一天`]);
  expect((await d.now(p.id)).items).toHaveLength(1);
});

test("a print in full carries whom the courier calls, is told as a look, and a masked one carries the mask alone", async () => {
  const { id } = await someone();
  const sealedContact = await d.admin.call("supplier_contact_query", { supplier_id: d.lane.supplier_id });
  const contact = sealedContact.list.find((c) => c.roles.includes("collect"));
  await d.admin.call("supplier_contact_update", { id: contact?.id ?? 0, version: contact?.version ?? 0, mobile: "13912341000" });
  const p = await d.sealed([id], { contact_id: contact?.id ?? 0 });
  const plain = await d.act("supplier_parcel_print", { id: p.id, with_numbers: false });
  expect([plain.full_party, plain.phone_text]).toEqual([null, expect.stringContaining("139****1000")]);
  const full = await d.act("supplier_parcel_print", { id: p.id, with_numbers: true });
  expect(full.full_party).toEqual({ name: contact?.name, phone: expect.stringContaining("13912341000") });
  expect(full.phone_text).toContain("139****1000");
  const logged = await rows<{ changes: unknown }>(
    app.db,
    q`select changes from operation_logs where kind = 'reveal' and noun = 'supplier_parcel' and noun_id = ${p.id} and changes::text like '%手机%'`,
  );
  expect(logged).toHaveLength(1);
});
