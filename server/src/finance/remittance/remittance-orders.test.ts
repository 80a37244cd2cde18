/** Orders paid by remittance, and gifts that come with a top-up. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { frozenFaults } from "../index.ts";
import { proveLedger } from "../proof/ledger-proof.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { asWrite, principalFor } from "../../testing/ctx.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { peerOrder } from "../../testing/make/peer-money.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { RemitDesk, type Payer, type Remittance } from "../../testing/make/remittance.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { NO_PORTS, type RemitPorts } from "./ports.ts";
import { remittanceMoves } from "./remittance.moves.ts";

let app: TestApp;
let desk: RemitDesk;
let orders: OrderDesk;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  desk = await RemitDesk.of(app);
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  orders = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});
const seen = ({ id, version }: Pick<Remittance, "id" | "version">) => ({ id, version });
const orderOf = async (id: number) => (await orders.facts(id)).order;
/** A remittance for these orders, of what they cost or another amount. */
async function forOrders(peer: Payer | null, list: readonly { id: number; payable: number }[], amount?: number): Promise<Remittance> {
  const order_parts = list.map((o) => ({ order_id: o.id, amount: o.payable }));
  return desk.ask(peer, amount ?? list.reduce((n, o) => n + o.payable, 0), { purpose: "order", order_parts });
}
async function book(r: Remittance, received: number) {
  const line_id = await desk.line(received, { name: r.payer_name });
  return desk.approve(r, [{ line_id, amount: received }]);
}
const kinds = async (id: number): Promise<string[]> => (await desk.voucher(id)).map((l) => `${l.code}${l.kind && `{${l.kind}}`}`);

describe("orders", () => {
  test("two orders of a peer are paid by one voucher; what came short is written off with the first, each payment is what was payable", async () => {
    const peer = await desk.peer();
    const [a, b] = [await peerOrder(orders, peer.id), await peerOrder(orders, peer.id)];
    const found = await desk.maker.call("remittance_payable_query", { peer_id: peer.id });
    expect(found.list.map((o) => [o.order_id, o.payable])).toEqual([
      [b.id, b.payable],
      [a.id, a.payable],
    ]);
    const r = await forOrders(peer, [a, b]);
    expect((await book(r, a.payable + b.payable - 1_500)).ret).toBe(0);
    const lines = await desk.voucher(r.id);
    expect(lines.slice(0, 3)).toEqual([
      { code: "cash", kind: "", amount: a.payable - 1_500 },
      { code: "cash", kind: "", amount: b.payable },
      { code: "expense", kind: "write_off", amount: 1_500 },
    ]);
    for (const o of [a, b]) {
      expect(await orderOf(o.id)).toMatchObject({ pay_status: "paid", amount_paid: o.payable });
      const paid = await row(app.db, q`select method, amount, cardinality(proof) as proofs from order_payments where order_id = ${o.id}`);
      expect(paid).toEqual({ method: "remittance", amount: o.payable, proofs: 1 });
    }
    expect(await proveLedger(app.db, () => Promise.resolve())).toEqual([]);
  });

  test("beyond the price a peer's money becomes principal, a direct customer's waits under the account; no more than what is written off", async () => {
    const peer = await desk.peer();
    const o = await peerOrder(orders, peer.id);
    const r = await forOrders(peer, [o], o.payable + 2_000);
    expect((await book(r, o.payable + 2_000)).ret).toBe(0);
    expect((await desk.standing(peer.id)).principal).toBe(2_000);
    const direct = await orders.order();
    const payable = (await orderOf(direct.id)).amount_payable;
    const mine = await forOrders(null, [{ id: direct.id, payable }], payable + 100);
    expect(mine).toMatchObject({ peer_name: null, is_payer_known: true, order_parts: [{ order_id: direct.id, amount: payable }] });
    expect((await book(mine, payable + 100)).ret).toBe(0);
    expect([(await kinds(mine.id)).at(-1), (await orderOf(direct.id)).pay_status]).toEqual(["suspense", "paid"]);
    const far = await peerOrder(orders, peer.id);
    expect(await refusalOf(desk.maker.raw("remittance_add", keyed(await desk.body(peer, far.payable + 2_001, parts(far)))))).toEqual([
      "limit_exceeded",
      "差额 ¥20.01 超过核销上限 ¥20.00",
    ]);
    expect(await frozenFaults(app.db)).toEqual([]);
  });
  const parts = (o: { id: number; payable: number }) => ({
    purpose: "order" as const,
    order_parts: [{ order_id: o.id, amount: o.payable }],
  });

  test("orders that are paid, cancelled, of somebody else or at another price are refused by name", async () => {
    const [peer, other] = [await desk.peer(), await desk.peer()];
    const o = await peerOrder(orders, peer.id);
    const { order_no } = await orderOf(o.id);
    const add = async (of: Payer | null, more: object) =>
      desk.maker.raw("remittance_add", keyed({ ...(await desk.body(of, o.payable, parts(o))), ...more }));
    expect(JSON.stringify((await add(other, {})).body)).toContain("不属于该客户");
    expect(JSON.stringify((await add(peer, { order_parts: [...parts(o).order_parts, ...parts(o).order_parts] })).body)).toContain("重复");
    const [r, twin] = [await forOrders(peer, [o]), await forOrders(peer, [o])];
    const cheap = await add(peer, { order_parts: [{ order_id: o.id, amount: o.payable - 1 }] });
    expect(cheap.msg).toContain(`订单 ${order_no} 应付为 ¥`);
    expect((await book(r, o.payable)).ret).toBe(0);
    expect(await refusalOf(book(twin, o.payable))).toEqual(["order_not_payable", `订单 ${order_no} 已支付或已取消`]);
    const back = desk.third.raw("remittance_reverse", keyed({ ...seen(await desk.get(r.id)), reason: "付错订单，请冲正" }));
    expect(await refusalOf(back)).toEqual(["guard_failed", `请先为订单 ${order_no} 办理退款`]);
  });
});

