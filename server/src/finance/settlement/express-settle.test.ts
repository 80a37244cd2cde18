/** Bills of carriers: estimated when a parcel leaves, compared by waybill, judged, agreed upon, paid. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { asWrite } from "../../testing/ctx.ts";
import { bill, billLines, billOf, importBill, makeCard, parcelOn, type Card } from "../../testing/make/carrier.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { confirmBody, key, standing, third, workerIds } from "../../testing/make/settlement.ts";
import { generateFor } from "./settle-generate.ts";

let app: TestApp;
let maker: Client;
let checker: Client;
let other: Client;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp();
  [maker, checker, other] = [await app.as("finance"), await app.as("admin"), await third(app)];
  desk = new OrderDesk(app.database, app.clock, await workerIds(app.db));
});
const paidOrder = async (): Promise<{ id: number; order_no: string }> => {
  const { id } = await desk.order();
  await desk.pay(id);
  const o = await row<{ order_no: string }>(app.db, q`select order_no from orders where id = ${id}`);
  return { id, order_no: o?.order_no ?? "" };
};
const judge = async (id: number, line_ids: number[], verdict: "accept" | "appeal" | "customer" | "supplier", more: object = {}) => {
  const { version } = await bill(maker, id);
  return maker.raw("express_settle_line_verdict", { id, version, line_ids, verdict, ...more });
};
const confirm = async (id: number) => {
  const { version } = await bill(maker, id);
  await checker.call("express_settle_confirm", { id, version, ...confirmBody, ...key() });
  return bill(maker, id);
};
const lineBy = async (id: number, waybill: string) => (await billLines(maker, id)).find((l) => l.waybill_no === waybill);
const posted = (kind: string, card: Card) =>
  rows<{ code: string; kind: string; amount: number }>(
    app.db,
    q`select a.code, a.kind, l.amount from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts a on a.id = l.account_id
      where j.kind = ${kind} and j.id in (select y.journal_id from journal_lines y join ledger_accounts b on b.id = y.account_id where b.owner_id = ${card.supplier_id}) order by l.id`,
  );

describe("finance 18", () => {
  test("finance 18: 0.5 kg is estimated at 1,800 and owed; billed 1.6 kg at 2,600 it differs by 800 of weight, at 3,000 by price; accepted it posts 800; in a later bill the waybill is worth 0", async () => {
    const card = await makeCard(app);
    const waybill = await parcelOn(app, card, { day: "2026-10-05", weight_g: 500 });
    expect(await posted("parcel_cost", card)).toEqual([
      { code: "cost", kind: "express", amount: 1_800 },
      { code: "payable_carrier", kind: "", amount: -1_800 },
    ]);
    const s = await billOf(maker, card.supplier_id);
    expect([s.kind, s.card_id, s.ours]).toEqual(["carrier", card.id, 1_800]);
    await importBill(maker, s.id, [{ ref: waybill, amount: 3_000, weight_g: 1_600 }]);
    expect(await lineBy(s.id, waybill)).toMatchObject({
      match: "diff",
      cause: "price",
      difference: 1_200,
      declared_g: 500,
      billed_g: 1_600,
    });
    await importBill(maker, s.id, [{ ref: waybill, amount: 2_600, weight_g: 1_600 }]);
    const line = await lineBy(s.id, waybill);
    expect(line).toMatchObject({
      match: "diff",
      cause: "weight",
      charge: 1_800,
      their_amount: 2_600,
      difference: 800,
      zone: "other_province",
    });
    expect((await judge(s.id, [line?.id ?? 0], "accept")).ret).toBe(0);
    const agreed = await confirm(s.id);
    expect([agreed.final, agreed.adjust, agreed.theirs]).toEqual([2_600, 800, 2_600]);
    expect(await posted("parcel_bill", card)).toEqual([
      { code: "cost", kind: "express", amount: 800 },
      { code: "payable_carrier", kind: "", amount: -800 },
    ]);
    expect(await row(app.db, q`select cost, estimated_cost from expresses where waybill_no = ${waybill}`)).toEqual({
      cost: 2_600,
      estimated_cost: 1_800,
    });
    // The next month the carrier asks for it again.
    const second = await parcelOn(app, card, { day: "2026-11-03" });
    const [next] = await asWrite(app.db, null, new Date("2026-12-01T02:00:00Z"), (ctx) => generateFor(ctx, card.supplier_id));
    const told = await importBill(maker, next?.id ?? 0, [
      { ref: waybill, amount: 2_600 },
      { ref: second, amount: 1_800 },
    ]);
    expect([told.rows[0]?.match, told.rows[0]?.said]).toEqual(["duplicate", `已在 ${s.settle_no} 结算`]);
    const later = await bill(maker, next?.id ?? 0);
    expect([later.final, later.theirs, later.open_count]).toEqual([1_800, 1_800, 0]);
    expect(await standing(app, card.supplier_id)).toEqual({ books: 4_400, papers: 4_400 });
  });

  test("finance 18: a waybill that a bill has paid for without us is worth 0 when our own estimate comes later", async () => {
    const card = await makeCard(app);
    const { order_no } = await paidOrder();
    await parcelOn(app, card, { day: "2026-09-05" });
    const s = await billOf(maker, card.supplier_id);
    await importBill(maker, s.id, [{ ref: "LATE000001", amount: 2_000 }]);
    const lines = await billLines(maker, s.id);
    const theirs = lines.find((l) => l.waybill_no === "LATE000001");
    expect(theirs?.match).toBe("theirs_only");
    // Ours alone needs an order, or it is appealed.
    const bare = await judge(s.id, [theirs?.id ?? 0], "accept");
    expect(bare.msg).toContain("我方无的运单须填写订单号，或选择申诉");
    expect((await judge(s.id, [theirs?.id ?? 0], "accept", { order_no })).ret).toBe(0);
    const mine = lines.filter((l) => l.match === "ours_only").map((l) => l.id);
    expect((await judge(s.id, mine, "accept")).ret).toBe(0);
    expect((await confirm(s.id)).final).toBe(2_000);
    await rows(
      app.db,
      q`update expresses set waybill_no = 'LATE000001' where waybill_no = ${await parcelOn(app, card, { day: "2026-10-05" })}`,
    );
    const next = await billOf(maker, card.supplier_id);
    await importBill(maker, next.id, [{ ref: "LATE000001", amount: 1_800 }]);
    expect(await bill(maker, next.id)).toMatchObject({ final: 0, theirs: 0, ours: 1_800, adjust: -1_800 });
    await confirm(next.id);
    expect(await standing(app, card.supplier_id)).toEqual({ books: 2_000, papers: 2_000 });
  });

  test("an appealed waybill leaves this bill and waits for the next; one that is theirs alone is simply not paid", async () => {
    const card = await makeCard(app);
    const [a, b] = [await parcelOn(app, card, { day: "2026-09-05" }), await parcelOn(app, card, { day: "2026-09-06" })];
    const s = await billOf(maker, card.supplier_id);
    await importBill(maker, s.id, [
      { ref: a, amount: 1_800 },
      { ref: b, amount: 5_000, weight_g: 900 },
      { ref: "FOREIGN0001", amount: 900 },
    ]);
    const open = (await billLines(maker, s.id)).filter((l) => l.match !== "same");
    expect(
      (
        await judge(
          s.id,
          open.map((l) => l.id),
          "appeal",
        )
      ).ret,
    ).toBe(0);
    const agreed = await confirm(s.id);
    expect([agreed.final, agreed.line_count]).toEqual([1_800, 1]);
    const later = await billOf(maker, card.supplier_id);
    expect([later.cycle_end, later.final]).toEqual(["2026-10-31", 1_800]);
    expect((await billLines(maker, later.id)).map((l) => l.waybill_no)).toEqual([b]);
  });
});

describe("who bears a difference", () => {
  test("the customer is asked for it when the bill is agreed upon; opened again the request is called off, paid it keeps the bill closed", async () => {
    const card = await makeCard(app);
    const o = await paidOrder();
    const waybill = await parcelOn(app, card, { day: "2026-10-05", weight_g: 400, order_id: o.id });
    const s = await billOf(maker, card.supplier_id);
    await importBill(maker, s.id, [{ ref: waybill, amount: 2_600, weight_g: 1_200 }]);
    const line = await lineBy(s.id, waybill);
    expect((await judge(s.id, [line?.id ?? 0], "customer")).ret).toBe(0);
    await confirm(s.id);
    const diff = () =>
      row<{ id: number; version: number; amount: number; fee_kind: string; diff_status: string; payer: string }>(
        app.db,
        q`select id, version, amount, fee_kind, diff_status, payer from order_diffs where order_id = ${o.id} order by id desc limit 1`,
      );
    expect(await diff()).toMatchObject({ amount: 800, fee_kind: "express", diff_status: "pending" });
    expect((await lineBy(s.id, waybill))?.diff_no).toMatch(/^BC/);
    const shut = await bill(maker, s.id);
    const reopen = (version: number) => checker.raw("express_settle_reopen", { id: s.id, version, reason: "承运商补发明细", ...key() });
    expect((await reopen(shut.version)).ret).toBe(0);
    expect((await diff())?.diff_status).toBe("cancelled");
    const again = await confirm(s.id);
    const asked = await diff();
    expect(asked?.diff_status).toBe("pending");
    await rows(app.db, q`update order_diffs set diff_status = 'paid' where id = ${asked?.id ?? 0}`);
    expect((await reopen(again.version)).msg).toContain("已支付，不能重开");
  });

  test("the supplier whose parcel it was owes it, or one who is named; a carrier never does; nothing over is borne by no customer", async () => {
    const card = await makeCard(app);
    const bearer = await row<{ id: number; settle_cycle: string }>(
      app.db,
      q`select id, settle_cycle from suppliers where kind = 'submit_agency' and supplier_status = 'active' order by id limit 1`,
    );
    const waybill = await parcelOn(app, card, { day: "2026-10-05", supplier_id: bearer?.id ?? 0 });
    const loose = await parcelOn(app, card, { day: "2026-10-06" });
    const s = await billOf(maker, card.supplier_id);
    await importBill(maker, s.id, [
      { ref: waybill, amount: 2_600, weight_g: 1_600 },
      { ref: loose, amount: 1_500 },
    ]);
    const [a, b] = [await lineBy(s.id, waybill), await lineBy(s.id, loose)];
    expect((await judge(s.id, [b?.id ?? 0], "supplier")).msg).toContain("快递公司不能承担");
    expect((await judge(s.id, [b?.id ?? 0], "customer")).msg).toContain("没有订单，不能由客户承担");
    expect((await judge(s.id, [a?.id ?? 0], "supplier")).ret).toBe(0);
    expect((await lineBy(s.id, waybill))?.borne_by_name).toBeTruthy();
    expect((await judge(s.id, [b?.id ?? 0], "accept")).ret).toBe(0);
    await confirm(s.id);
    expect(await posted("parcel_bill", card)).toEqual([
      { code: "payable_supplier", kind: "", amount: 800 },
      { code: "payable_carrier", kind: "", amount: -800 },
      { code: "cost", kind: "express", amount: -300 },
      { code: "payable_carrier", kind: "", amount: 300 },
    ]);
    // It stands in his next settlement as a deduction.
    await rows(app.db, q`update suppliers set settle_cycle = 'day' where id = ${bearer?.id ?? 0}`);
    const day = new Date(app.clock.now().getTime() + 86_400_000);
    const made = await asWrite(app.db, null, day, (ctx) => generateFor(ctx, bearer?.id ?? 0));
    const deducted = await rows(
      app.db,
      q`select source, amount from settle_lines where settlement_id = any(${made.map((m) => m.id)}::int8[]) and source = 'deduct'`,
    );
    expect(deducted).toEqual([{ source: "deduct", amount: -800 }]);
  });
});

test("finance 15, 19, 21: made once, confirmed by another, passed by a third under an invoice, paid at the desk; what is agreed upon is locked", async () => {
  const card = await makeCard(app);
  await rows(app.db, q`update suppliers set invoice_kind = 'special' where id = ${card.supplier_id}`);
  const waybill = await parcelOn(app, card, { day: "2026-10-05" });
  const s = await billOf(maker, card.supplier_id);
  const twice = await maker.raw("express_settle_generate", { supplier_id: card.supplier_id, ...key() });
  expect(twice.msg).toContain(`该周期已出账：${s.settle_no}`);
  const own = await maker.raw("express_settle_confirm", { id: s.id, version: s.version, ...confirmBody, ...key() });
  expect(own.msg).toContain("不能审核自己提交的单据");
  const c = await confirm(s.id);
  const locked = await judge(s.id, [(await lineBy(s.id, waybill))?.id ?? 0], "accept");
  expect(locked.msg).toBe("明细已确认，不可修改");
  const pass = async (who: Client) => who.raw("express_settle_approve", { id: s.id, version: (await bill(maker, s.id)).version, ...key() });
  expect((await pass(checker)).msg).toContain("不能审核自己提交的单据");
  expect((await pass(other)).msg).toBe("请先登记对方发票");
  await maker.call("express_settle_invoice_set", { id: s.id, version: c.version, input_invoice_no: "26312000001234567890", files: [] });
  expect((await pass(other)).ret).toBe(0);
  const payout = await row(app.db, q`select amount, source_no from payouts where source_noun = 'settlement' and source_id = ${s.id}`);
  expect(payout).toEqual({ amount: 1_800, source_no: s.settle_no });
});

test("finance 19: bills come by months whatever the carrier's own cycle; a negative one is carried into the next", async () => {
  const card = await makeCard(app);
  await rows(app.db, q`update suppliers set settle_cycle = 'day' where id = ${card.supplier_id}`);
  await parcelOn(app, card, { day: "2026-09-05" });
  await parcelOn(app, card, { day: "2026-10-05" });
  const { made } = await maker.call("express_settle_generate", { supplier_id: card.supplier_id, ...key() });
  expect(made.map((m) => [m.cycle_end, m.final])).toEqual([
    ["2026-09-30", 1_800],
    ["2026-10-31", 1_800],
  ]);
  const first = made[0]?.id ?? 0;
  const { version } = await bill(maker, first);
  await maker.call("express_settle_adjust_add", { id: first, version, amount: -6_800, reason: "承运商理赔抵扣", ...key() });
  const c = await confirm(first);
  await other.call("express_settle_approve", { id: first, version: c.version, ...key() });
  await parcelOn(app, card, { day: "2026-11-05" });
  const [next] = await asWrite(app.db, null, new Date("2026-12-01T02:00:00Z"), (ctx) => generateFor(ctx, card.supplier_id));
  expect((await bill(maker, next?.id ?? 0)).final).toBe(-5_000 + 1_800);
});

test("finance 22: whoever sees but his own rows sees no carrier, card or bill; the list's row says what the bills say", async () => {
  const card = await makeCard(app);
  const waybill = await parcelOn(app, card, { day: "2026-10-05" });
  await parcelOn(app, card, { day: "2026-11-05" });
  const s = await billOf(maker, card.supplier_id);
  await importBill(maker, s.id, [{ ref: waybill, amount: 1_900 }]);
  const { list } = await maker.call("express_settle_query", { supplier_id: [card.supplier_id] });
  expect(list).toMatchObject([
    {
      id: card.id,
      month_count: 1,
      month_cost: 1_800,
      last_no: s.settle_no,
      last_final: 1_800,
      difference_count: 1,
      unpaid: 1_800,
      settlement_status: "draft",
    },
  ]);
  const head = await maker.call("express_settle_party_get", { supplier_id: card.supplier_id });
  expect(head).toMatchObject({ kind: "carrier", drafts: 1, payable: 3_600, unbilled: 1_800 });
  // Each prefix sees its own kinds.
  expect((await maker.raw("supplier_settle_get", { id: s.id })).msg).toContain("无权查看");
  expect((await maker.call("supplier_settle_cycle_query", { supplier_id: card.supplier_id })).total).toBe(0);
  await rows(app.db, q`update roles set data_scope = 'own' where id = (select role_id from workers where account = 'finance')`);
  const totals = [
    (await maker.call("express_settle_query", {})).total,
    (await maker.call("express_settle_cycle_query", {})).total,
    (await maker.call("carrier_card_query", {})).total,
  ];
  expect(totals).toEqual([0, 0, 0]);
  expect((await maker.raw("express_settle_get", { id: s.id })).msg).toContain("无权查看");
  expect((await maker.raw("carrier_card_get", { id: card.id })).msg).toContain("无权查看");
  await rows(app.db, q`update roles set data_scope = 'all' where id = (select role_id from workers where account = 'finance')`);
});
