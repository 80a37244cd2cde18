/** What answers a work order: an urge, a refund, an invoice or a statement, offered to whoever may see it. */
import { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { orderRemindApi } from "@visadesk/contract/order/order-remind.ts";
import { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { LINK_SEEN } from "@visadesk/contract/peer/work-order/work-order.ts";
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import type { Client } from "../../testing/client.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Made } from "../../testing/make/order.ts";
import { hangRefund } from "../../testing/make/refund.ts";
import { key, orderOfPeer, refused, workOrderDeskOf, type WorkOrderDesk } from "../../testing/make/work-order.ts";

let app: TestApp;
let d: WorkOrderDesk;
beforeAll(async () => {
  app = await testApp();
  d = await workOrderDeskOf(app);
});
const orderOf = (peer: number): Promise<Made> => orderOfPeer(app, peer);

test("what a matter is linked with stands before it is solved; an urge is made of the work order itself", async () => {
  const peer = await d.peer();
  const order = await orderOf(peer.id);
  const config_id =
    (await d.service.call("work_order_form_get", { peer_id: peer.id })).list.find((c) => c.code === "URGENCY")?.config_id ?? 0;
  const { id } = await d.add(config_id, peer.id, { order_id: order.id, title: "催一下出签" });
  await d.service.call("work_order_reply", { ...(await d.of(id)), text: "已联系送签方", ...key() });
  const solved = { resolution: "solved" as const, resolution_note: "送签方已加急" };
  expect(await refused(d.service, "work_order_resolve", { ...(await d.of(id)), ...solved })).toEqual([1, "请先关联催办提醒"]);
  const at = await d.service.raw("work_order_resolve", { ...(await d.of(id)), ...solved });
  expect(at.body).toMatchObject({ issues: [{ path: "resolution", message: "请先关联催办提醒" }] });
  const other = await orderOf((await d.peer()).id);
  const made = await app.db
    .insertInto("order_reminds")
    .values({ order_id: other.id, kind: "urge", source: "peer", content: "催", last_at: app.clock.now(), created_at: app.clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(await refused(d.service, "work_order_link", { ...(await d.of(id)), linked_id: made.id })).toEqual([
    17,
    "工单的订单没有这条催办提醒记录",
  ]);
  const stands = (order_status: string) => rows(app.db, q`update orders set order_status = ${order_status} where id = ${order.id}`);
  await stands("completed");
  expect((await refused(d.service, "work_order_link", await d.of(id)))[1]).toBe("订单已完成，不用再催办");
  expect((await d.now(id)).linked_no).toBeNull();
  await stands("processing");
  await d.service.call("work_order_link", await d.of(id));
  expect((await d.now(id)).linked_no).toBe(order.order_no);
  expect(await row(app.db, q`select kind, remind_status from order_reminds where order_id = ${order.id}`)).toEqual({
    kind: "urge",
    remind_status: "open",
  });
  expect((await d.service.call("work_order_resolve", { ...(await d.of(id)), ...solved })).work_order_status).toBe("resolved");
});

const opened = async (link: "refund" | "invoice" | "statement", peer: number, order_id?: number): Promise<number> => {
  const { id } = await d.config({ link, need_order: order_id !== undefined });
  const w = await d.add(id, peer, order_id === undefined ? {} : { order_id });
  await d.service.call("work_order_reply", { ...(await d.of(w.id)), text: "已收到，今天内答复", ...key() });
  return w.id;
};
const offered = async (id: number, by: Client = d.service) => (await by.call("work_order_link_query", { id })).list.map((r) => r.id);

test("a refund of its order answers it, one of another order or turned down does not, and is not told of to who sees no such order", async () => {
  const peer = await d.peer();
  const [order, another] = [await orderOf(peer.id), await orderOf(peer.id)];
  await rows(app.db, q`update orders set cs_owner_id = ${d.service.id} where id in (${order.id}, ${another.id})`);
  const hang = (o: Made) => hangRefund(app.db, app.clock.now(), { order: q`${o.id}::int8` });
  const [mine, other, gone] = [await hang(order), await hang(another), await hang(order)];
  await rows(app.db, q`update refunds set refund_status = 'withdrawn' where id = ${gone}`);
  const id = await opened("refund", peer.id, order.id);
  const { list } = await d.service.call("work_order_link_query", { id });
  expect(list).toMatchObject([{ id: mine, no: expect.stringMatching(/^TK/) as string, state: "待审核", amount: 100 }]);
  expect([await offered(await opened("refund", peer.id)), await offered(await opened("refund", (await d.peer()).id))]).toEqual([
    [other, mine],
    [],
  ]);
  for (const linked_id of [other, gone, 987_654])
    expect(await refused(d.service, "work_order_link", { ...(await d.of(id)), linked_id })).toEqual([17, "工单的订单没有这条退款记录"]);
  await d.service.call("work_order_link", { ...(await d.of(id)), linked_id: mine });
  expect((await d.now(id)).linked_no).toBe(list[0]?.no);
  // What became of it is told to whoever may read it, the number to everybody who has the work order.
  const read = () => d.service.call("work_order_get", { id });
  expect((await read()).linked).toMatchObject({ id: mine, state: "待审核", amount: 100 });
  await rows(app.db, q`update refunds set refund_status = 'rejected' where id = ${mine}`);
  expect((await read()).linked).toMatchObject({ id: mine, state: "已驳回" });
  await rows(app.db, q`update orders set cs_owner_id = null where id = ${order.id}`);
  expect(await read()).toMatchObject({ linked: null, linked_no: list[0]?.no });
  await rows(app.db, q`update orders set cs_owner_id = ${d.service.id} where id = ${order.id}`);
  await rows(app.db, q`update refunds set refund_status = 'pending' where id = ${mine}`);
  const solved = { resolution: "solved" as const, resolution_note: "退款已发起，到账后通知" };
  expect((await d.service.call("work_order_resolve", { ...(await d.of(id)), ...solved })).work_order_status).toBe("resolved");
});

test("an invoice of its peer and a statement that was argued about answer it, for whoever may read them", async () => {
  const peer = await d.peer();
  const at = app.clock.now();
  const invoice = (status: string) =>
    row<{ id: number }>(
      app.db,
      q`insert into invoices (row_key, fp_no, direction, kind, peer_id, title_type, title, tax_no, amount, tax, invoice_status, created_at, updated_at)
        select 'link-' || n, 'FP9' || lpad(n::text, 9, '0'), 'blue', 'normal', ${peer.id}::int8, 'company', '测试购方', '91350100M000100Y43', 20000, 0, ${status}, ${at}::timestamptz, ${at}::timestamptz
        from (select count(*) + 1 as n from invoices) x returning id`,
    ).then((i) => i?.id ?? 0);
  const live = await invoice("pending");
  await invoice("withdrawn");
  const asked = await opened("invoice", peer.id);
  expect([await offered(asked), await offered(asked, d.admin)]).toEqual([[], [live]]);
  expect(await refused(d.service, "work_order_link", { ...(await d.of(asked)), linked_id: live })).toEqual([17, "该同行没有这条开票记录"]);
  await d.admin.call("work_order_link", { ...(await d.of(asked)), linked_id: live });
  expect((await d.now(asked)).linked_no).toMatch(/^FP9/);
  const seen = await d.admin.call("work_order_get", { id: asked });
  expect(seen.linked).toMatchObject({ id: live, no: seen.linked_no, amount: 20_000 });
  expect((await d.service.call("work_order_get", { id: asked })).linked).toBeNull();
});

test("a wrong record is put right while the work order is open: another one in its place, or none; both are logged", async () => {
  const peer = await d.peer();
  const order = await orderOf(peer.id);
  await rows(app.db, q`update orders set cs_owner_id = ${d.service.id} where id = ${order.id}`);
  const hang = () => hangRefund(app.db, app.clock.now(), { order: q`${order.id}::int8` });
  const [wrong, right] = [await hang(), await hang()];
  const id = await opened("refund", peer.id, order.id);
  const link = async (linked_id: number | null) => d.service.call("work_order_link", { ...(await d.of(id)), linked_id });
  await link(wrong);
  const before = (await d.now(id)).linked_no;
  await link(right);
  const after = (await d.now(id)).linked_no;
  await link(null);
  expect(await d.now(id)).toMatchObject({ linked_no: null, linked_noun: null, linked_id: null, linked: null });
  const { list } = await d.admin.call("work_order_log_query", { id });
  const steps = list.flatMap((l) => l.changes.filter((c) => c.field === "linked_no").map((c) => [c.before, c.after]));
  expect(steps).toEqual([
    [after, null],
    [before, after],
    [null, before],
  ]);
  expect((await refused(d.service, "work_order_link", { ...(await d.of(id)), linked_id: null }))[1]).toBe("还没有关联记录");
  const solved = { resolution: "solved" as const, resolution_note: "退款已发起，到账后通知" };
  expect(await refused(d.service, "work_order_resolve", { ...(await d.of(id)), ...solved })).toEqual([1, "请先关联退款单"]);
  await link(right);
  await d.service.call("work_order_resolve", { ...(await d.of(id)), ...solved });
  expect((await refused(d.service, "work_order_link", { ...(await d.of(id)), linked_id: null }))[1]).toBe("处理中才能改关联");
});

test("who may not read such records takes none off", async () => {
  const asked = await opened("invoice", (await d.peer()).id);
  expect((await refused(d.service, "work_order_link", { ...(await d.of(asked)), linked_id: null }))[1]).toContain("没有查看此类记录的权限");
});

test("who may read what answers a work order is who may read its list", () => {
  expect(LINK_SEEN).toEqual({
    urge: orderRemindApi.order_remind_query.may,
    refund: refundApi.refund_query.may,
    invoice: invoiceApi.invoice_query.may,
    statement: peerSettleApi.peer_settle_cycle_query.may,
  });
});
