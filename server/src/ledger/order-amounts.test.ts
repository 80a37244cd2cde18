/** The worked amounts of an order of two adults, posted by the doors that orders call. */
import { expect, test } from "vitest";
import { q, row } from "#kit/db/sql.ts";
import { asWrite, principalFor } from "../testing/ctx.ts";
import { testDatabase } from "../testing/database.ts";
import { makePeer } from "../testing/make/peer.ts";
import {
  grantGift,
  openPeerAccounts,
  orderMoney,
  peerAccountsOf,
  postClaim,
  postEmbassyPaid,
  postOrderPayment,
  postRefund,
  postRefundPaid,
  postRetained,
  postRevenue,
  postTopUp,
  refundQuote,
  type CreditOf,
  type PaidPart,
} from "./index.ts";

const { db } = await testDatabase({ seeded: true });
const now = new Date("2026-11-20T02:00:00.000Z");
const boss = await row<{ id: number }>(db, q`select min(id) as id from workers`);
const me = principalFor({ worker_id: boss?.id ?? 0 });
const write = <T>(work: Parameters<typeof asWrite<T>>[3]): Promise<T> => asWrite(db, me, now, work);
const noCredit: CreditOf = () => Promise.resolve({ limit: 0, blocked: null });
const FEES = { service: 49_000, embassy: 72_000, centre: 12_000, protection: 9_800 } as const;
const fees = (applicant_id: number) => Object.entries(FEES).map(([kind, payable]) => ({ applicant_id, kind, payable }));

/** Two adults after a coupon of 10,000, paid by a peer with gift 20,000 and principal 265,600. */
async function paid(order_id: number): Promise<{ peer_id: number; payments: PaidPart[]; people: [number, number] }> {
  const { id: peer_id } = await makePeer(db);
  const people: [number, number] = [order_id * 10 + 1, order_id * 10 + 2];
  const parts = [
    { method: "gift", amount: 20_000 },
    { method: "principal", amount: 265_600 },
  ] as const;
  await write(async (ctx) => {
    await openPeerAccounts(ctx, peer_id);
    await postTopUp(ctx, { peer_id, amount: 265_600, way: "wechat", source_noun: "peer_top_up", source_id: order_id });
    await grantGift(ctx, { peer_id, amount: 20_000, expires_on: null, max_order_pct: 20, source: `reward ${order_id}` });
    const payment = { order_id, peer_id, source: "order" as const, source_id: order_id, parts };
    await postOrderPayment(ctx, { ...payment, fee_lines: people.flatMap(fees) }, noCredit);
  });
  const payments = parts.map((p, i) => ({
    ...p,
    payment_id: i,
    source: "order" as const,
    source_id: order_id,
    paid_at: now,
    returned: 0,
  }));
  return { peer_id, payments, people };
}
const standing = async (peer: number): Promise<unknown> => {
  const a = (await peerAccountsOf(db, [peer])).get(peer);
  return a && [a.gift, a.principal];
};

test("order 3: the first person refunded in review at 80 %, the second reviewed at 50 % with the official fee paid: 133,000 and 34,300 go back, 118,300 stays", async () => {
  const { peer_id, payments, people } = await paid(601);
  const [first, second] = people;
  /** Passed, left by the quoted ways, and what the policy keeps earned; answers the ways. */
  const refund = async (refund_id: number, applicant_id: number, lines: Readonly<Record<string, number>>) => {
    const asked = Object.entries(lines).map(([kind, amount]) => ({ order_id: 601, applicant_id, kind, amount }));
    const { ways } = await refundQuote(db, asked, payments, { peer_id, now });
    const of = { refund_id, order_id: 601, applicant_id };
    await write(async (ctx) => {
      await postRefund(ctx, { ...of, lines: asked, beyond: "compensation" });
      for (const [seq, w] of ways.entries()) {
        await postRefundPaid(ctx, { ...of, seq, method: w.paid_by, amount: w.amount, peer_id, refund_kind: "applicant" });
        const part = payments.find((p) => p.payment_id === w.payment_id);
        if (part) part.returned += w.amount;
      }
      await postRetained(ctx, of);
    });
    return ways.map((w) => [w.way, w.amount]);
  };
  expect(await refund(71, first, { service: 39_200, embassy: 72_000, centre: 12_000, protection: 9_800 })).toEqual([
    ["gift", 20_000],
    ["principal", 113_000],
  ]);
  expect(await standing(peer_id)).toEqual([20_000, 113_000]);
  const fee = { order_id: 601, applicant_id: second, account_id: 4 };
  await write(async (ctx) => {
    await postEmbassyPaid(ctx, { ...fee, payment_id: 81, is_visa: true }, 72_000, { day: "2026-11-20" });
    await postEmbassyPaid(ctx, { ...fee, payment_id: 82, is_visa: false }, 12_000, { day: "2026-11-20" });
  });
  expect(await refund(72, second, { service: 24_500, protection: 9_800 })).toEqual([["principal", 34_300]]);
  expect(await standing(peer_id)).toEqual([20_000, 147_300]);
  const money = await orderMoney(db, 601);
  expect(money).toMatchObject({ refunded: 167_300, refund_due: 0, deferred: 0, trust: 0 });
  // Service 9,800 + 24,500 and centre 12,000 are earned; the mission's 72,000 were paid out, the centre's cost stands.
  expect([money.revenue, money.costs, money.margin]).toEqual([46_300, [{ kind: "centre", amount: 12_000 }], 34_300]);
  expect(money.received.reduce((n, r) => n + r.amount, 0) - money.refunded).toBe(118_300);
});

test("order 4: a claim of full cover, capped at 100,000 of 133,000, is our cost; the premium stays earned", async () => {
  const { people } = await paid(602);
  const [refused] = people;
  const claim = { refund_id: 73, order_id: 602, applicant_id: refused };
  const covered = FEES.service + FEES.embassy + FEES.centre;
  expect(covered).toBe(133_000);
  await write(async (ctx) => {
    await postRevenue(ctx, { order_id: 602, applicant_id: refused, kinds: ["service", "centre"] });
    await postClaim(ctx, { ...claim, amount: Math.min(100_000, covered) });
    await postRefundPaid(ctx, { ...claim, seq: 0, method: "wechat", amount: 100_000, peer_id: null, refund_kind: "claim" });
    await postRevenue(ctx, { order_id: 602, applicant_id: refused, kinds: ["protection"] });
  });
  const money = await orderMoney(db, 602);
  expect(money).toMatchObject({ refunded: 100_000, refund_due: 0, costs: [{ kind: "claim", amount: 100_000 }] });
  expect(money.revenue).toBe(FEES.service + FEES.centre + FEES.protection);
});
