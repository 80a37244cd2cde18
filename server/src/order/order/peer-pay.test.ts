/** Orders and differences paid out of the accounts of their peer. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { peerAccountsOf } from "../../ledger/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { peerOrder, topUpBody } from "../../testing/make/peer-money.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";

let app: TestApp;
let admin: Client;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  admin = await app.as("admin");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});
const keyed = <T extends object>(body: T) => ({ ...body, idempotency_key: crypto.randomUUID() });
type Terms = NonNullable<Parameters<typeof makePeer>[1]>;
/** A peer with this principal. */
async function agency(principal: number, terms: Terms = {}): Promise<number> {
  const { id } = await makePeer(app.db, terms);
  const at = { db: app.db, now: app.clock.now(), worker_id: admin.id };
  if (principal > 0) await admin.call("peer_top_up_add", keyed(await topUpBody(at, id, { amount: principal })));
  return id;
}
const onCredit = (credit_limit: number): Terms => ({ settle_mode: "credit", credit_days: 30, credit_limit });
const standing = async (id: number) => (await peerAccountsOf(app.db, [id])).get(id);
const versionOf = async (id: number): Promise<number> => (await desk.facts(id)).order.version;
const quoteOf = async (id: number, elsewhere?: number) => (await admin.call("order_pay_quote", { id, elsewhere })).account;
/** What 登记收款 sends when everything comes out of the accounts. */
async function byAccounts(id: number) {
  const account = await quoteOf(id);
  return keyed({ id, version: await versionOf(id), parts: [], account_parts: account?.parts ?? [] });
}
const wechat = async (amount: number) => ({
  method: "wechat" as const,
  amount,
  trade_no: crypto.randomUUID(),
  proof: [await desk.file()],
  paid_at: app.clock.now().toISOString(),
});
const money = async (id: number) => {
  const { payments } = await admin.call("order_get", { id });
  return payments.map((p) => [p.method, p.amount, p.diff_no === null]);
};

describe("paying an order", () => {
  test("principal first, the rest on credit: the quote says so, the payment shows so, nothing else moves", async () => {
    const id = await agency(30_000, onCredit(1_000_000));
    const order = await peerOrder(desk, id);
    expect(await quoteOf(order.id)).toMatchObject({
      peer_id: id,
      parts: [
        { method: "principal", amount: 30_000 },
        { method: "credit", amount: order.payable - 30_000 },
      ],
      shortage: 0,
      fault: null,
      principal: 30_000,
      credit_available: 1_000_000,
      blocked: null,
    });
    await admin.call("order_pay_register", await byAccounts(order.id));
    expect(await money(order.id)).toEqual([
      ["principal", 30_000, true],
      ["credit", order.payable - 30_000, true],
    ]);
    expect(await standing(id)).toMatchObject({ principal: 0, credit_used: order.payable - 30_000 });
    const { order: paid } = await desk.facts(order.id);
    expect([paid.pay_status, paid.amount_paid]).toEqual(["paid", order.payable]);
  });

  test("a part may be registered beside it; together they are what is payable", async () => {
    const id = await agency(1_000_000);
    const order = await peerOrder(desk, id);
    const account = await quoteOf(order.id, 10_000);
    expect(account?.parts).toEqual([{ method: "principal", amount: order.payable - 10_000 }]);
    const body = { id: order.id, version: await versionOf(order.id), account_parts: account?.parts ?? [] };
    expect(await refusalOf(admin.raw("order_pay_register", keyed({ ...body, parts: [await wechat(9_000)] })))).toEqual([
      "amount_mismatch",
      "支付金额与应付不一致，差额 ¥10.00",
    ]);
    await admin.call("order_pay_register", keyed({ ...body, parts: [await wechat(10_000)] }));
    expect(await money(order.id)).toEqual([
      ["wechat", 10_000, true],
      ["principal", order.payable - 10_000, true],
    ]);
  });

  test("finance 4: two orders at once on one principal: one is paid, the other lacks what is missing and stays as it was", async () => {
    const first = await peerOrder(desk, await agency(0));
    const id = await agency(first.payable * 2 - 20_000);
    const orders = [await peerOrder(desk, id), await peerOrder(desk, id)];
    const bodies = await Promise.all(orders.map((o) => byAccounts(o.id)));
    const answers = await Promise.all(bodies.map((b) => admin.raw("order_pay_register", b)));
    expect(answers.map((a) => a.ret).toSorted((a, b) => a - b)).toEqual([0, 38]);
    expect(answers.find((a) => a.ret !== 0)?.msg).toBe("余额不足，还差 ¥200.00");
    const states = await Promise.all(orders.map(async (o) => (await desk.facts(o.id)).order.pay_status));
    expect(states.toSorted()).toEqual(["paid", "unpaid"]);
    expect(await standing(id)).toMatchObject({ principal: first.payable - 20_000 });
  });

  test("peer 6: fifty orders registered at once on one credit limit: as many as fit, and the same key once more posts nothing", async () => {
    const { payable } = await peerOrder(desk, await agency(0));
    const limit = payable * 7 + payable - 1;
    const id = await agency(0, onCredit(limit));
    const orders = [];
    for (let i = 0; i < 50; i++) orders.push(await peerOrder(desk, id));
    const bodies = await Promise.all(orders.map((o) => byAccounts(o.id)));
    const answers = await Promise.all(bodies.map((b) => admin.raw("order_pay_register", b)));
    expect(answers.filter((a) => a.ret === 0)).toHaveLength(7);
    for (const a of answers) if (a.ret !== 0) expect([a.status, a.ret, a.msg]).toEqual([200, 38, "授信额度不足，还差 ¥0.01"]);
    expect(await standing(id)).toMatchObject({ credit_used: payable * 7 });
    const won = bodies[answers.findIndex((a) => a.ret === 0)] ?? {};
    expect((await admin.raw("order_pay_register", won)).headers["idempotency-replayed"]).toBe("true");
    expect(await standing(id)).toMatchObject({ credit_used: payable * 7 });
  }, 120_000);

  test("nothing at all, accounts of a direct customer and a balance that moved meanwhile are refused in words", async () => {
    const direct = await desk.order();
    expect(await quoteOf(direct.id)).toBeNull();
    const { amount_payable } = (await desk.facts(direct.id)).order;
    const account_parts = [{ method: "principal" as const, amount: amount_payable }];
    const body = { id: direct.id, version: await versionOf(direct.id), parts: [] };
    expect(await refusalOf(admin.raw("order_pay_register", keyed({ ...body, account_parts })))).toEqual([
      "guard_failed",
      "不是同行的订单，不能用账户支付",
    ]);
    expect(JSON.stringify((await admin.raw("order_pay_register", keyed(body))).body)).toContain("请填写支付明细");
    const id = await agency(1_000, onCredit(10_000_000));
    const order = await peerOrder(desk, id);
    const seen = await byAccounts(order.id);
    const at = { db: app.db, now: app.clock.now(), worker_id: admin.id };
    await admin.call("peer_top_up_add", keyed(await topUpBody(at, id, { amount: 5_000 })));
    expect(await refusalOf(admin.raw("order_pay_register", seen))).toEqual(["state_changed", "账户余额已变化，请重新确认各账户支付金额"]);
    expect(await standing(id)).toMatchObject({ principal: 6_000, credit_used: 0 });
  });
});

