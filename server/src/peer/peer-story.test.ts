/** One company from a fair to its first debt, and one matter of a peer to its end: what the browser's stories cannot wait for. */
import { beforeAll, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { peerAccountsOf, setOldestDue } from "../ledger/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import type { Client } from "../testing/client.ts";
import { asWrite } from "../testing/ctx.ts";
import { leadMobile, makeFair, makeLead } from "../testing/make/exhibition.ts";
import { OrderDesk } from "../testing/make/order.ts";
import { ApplicationDesk, letBdsReview } from "../testing/make/peer-application.ts";
import { peerOrder, topUpBody } from "../testing/make/peer-money.ts";
import { keyed, TermsDesk } from "../testing/make/peer-terms.ts";
import { refusalOf } from "../testing/make/supplier-desk.ts";
import { ownFile } from "../testing/make/supplier.ts";
import { workOrderDeskOf } from "../testing/make/work-order.ts";

let app: TestApp;
let admin: Client;
let bd: Client;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp();
  await letBdsReview(app.db);
  [admin, bd] = [await app.as("admin"), await app.as("business_1")];
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});

/** Everything out of the peer's accounts, as 登记收款 sends it. */
async function byAccounts(id: number) {
  const { account } = await admin.call("order_pay_quote", { id });
  return keyed({ id, version: (await desk.facts(id)).order.version, parts: [], account_parts: account?.parts ?? [] });
}

/** A lead of a fair that became a peer by an application another person passed. */
async function admitted(): Promise<number> {
  const fair = await makeFair(bd);
  const mobile = leadMobile();
  const lead = await makeLead(bd, fair.id, { mobile });
  const applications = new ApplicationDesk(app, bd, admin);
  const asked = await applications.handedIn({ source: "exhibition", source_id: fair.id, name: lead.company, contact_mobile: mobile });
  expect(await refusalOf(applications.pass([asked], {}, bd))).toEqual(["maker_is_checker", "不能审核自己提交的申请"]);
  expect((await applications.pass([asked], { level_id: "V2" })).ret).toBe(0);
  expect((await bd.call("exhibition_lead_get", { id: lead.id })).lead_status).toBe("won");
  return (await applications.get(asked.id)).peer_id ?? 0;
}

/** Credit for thirty days and so much, asked for by one and passed by the other. */
async function onCredit(peer_id: number, credit_limit: number): Promise<void> {
  const terms = await TermsDesk.of(app);
  const paper = { kind: "contract", number: "HT-1", valid_from: "2026-01-01", valid_to: "2028-12-31", note: "", id_card_no: null } as const;
  const files = [await ownFile(app.db, admin.id, app.clock.now())];
  await admin.call("peer_document_add", keyed({ peer_id, ...paper, files }));
  for (const ask of [
    { kind: "settle_mode", settle_mode: "credit", credit_days: 30 } as const,
    { kind: "credit_limit", credit_limit } as const,
  ]) {
    const change = await terms.ask(peer_id, ask);
    expect(await refusalOf(terms.pass(change, terms.admin))).toEqual(["maker_is_checker", "不能审核自己提交的申请"]);
    expect((await terms.pass(change)).ret).toBe(0);
  }
}

