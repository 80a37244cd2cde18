/** Refunds, late payments, withdrawals and payments through the books: back to the cent, once. */
import { expect, test } from "vitest";
import { HttpError } from "#kit/http/refuse.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { asWrite, principalFor } from "../testing/ctx.ts";
import { testDatabase } from "../testing/database.ts";
import { makePeer } from "../testing/make/peer.ts";
import {
  grantGift,
  openPeerAccounts,
  peerAccountsOf,
  peerStatement,
  postLatePayment,
  postOrderPayment,
  postPayoutBounced,
  postRefund,
  postRefundPaid,
  postRetained,
  postSettlePaid,
  postTopUp,
  refundQuote,
  type CreditOf,
  type PaidPart,
} from "./index.ts";

const { db } = await testDatabase({ seeded: true, max: 20 });
const now = new Date("2026-11-20T02:00:00.000Z");
const boss = await row<{ id: number }>(db, q`select min(id) as id from workers`);
const me = principalFor({ worker_id: boss?.id ?? 0 });
const write = <T>(work: Parameters<typeof asWrite<T>>[3], at = now): Promise<T> => asWrite(db, me, at, work);
const creditOf: CreditOf = () => Promise.resolve({ limit: 50_000, blocked: null });
const sums = async (order: number) =>
  Object.fromEntries(
    (
      await rows<{ code: string; n: number }>(
        db,
        q`select a.code || coalesce(nullif('.' || a.kind, '.'), '') as code, -sum(l.amount)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id
          where l.order_id = ${order} and a.code not like 'peer%' group by 1 having sum(l.amount) <> 0`,
      )
    ).map((r) => [r.code, r.n]),
  );
const standing = async (id: number) => {
  const a = (await peerAccountsOf(db, [id])).get(id);
  return a && [a.principal, a.gift, a.credit_used];
};
let sources = 900;

/** JP-TOUR-S of finance 1, paid by gift, principal and credit. */
async function paidTour(order: number, more: { expires_on?: string } = {}) {
  const { id } = await makePeer(db);
  await write(async (ctx) => {
    await openPeerAccounts(ctx, id);
    await postTopUp(ctx, { peer_id: id, amount: 60_000, way: "wechat", source_noun: "peer_top_up", source_id: ++sources });
    await grantGift(ctx, { peer_id: id, amount: 20_000, expires_on: null, max_order_pct: 20, source: `reward ${++sources}`, ...more });
  });
  const parts = [
    { method: "gift", amount: 8_260 },
    { method: "principal", amount: 60_000 },
    { method: "credit", amount: 44_540 },
  ] as const;
  const fee_lines = [
    { applicant_id: order, kind: "service", payable: 41_300 },
    { applicant_id: order, kind: "embassy", payable: 71_500 },
  ];
  await write((ctx) =>
    postOrderPayment(ctx, { order_id: order, peer_id: id, source: "order", source_id: order, parts, fee_lines }, creditOf),
  );
  const payments: PaidPart[] = parts.map((p, i) => ({ ...p, payment_id: i, source: "order", source_id: order, paid_at: now, returned: 0 }));
  return { id, payments };
}
const lines = (order: number) => [
  { order_id: order, applicant_id: order, kind: "service", amount: 33_040 },
  { order_id: order, applicant_id: order, kind: "embassy", amount: 71_500 },
];

test("finance 3: refunded at 80%: 104,540 back by its ways, 8,260 kept becomes revenue, nothing is due any more; said twice it is one", async () => {
  const { id, payments } = await paidTour(501);
  const quote = await refundQuote(db, lines(501), payments, { peer_id: id, now });
  expect(quote.lines.map((l) => [l.deferred, l.revenue, l.trust])).toEqual([
    [41_300, 0, 0],
    [0, 0, 71_500],
  ]);
  expect(quote.ways.map((w) => [w.way, w.amount])).toEqual([
    ["gift", 8_260],
    ["credit", 44_540],
    ["principal", 51_740],
  ]);
  const refund = { refund_id: 61, order_id: 501, applicant_id: 501 };
  const pass = () => write((ctx) => postRefund(ctx, { ...refund, lines: lines(501), beyond: "compensation" }));
  const journal = await pass();
  const leave = () =>
    write(async (ctx) => {
      const ids: (number | null)[] = [];
      for (const [seq, w] of quote.ways.entries())
        ids.push(await postRefundPaid(ctx, { ...refund, seq, method: w.paid_by, amount: w.amount, peer_id: id, refund_kind: "applicant" }));
      ids.push(await postRetained(ctx, refund));
      return ids;
    });
  const left = await leave();
  expect([await pass(), await leave()]).toEqual([journal, left]);
  expect(await sums(501)).toEqual({ "revenue.service": 8_260 });
  expect(await standing(id)).toEqual([51_740, 20_000, 0]);
  const { lines: told } = await peerStatement(db, id, { from: "2026-11-20", to: "2026-11-20" });
  expect(told.slice(0, 3).map((l) => l.change)).toEqual(["申请人退款", "申请人退款", "申请人退款"]);
  await expect(write((ctx) => postRefundPaid(ctx, { ...refund, seq: 0, method: "gift", amount: 8_261, peer_id: id }))).rejects.toThrow(
    HttpError,
  );
});

