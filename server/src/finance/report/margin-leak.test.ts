/** Margins that fell: found the night after, with their largest cause and its voucher; mended ones are gone. Orders by other days than the booking. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { postJournal, postOrderPayment, postRevenue, settleCosts, type CreditOf } from "../../ledger/index.ts";
import { asWrite } from "../../testing/ctx.ts";
import { peerDesk, type PeerDesk } from "../../testing/make/peer-desk.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { leakOf, marginLeakJobs } from "./margin-leak.ts";

const none = {
  revenue: 40_000,
  passed: 0,
  planned_cost: 30_000,
  coupon: 0,
  fx: 0,
  embassy: 0,
  express: 0,
  compensation: 0,
  settle_price: 30_000,
};
describe("what fell and why", () => {
  test("causes add up to what fell; the largest is told; a tenth of the plan is not told", () => {
    expect(leakOf(none)).toBeNull();
    expect(leakOf({ ...none, settle_price: 31_000 })).toBeNull();
    expect(leakOf({ ...none, settle_price: 31_001 })).toEqual({
      planned: 10_000,
      margin: 8_999,
      cause: "settle_price",
      cause_amount: 1_001,
    });
    expect(leakOf({ ...none, fx: 400, embassy: 300, express: 200, compensation: 500 })).toEqual({
      planned: 10_000,
      margin: 8_600,
      cause: "compensation",
      cause_amount: 500,
    });
    expect(leakOf({ ...none, revenue: 37_000, coupon: 3_000 })).toEqual({
      planned: 10_000,
      margin: 7_000,
      cause: "coupon",
      cause_amount: 3_000,
    });
  });
  test("a surplus of one cause lessens the fall; without a planned margin there is no leak", () => {
    expect(leakOf({ ...none, express: 1_500, embassy: -800 })).toBeNull();
    expect(leakOf({ ...none, planned_cost: 41_000, settle_price: 43_000 })).toBeNull();
  });
});

const credit: CreditOf = () => Promise.resolve({ limit: 500_000, blocked: null });
let desk: PeerDesk;
let order: { id: number; order_no: string; person: number };
let peer: number;
const at = <T>(day: string, work: Parameters<typeof asWrite<T>>[3]): Promise<T> =>
  asWrite(desk.db, desk.worker("admin"), new Date(`${day}T10:00:00+08:00`), work);
const leaks = async () => {
  await desk.run(marginLeakJobs, "margin_leak");
  return (await desk.call("report_margin_leak_query", { day: {} })).list;
};
const told = () => leaks().then((list) => list.map((k) => [k.order_no, k.planned, k.margin, k.fell, k.cause, k.cause_amount]));

/** Paid in September with a coupon of 500, earned and settled in October at 30,000 as planned. */
beforeAll(async () => {
  desk = await peerDesk();
  peer = (await makePeer(desk.db, { settle_mode: "credit", credit_limit: 500_000 })).id;
  const found = await row<typeof order>(
    desk.db,
    q`select o.id, o.order_no, min(a.id) as person from orders o join applicants a on a.order_id = o.id where o.id = ${desk.pattern} group by o.id`,
  );
  order = found ?? { id: 0, order_no: "", person: 0 };
  const [order_id, applicant_id] = [order.id, order.person];
  await rows(
    desk.db,
    q`update orders set peer_id = ${peer}, customer_kind = 'peer', paid_at = '2026-09-02T02:00:00Z', completed_at = '2026-10-20T02:00:00Z' where id = ${order_id}`,
  );
  await rows(desk.db, q`delete from order_fees where order_id = ${order_id}`);
  await rows(
    desk.db,
    q`insert into order_fees (order_id, applicant_id, kind, amount, discount_share, payable, created_at)
      values (${order_id}, ${applicant_id}, 'service', 40500, 500, 40000, ${desk.clock.now()})`,
  );
  const fee_lines = [{ applicant_id, kind: "service", payable: 40_000 }];
  const parts = [{ method: "credit" as const, amount: 40_000 }];
  await at("2026-09-02", (ctx) =>
    postOrderPayment(ctx, { order_id, peer_id: peer, source: "order", source_id: order_id, parts, fee_lines }, credit),
  );
  await at("2026-10-10", (ctx) => settleCosts(ctx, [{ order_id, applicant_id, supplier_id: 5, price: 30_000, embassy_part: 0 }], "结算"));
  await at("2026-10-12", (ctx) => postRevenue(ctx, { order_id, applicant_id, kinds: ["service"] }));
});