test("peer 25: a lead becomes a peer, orders on its credit, owes too long, is stopped with the cause, repays and orders again", async () => {
  const peer = await admitted();
  const [cash, first] = [await peerOrder(desk, peer), await peerOrder(desk, peer)];
  expect(await refusalOf(admin.raw("order_pay_register", await byAccounts(cash.id)))).toEqual(["bad_input", "请填写支付明细"]);
  await onCredit(peer, 1_000_000);
  await admin.call("order_pay_register", await byAccounts(first.id));
  const owed = async () => (await peerAccountsOf(app.db, [peer])).get(peer)?.credit_used;
  expect(await owed()).toBe(first.payable);

  await asWrite(app.db, null, app.clock.now(), (ctx) => setOldestDue(ctx, peer, dayOf(app.clock.now(), -13)));
  const stopped = (await admin.call("order_pay_quote", { id: cash.id })).account;
  expect([stopped?.parts, stopped?.fault]).toEqual([[], expect.stringMatching(/逾期.*暂停授信下单，余额还差 ¥/)]);
  const page = await admin.call("peer_get", { id: peer });
  expect(page.blocks).toMatchObject([{ block: "credit", cause: "overdue" }]);

  const at = { db: app.db, now: app.clock.now(), worker_id: admin.id };
  await admin.call("peer_top_up_add", keyed(await topUpBody(at, peer, { purpose: "repay", amount: first.payable - 1 })));
  expect((await admin.call("order_pay_quote", { id: cash.id })).account?.parts).toEqual([]);
  await admin.call("peer_top_up_add", keyed(await topUpBody(at, peer, { purpose: "repay", amount: 1 })));
  expect([await owed(), (await admin.call("peer_get", { id: peer })).blocks]).toEqual([0, []]);
  await admin.call("order_pay_register", await byAccounts(cash.id));
  expect([await owed(), (await desk.facts(cash.id)).order.pay_status]).toEqual([cash.payable, "paid"]);
});

test("peer 25: a matter is not solved before its linked record is there; solved, opened again and solved once more it closes by itself", async () => {
  const d = await workOrderDeskOf(app);
  const { id: peer } = await d.peer();
  const { id: order } = await peerOrder(desk, peer);
  const resolve = async (id: number, resolution: "solved" | "explained") =>
    d.service.raw("work_order_resolve", { ...(await d.of(id)), resolution, resolution_note: "已按退款政策答复" });
  const opened = async (link: "refund" | "urge") => {
    const { id } = await d.add((await d.config({ link, need_order: true })).id, peer, { order_id: order });
    await d.service.call("work_order_reply", keyed({ ...(await d.of(id)), text: "已收到，今天内答复" }));
    return id;
  };
  const [refund, urge] = [await opened("refund"), await opened("urge")];
  expect(await refusalOf(resolve(refund, "solved"))).toEqual(["guard_failed", "请先关联退款单"]);
  expect(await refusalOf(resolve(urge, "solved"))).toEqual(["guard_failed", "请先关联催办提醒"]);
  const stands = (state: string) => rows(app.db, q`update orders set order_status = ${state} where id = ${order}`);
  const { order_status } = (await desk.facts(order)).order;
  await stands("completed");
  const over = await d.service.raw("work_order_link", await d.of(urge));
  expect([over.msg, (await d.now(urge)).linked_no]).toEqual(["订单已完成，不用再催办", null]);
  await stands(order_status);
  await d.service.call("work_order_link", await d.of(urge));
  for (const [id, how] of [
    [refund, "explained"],
    [urge, "solved"],
  ] as const) {
    expect((await resolve(id, how)).ret).toBe(0);
    await d.service.call("work_order_reopen", { ...(await d.of(id)), reason: "客户还没有收到" });
    expect((await resolve(id, how)).ret).toBe(0);
    expect(await d.now(id)).toMatchObject({ work_order_status: "resolved", reopen_count: 1, is_unlinked: id === refund });
  }
  // Ended by words alone: a leader finds it by that.
  const unlinked = async (is_unlinked: boolean) =>
    (await d.admin.call("work_order_query", { is_unlinked, peer_id: [peer] })).list.map((w) => w.id);
  expect([await unlinked(true), await unlinked(false)]).toEqual([[refund], [urge]]);
  await app.runJobs();
  expect((await d.now(refund)).work_order_status).toBe("resolved");
  app.clock.advance(8 * 86_400_000);
  await app.runJobs();
  // Nobody is signed in any more by then.
  const left = await rows(app.db, q`select work_order_status as state from work_orders where id = any(${[refund, urge]}::int8[])`);
  expect(left).toEqual([{ state: "closed" }, { state: "closed" }]);
});