describe("gifts and debts", () => {
  const gifts: { done: string[]; back: string[] } = { done: [], back: [] };
  const ports: RemitPorts = {
    ...NO_PORTS,
    quoteTopUp: (_, { amount }) =>
      Promise.resolve({ quote_id: 7, amount: Math.floor(amount / 10), expires_on: "2026-12-31", max_order_pct: 20 }),
    topUpDone: (_ctx, id, source) => Promise.resolve(void gifts.done.push(`${id} ${source}`)),
    topUpReversed: (_ctx, source) => Promise.resolve(void gifts.back.push(source)),
  };
  const moves = remittanceMoves(ports);
  const by = async (account: string) => principalFor({ worker_id: (await app.as(account)).id });

  test("a top-up's gift stands once as a grant of its own; spent, it forbids the reversal, else it goes with it", async () => {
    const peer = await desk.peer();
    const r = await desk.ask(peer, 100_000);
    const line_id = await desk.line(100_000, { name: peer.name });
    const [checker, third] = [await by("service_3"), await by("schengen_3")];
    const now = app.clock.now();
    await asWrite(app.db, checker, now, (ctx) => moves.approve({ ...seen(r), lines: [{ line_id, amount: 100_000 }] }, ctx));
    expect(await desk.standing(peer.id)).toEqual({ principal: 100_000, gift: 10_000, credit_used: 0 });
    expect(
      await rows(app.db, q`select amount, remaining, expires_on, max_order_pct, source from gift_lots where peer_id = ${peer.id}`),
    ).toEqual([{ amount: 10_000, remaining: 10_000, expires_on: "2026-12-31", max_order_pct: 20, source: `remittance ${r.id}` }]);
    const booked = await desk.get(r.id);
    expect(booked.gift_amount).toBe(10_000);
    expect(gifts.done).toEqual([`7 remittance ${r.id}`]);
    const reverse = () => asWrite(app.db, third, now, (ctx) => moves.reverse({ ...seen(booked), reason: "款项未到账" }, ctx));
    await rows(app.db, q`update gift_lots set remaining = 7000 where peer_id = ${peer.id}`);
    await expect(reverse()).rejects.toThrow("赠送金已使用 ¥30.00");
    await rows(app.db, q`update gift_lots set remaining = 10000 where peer_id = ${peer.id}`);
    await reverse();
    expect([await desk.standing(peer.id), gifts.back]).toEqual([{ principal: 0, gift: 0, credit_used: 0 }, [`remittance ${r.id}`]]);
  });
});