test("what a peer no longer owes when the money leaves becomes principal; a grant that ended opens again for 30 days", async () => {
  const { id } = await paidTour(502, { expires_on: "2026-11-22" });
  const refund = { refund_id: 62, order_id: 502, applicant_id: 502 };
  await write((ctx) => postRefund(ctx, { ...refund, lines: lines(502), beyond: "compensation" }));
  const later = new Date("2026-12-01T02:00:00.000Z");
  await write(
    (ctx) => postRefundPaid(ctx, { ...refund, seq: 0, method: "credit", amount: 60_000, peer_id: id, refund_kind: "part" }),
    later,
  );
  await write((ctx) => postRefundPaid(ctx, { ...refund, seq: 1, method: "gift", amount: 8_260, peer_id: id }), later);
  expect(await standing(id)).toEqual([60_000 - 44_540, 20_000, 0]);
  expect(await rows(db, q`select remaining, expires_on from gift_lots where peer_id = ${id}`)).toEqual([
    { remaining: 20_000, expires_on: "2026-12-31" },
  ]);
  await expect(write((ctx) => postRefundPaid(ctx, { ...refund, seq: 2, method: "gift", amount: 1, peer_id: id }))).rejects.toThrow(
    "超过该订单用赠送金支付的金额",
  );
  // What is due is due once, by whatever ways it leaves.
  const rest = lines(502).reduce((n, l) => n + l.amount, 0) - 60_000 - 8_260;
  const leave = (seq: number, amount: number) =>
    write((ctx) => postRefundPaid(ctx, { ...refund, seq, method: "principal", amount, peer_id: id }), later);
  await expect(leave(3, rest + 1)).rejects.toThrow("退款金额超过应退金额 ¥362.80");
  const both = await Promise.allSettled([leave(4, rest), leave(5, rest)]);
  expect(both.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await sums(502))["refund_due"]).toBeUndefined();
});

test("finance 20: a channel's money for a dead order is due back at once; a repeated call-back posts nothing; an order worth 0 has no journal", async () => {
  const refund = { refund_id: 63, order_id: 503, applicant_id: null };
  const late = () => write((ctx) => postLatePayment(ctx, refund, [{ method: "wechat", amount: 112_800 }]));
  const first = await late();
  expect(await late()).toBe(first);
  expect(await sums(503)).toEqual({ "clearing.wechat": -112_800, refund_due: 112_800 });
  await write((ctx) => postRefundPaid(ctx, { ...refund, seq: 0, method: "wechat", amount: 112_800, peer_id: null, refund_kind: "late" }));
  expect(await sums(503)).toEqual({});
  await expect(write((ctx) => postLatePayment(ctx, refund, [{ method: "principal", amount: 1 }]))).rejects.toThrow("账户支付不会迟到");
  const free = { order_id: 504, peer_id: null, source: "order" as const, source_id: 504, parts: [], fee_lines: [] };
  expect(await write((ctx) => postOrderPayment(ctx, free, creditOf))).toBeNull();
});

test("finance 21: a settlement's payment that bounced restores what is payable exactly; paid anew it is paid once", async () => {
  const of = (order_id: number, amount: number) => ({
    code: "payable_supplier" as const,
    supplier_id: 7,
    amount,
    order_id,
    applicant_id: order_id,
  });
  const settled = [of(505, 30_000), of(506, 72_000)];
  const pay = (seq: number) => write((ctx) => postSettlePaid(ctx, 71, settled, { company_account_id: 4, bank_fee: 500, seq }));
  const payable = () =>
    row<{ n: number; fee: number }>(
      db,
      q`select -sum(l.amount) filter (where a.code = 'payable_supplier')::int8 as n, coalesce(sum(l.amount) filter (where a.kind = 'bank_fee'), 0)::int8 as fee
        from journal_lines l join ledger_accounts a on a.id = l.account_id join journals j on j.id = l.journal_id
        where (a.code = 'payable_supplier' and a.owner_id = 7) or a.kind = 'bank_fee'`,
    );
  const journal_id = (await pay(0)) ?? 0;
  expect(await payable()).toEqual({ n: -102_000, fee: 500 });
  const bounce = () => write((ctx) => postPayoutBounced(ctx, { payout_id: 81, journal_id, seq: 0 }, "账号已注销"));
  expect(await bounce()).toBe(await bounce());
  expect(await payable()).toEqual({ n: 0, fee: 0 });
  expect([await pay(1), await pay(1)].map((id) => id !== journal_id)).toEqual([true, true]);
  expect(await payable()).toEqual({ n: -102_000, fee: 500 });
});
