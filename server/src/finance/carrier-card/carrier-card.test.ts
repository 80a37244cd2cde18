/** Monthly cards, and parcels that leave on them by the acts of those who send. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { billOf, FAR, makeCard, parcelOn } from "../../testing/make/carrier.ts";
import { waiting } from "../../testing/make/parcel.ts";
import { of, parcelDeskOf, type ParcelDesk } from "../../testing/make/parcel-desk.ts";

let app: TestApp;
let maker: Client;
let desk: ParcelDesk;
beforeAll(async () => {
  app = await testApp();
  maker = await app.as("finance");
  desk = await parcelDeskOf(app);
});
const carrier = async (): Promise<number> =>
  (await row<{ id: number }>(app.db, q`select id from suppliers where kind = 'express' and supplier_status = 'active' order by id limit 1`))
    ?.id ?? 0;
const body = async (card_no: string) => ({
  supplier_id: await carrier(),
  carrier_code: "SF" as const,
  card_no,
  name: `卡${card_no}`,
  team_id: null,
  rates: FAR,
  bill_day: 3,
});
const add = async (card_no: string, more: object = {}) => maker.raw("carrier_card_add", { ...(await body(card_no)), ...more });

test("a card is a carrier's, its number once per carrier, its rates once per zone and positive", async () => {
  expect((await add("7551-A")).ret).toBe(0);
  const twice = await add("7551-A");
  expect(twice.msg).toContain("已有此月结卡号");
  const other = await row<{ id: number }>(app.db, q`select id from suppliers where kind = 'submit_agency' order by id limit 1`);
  expect((await add("7551-B", { supplier_id: other?.id ?? 0 })).msg).toContain("请选择快递公司");
  expect((await add("7551-C", { rates: [...FAR, ...FAR] })).msg).toContain("同一区域只能有一个运价");
  expect((await add("7551-D", { rates: [] })).msg).toContain("请填写运价");
  for (const first_kg of [-1, 0, 1.5, 2 ** 53]) {
    const bad = await add("7551-E", { rates: [{ zone: "same_city", first_kg, next_kg: 100 }] });
    expect([bad.status, bad.msg.includes("首重") || bad.msg.includes("运价")], String(first_kg)).toEqual([400, true]);
  }
});

test("a card that has a bill stays in use and with its carrier; its rates may change and count for what leaves later", async () => {
  const card = await makeCard(app);
  await parcelOn(app, card, { day: "2026-10-05" });
  await billOf(maker, card.supplier_id);
  const c = await maker.call("carrier_card_get", { id: card.id });
  expect(c.is_billed).toBe(true);
  const off = await maker.raw("carrier_card_update", { id: c.id, version: c.version, is_enabled: false });
  expect([off.body, off.msg]).toMatchObject([{ code: "in_use" }, "已有账单的月结卡不可停用"]);
  const moved = await maker.raw("carrier_card_update", { id: c.id, version: c.version, supplier_id: await carrier() });
  expect(moved.msg).toContain("不能更换快递公司");
  await maker.call("carrier_card_update", {
    id: c.id,
    version: c.version,
    rates: [{ zone: "other_province", first_kg: 2_000, next_kg: 900 }],
  });
  const waybill = await parcelOn(app, card, { day: "2026-11-05", weight_g: 1_500 });
  const costs = await rows<{ estimated_cost: number }>(
    app.db,
    q`select estimated_cost from expresses where card_id = ${card.id} order by id`,
  );
  expect(costs.map((x) => x.estimated_cost)).toEqual([1_800, 2_900]);
  expect(waybill).toBeTruthy();
});

test("a packed parcel that leaves on a card is estimated by weight and place; without a card in use nothing is booked", async () => {
  await rows(app.db, q`update carrier_cards set is_enabled = false where carrier_code = 'SF'`);
  const posted = async (express_id: number) =>
    row<{ amount: number }>(
      app.db,
      q`select l.amount from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts a on a.id = l.account_id
        where j.kind = 'parcel_cost' and j.source_noun = 'express' and j.source_id = ${express_id} and a.code = 'payable_carrier'`,
    );
  const { people } = await waiting(desk.desk, desk.lane, 2);
  const plain = await desk.sealed(people.slice(0, 1));
  const without = await desk.act("supplier_parcel_send", { ...of(plain), ...desk.way() });
  expect([without.estimated_cost, await posted(without.express_id)]).toEqual([null, undefined]);
  await add("7551-SEND");
  const packed = await desk.sealed(people.slice(1, 2));
  const sent = await desk.act("supplier_parcel_send", { ...of(packed), ...desk.way(), weight_g: 1_600 });
  expect(sent.estimated_cost).toBe(2_600);
  expect(await posted(sent.express_id)).toEqual({ amount: -2_600 });
  expect((await desk.now(sent.id)).estimated_cost).toBe(2_600);
});

test("what a supplier lost is taken off what he is owed, once, with the words of whoever cleared it up", async () => {
  const { people } = await waiting(desk.desk, desk.lane, 1);
  const wrong = await desk.counted(people, "missing");
  const items = (await desk.now(wrong.id)).items;
  const rowsOf = items.map((i) => ({ item_id: i.id, resolution: "compensated" as const, resolution_note: "补办护照费用", deduct: 20_000 }));
  const found = rowsOf.map((r) => ({ ...r, resolution: "found" as const }));
  expect((await desk.refused("supplier_parcel_resolve", { ...of(wrong), rows: found }))[1]).toContain("只有已赔付的物品才有扣款");
  await desk.act("supplier_parcel_resolve", { ...of(wrong), rows: rowsOf });
  const posted = await rows(
    app.db,
    q`select a.code, a.owner_id, l.amount from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts a on a.id = l.account_id
      where j.kind = 'supplier_adjust' and j.source_noun = 'supplier_parcel' and j.source_id = ${wrong.id} and a.code = 'payable_supplier'`,
  );
  expect(posted).toEqual(items.map(() => ({ code: "payable_supplier", owner_id: desk.lane.supplier_id, amount: 20_000 })));
});