test("the margin of an order that cost more than planned is found, with its cause and voucher; mended it is gone", async () => {
  expect(await told()).toEqual([]);
  const settle = (day: string, price: number) =>
    at(day, (ctx) =>
      settleCosts(ctx, [{ order_id: order.id, applicant_id: order.person, supplier_id: 5, price, embassy_part: 0 }], "改价"),
    );
  await settle("2026-10-15", 32_000);
  const [found] = await leaks();
  const changed = await row<{ no: string }>(
    desk.db,
    q`select no from journals where kind = 'supplier_cost_adjust' order by id desc limit 1`,
  );
  // The coupon took 500 of it.
  expect(found).toMatchObject({
    order_no: order.order_no,
    planned: 10_500,
    margin: 8_000,
    fell: 2_500,
    cause: "settle_price",
    cause_amount: 2_000,
    ended_on: "2026-10-12",
    journal_no: changed?.no,
  });
  await settle("2026-10-16", 30_000);
  expect(await told()).toEqual([]);
  const express = { kind: "parcel_cost", source_noun: "express", source_id: 9 } as const;
  await at("2026-10-17", (ctx) =>
    postJournal(ctx, {
      ...express,
      lines: [
        { account: { code: "cost", kind: "express" }, amount: 1_800, order_id: order.id },
        { account: { code: "payable_carrier", owner_id: 7 }, amount: -1_800, order_id: order.id },
      ],
    }),
  );
  expect(await told()).toEqual([[order.order_no, 10_500, 8_200, 2_300, "express", 1_800]]);
  // Nothing new was posted: what was found stays found.
  expect(await told()).toHaveLength(1);
});

test("finance 23: 收入成本毛利表 by the day an order was paid, completed or paid back is all it earned and cost", async () => {
  const day = (month: string) => ({ from: `${month}-01`, to: `${month}-28` });
  const all = { revenue: 40_000, cost: 31_800, margin: 8_200 };
  for (const [basis, month] of [
    ["paid", "2026-09"],
    ["completed", "2026-10"],
  ] as const) {
    const { sums, list, basis_text } = await desk.call("report_get", { report: "income", basis, day: day(month) });
    expect(sums).toMatchObject(all);
    expect(list).toMatchObject([
      { order_no: order.order_no, basis_on: basis === "paid" ? "2026-09-02" : "2026-10-20", margin_share: 0.205 },
    ]);
    expect(basis_text).toBe({ paid: "支付日", completed: "完成日" }[basis]);
    expect((await desk.call("report_get", { report: "income", basis, day: day("2026-11") })).total).toBe(0);
  }
  expect((await desk.call("report_get", { report: "income", basis: "refunded", day: {} })).total).toBe(0);
  const given = { kind: "refund_paid", source_noun: "refund", source_id: 3 } as const;
  await at("2026-11-03", (ctx) =>
    postJournal(ctx, {
      ...given,
      lines: [
        { account: { code: "refund_due" }, amount: 100, order_id: order.id, refund_id: 3 },
        { account: { code: "peer_principal", owner_id: peer }, amount: -100 },
      ],
    }),
  );
  expect((await desk.call("report_get", { report: "income", basis: "refunded", day: day("2026-11") })).sums).toMatchObject(all);
});