describe("differences", () => {
  const ask = { fee_kind: "other" as const, reason: "补收翻译费", payer: "peer" as const, is_blocking: true };
  const paidOrder = async (id: number) => {
    const order = await peerOrder(desk, id);
    await desk.pay(order.id);
    return order;
  };

  test("of a peer that has them deducted are paid at once as far as its accounts reach; what they do not cover waits", async () => {
    const id = await agency(8_000, { auto_deduct: true });
    const order = await paidOrder(id);
    const add = (amount: number, payer: "peer" | "customer" = "peer") =>
      admin.call("order_diff_add", keyed({ order_id: order.id, ...ask, amount, payer }));
    expect((await add(5_000)).diff_status).toBe("paid");
    expect((await add(3_001)).diff_status).toBe("pending");
    expect((await add(1_000, "customer")).diff_status).toBe("pending");
    expect(await standing(id)).toMatchObject({ principal: 3_000 });
    expect(await money(order.id)).toEqual([
      ["wechat", order.payable, true],
      ["principal", 5_000, false],
    ]);
    expect((await desk.facts(order.id)).order.amount_paid).toBe(order.payable + 5_000);
  });
  test("paid after all money of the order went back, it is partly refunded", async () => {
    const order = await paidOrder(await agency(8_000, { auto_deduct: true }));
    await rows(app.db, q`update orders set amount_refunded = amount_paid, pay_status = 'refunded' where id = ${order.id}`);
    await admin.call("order_diff_add", keyed({ order_id: order.id, ...ask, amount: 5_000 }));
    expect((await desk.facts(order.id)).order.pay_status).toBe("partly_refunded");
  });

  test("are deducted by hand where the peer has not said so; once, and not beyond what it has", async () => {
    const id = await agency(4_000);
    const order = await paidOrder(id);
    const { id: diff, version } = await admin.call(
      "order_diff_add",
      keyed({ order_id: order.id, ...ask, fee_kind: "reappointment", amount: 5_000 }),
    );
    expect(await refusalOf(admin.raw("order_diff_deduct", keyed({ id: diff, version })))).toEqual([
      "insufficient_balance",
      "余额不足，还差 ¥10.00",
    ]);
    const at = { db: app.db, now: app.clock.now(), worker_id: admin.id };
    await admin.call("peer_top_up_add", keyed(await topUpBody(at, id, { amount: 1_000 })));
    const answers = await Promise.all([0, 1].map(() => admin.raw("order_diff_deduct", keyed({ id: diff, version }))));
    expect(answers.filter((a) => a.ret === 0)).toHaveLength(1);
    expect(await standing(id)).toMatchObject({ principal: 0 });
    const lines = await rows(
      app.db,
      q`select j.kind, l.change_type from journals j join journal_lines l on l.journal_id = j.id where j.source_noun = 'order_diff' and j.source_id = ${diff} order by l.id`,
    );
    expect(lines).toEqual([
      { kind: "reappoint_paid", change_type: "13" },
      { kind: "reappoint_paid", change_type: null },
    ]);
  });
});
