/** A peer's accounts: what pays first, what two payments at once may take, what grants keep. */
import { describe, expect, test } from "vitest";
import { HttpError } from "#kit/http/refuse.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { asWrite, principalFor } from "../testing/ctx.ts";
import { testDatabase } from "../testing/database.ts";
import { makePeer } from "../testing/make/peer.ts";
import {
  clawbackGift,
  giftLeft,
  grantGift,
  openPeerAccounts,
  peerAccountsOf,
  peerStatement,
  postOrderPayment,
  postRepay,
  postTopUp,
  quotePayment,
  type CreditOf,
} from "./index.ts";
import { reverseJournal } from "./ledger.ts";
import type { PaidLine } from "./order-money.rules.ts";

const { db } = await testDatabase({ seeded: true, max: 20 });
const now = new Date("2026-11-20T02:00:00.000Z");
const boss = await row<{ id: number }>(db, q`select min(id) as id from workers`);
const me = principalFor({ worker_id: boss?.id ?? 0 });
const write = <T>(work: Parameters<typeof asWrite<T>>[3]): Promise<T> => asWrite(db, me, now, work);
const limit =
  (cents: number): CreditOf =>
  () =>
    Promise.resolve({ limit: cents, blocked: null });

let sources = 0;
const topUp = (peer_id: number, amount: number) =>
  write((ctx) => postTopUp(ctx, { peer_id, amount, way: "wechat", source_noun: "peer_top_up", source_id: ++sources }));
const grant = (peer_id: number, amount: number, more: { expires_on?: string; max_order_pct?: number; source?: string } = {}) =>
  write((ctx) => grantGift(ctx, { peer_id, amount, expires_on: null, max_order_pct: 20, source: `reward ${++sources}`, ...more }));
/** Pays as the accounts say at this moment. */
async function pay(peer_id: number, order_id: number, lines: readonly PaidLine[], creditOf: CreditOf = limit(0)) {
  const amount = lines.reduce((acc, l) => acc + l.payable, 0);
  const quote = await quotePayment(db, { peer_id, fee_lines: lines, amount }, now, creditOf);
  const payment = { order_id, peer_id, source: "order" as const, source_id: order_id, parts: quote.parts, fee_lines: lines };
  const journal = await write((ctx) => postOrderPayment(ctx, payment, creditOf));
  return { quote, payment, journal };
}
const service = (payable: number): PaidLine[] => [{ applicant_id: null, kind: "service", payable }];
const tour: PaidLine[] = [
  { applicant_id: 1, kind: "service", payable: 41_300 },
  { applicant_id: 1, kind: "embassy", payable: 71_500 },
];
const standing = async (id: number) => (await peerAccountsOf(db, [id])).get(id);
const waiting = (order: number) =>
  rows<{ code: string; n: number }>(
    db,
    q`select a.code, -sum(l.amount)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id
      where l.order_id = ${order} and a.code in ('order_deferred', 'embassy_trust') group by 1 order by 1 desc`,
  );

/** Everything the books promise of themselves; empty where it holds. */
const broken = () =>
  rows<{ what: string }>(
    db,
    q`
    select 'journal ' || journal_id as what from journal_lines group by journal_id having sum(amount) <> 0
    union all select a.code || ' ' || a.owner_id from ledger_accounts a left join journal_lines l on l.account_id = a.id where a.is_guarded
      group by a.id having a.balance <> coalesce(sum(case a.side when 'debit' then l.amount else -l.amount end), 0) or a.balance < 0
    union all select 'gift ' || a.owner_id from ledger_accounts a where a.code = 'peer_gift'
      and a.balance <> (select coalesce(sum(g.remaining), 0) from gift_lots g where g.peer_id = a.owner_id)
    union all select 'order ' || l.order_id from journal_lines l join ledger_accounts a on a.id = l.account_id
      where a.code in ('order_deferred', 'embassy_trust') group by l.order_id, l.applicant_id, l.fee_kind having sum(l.amount) > 0`,
  );

describe("finance 1: gift money, principal, credit", () => {
  test("JP-TOUR-S: a fifth of the service, all principal, the rest on credit; service waits, the mission's fee lies in trust", async () => {
    const { id } = await makePeer(db);
    await write((ctx) => openPeerAccounts(ctx, id));
    await topUp(id, 60_000);
    await grant(id, 20_000);
    const { quote } = await pay(id, 1, tour, limit(50_000));
    expect(quote.parts).toEqual([
      { method: "gift", amount: 8_260 },
      { method: "principal", amount: 60_000 },
      { method: "credit", amount: 44_540 },
    ]);
    expect(await waiting(1)).toEqual([
      { code: "order_deferred", n: 41_300 },
      { code: "embassy_trust", n: 71_500 },
    ]);
    expect(await standing(id)).toEqual({ principal: 0, gift: 11_740, frozen: 0, credit_used: 44_540, overdue_since: null });
    const { accounts, lines } = await peerStatement(db, id, { from: "2026-11-20", to: "2026-11-20" });
    expect(lines.map((l) => [l.account, l.change, l.amount, l.balance_after])).toEqual([
      ["peer_credit", "授信扣款", 44_540, 44_540],
      ["peer_principal", "订单支付", -60_000, 0],
      ["peer_gift", "订单支付", -8_260, 11_740],
      ["peer_gift", "赠送金发放", 20_000, 20_000],
      ["peer_principal", "充值", 60_000, 60_000],
    ]);
    expect(accounts.map((a) => [a.account, a.opening, a.closing])).toEqual([
      ["peer_principal", 0, 0],
      ["peer_gift", 0, 11_740],
      ["peer_frozen", 0, 0],
      ["peer_credit", 0, 44_540],
    ]);
    const later = await peerStatement(db, id, { from: "2026-11-21", to: "2026-12-31" });
    expect([later.lines, later.accounts.find((a) => a.account === "peer_credit")]).toEqual([
      [],
      { account: "peer_credit", opening: 44_540, rose: 0, fell: 0, closing: 44_540 },
    ]);
  });

  test("the earliest end goes first, each grant within its share of the order; what is over is not used", async () => {
    const { id } = await makePeer(db);
    await grant(id, 5_000);
    await grant(id, 3_000, { expires_on: "2026-11-20", max_order_pct: 10 });
    await grant(id, 9_000, { expires_on: "2026-11-19" });
    await topUp(id, 100_000);
    const { quote } = await pay(id, 2, service(20_000));
    // Ten percent of 20000 out of the first, up to twenty with the second.
    expect(quote.gifts.map((g) => g.amount)).toEqual([2_000, 2_000]);
    expect(await rows(db, q`select remaining from gift_lots where peer_id = ${id} order by id`)).toEqual([
      { remaining: 3_000 },
      { remaining: 1_000 },
      { remaining: 9_000 },
    ]);
  });
});

describe("finance 4: at once", () => {
  test("a hundred payments, top-ups, grants and reversals leave the books clean", async () => {
    const peers = [await makePeer(db), await makePeer(db), await makePeer(db)].map((p) => p.id);
    for (const id of peers) await topUp(id, 200_000);
    let seed = 7;
    const random = (n: number): number => (seed = (seed * 16_807) % 2_147_483_647) % n;
    const acts = Array.from({ length: 100 }, (_, i) => {
      const id = peers[random(3)] ?? 0;
      const amount = 1_000 + random(30_000);
      const act = random(10);
      if (act < 6) return () => pay(id, 1_000 + i, [...service(amount), { applicant_id: i, kind: "embassy", payable: 700 }], limit(50_000));
      if (act < 7) return () => topUp(id, amount);
      if (act < 8) return () => grant(id, amount);
      if (act < 9)
        return () =>
          write((ctx) => postRepay(ctx, { peer_id: id, amount, way: "bank", source_noun: "peer_top_up", source_id: 90_000 + i }));
      return async () => {
        const paid = await row<{ id: number }>(
          db,
          q`select id from journals where kind = 'order_paid' and source_id >= 1000 order by id desc limit 1`,
        );
        if (paid) await write((ctx) => reverseJournal(ctx, paid.id, "冲正"));
      };
    });
    const results: PromiseSettledResult<unknown>[] = [];
    for (let at = 0; at < acts.length; at += 50) results.push(...(await Promise.allSettled(acts.slice(at, at + 50).map((act) => act()))));
    const refused = results.flatMap((r) => (r.status === "rejected" ? [String(r.reason)] : []));
    for (const r of refused) expect(r).toMatch(/还差 ¥|账户余额已变化|余额不足/);
    expect(results.filter((r) => r.status === "fulfilled").length).toBeGreaterThan(30);
    expect(await broken()).toEqual([]);
  });
});

describe("finance 5: one event, one journal", () => {
  test("a repayment said again after the debt changed answers the first, another amount is 409; what is left of grants is told by source", async () => {
    const { id } = await makePeer(db);
    await pay(id, 880, service(20_000), limit(50_000));
    const source_id = ++sources;
    const repay = (amount: number) =>
      write((ctx) => postRepay(ctx, { peer_id: id, amount, way: "bank", source_noun: "peer_top_up", source_id }));
    const first = await repay(15_000);
    await pay(id, 881, service(3_000), limit(50_000));
    expect(await repay(15_000)).toBe(first);
    await expect(repay(15_001)).rejects.toThrow(HttpError);
    expect(await standing(id)).toMatchObject({ credit_used: 8_000, principal: 0 });
    await grant(id, 700, { source: "fission 1" });
    expect(await giftLeft(db, ["fission 1", "fission 2"])).toEqual(new Map([["fission 1", 700]]));
  });

  test("a payment said again, also after the balance changed, answers the first; another amount is 409", async () => {
    const { id } = await makePeer(db);
    await grant(id, 3_000, { expires_on: "2026-12-31" });
    await grant(id, 3_000);
    await topUp(id, 30_000);
    const { payment, journal } = await pay(id, 31, service(20_000));
    const again = await Promise.all([payment, payment].map((p) => write((ctx) => postOrderPayment(ctx, p, limit(0)))));
    expect(again).toEqual([journal, journal]);
    expect(await standing(id)).toMatchObject({ gift: 2_000, principal: 14_000 });
    const other = { ...payment, parts: [{ method: "principal" as const, amount: 10_000 }], fee_lines: service(10_000) };
    await expect(write((ctx) => postOrderPayment(ctx, other, limit(0)))).rejects.toThrow(HttpError);
  });

  test("a grant is one of its source; taking it back takes what is left and says what was spent, each time the same", async () => {
    const { id } = await makePeer(db);
    await grant(id, 10_000, { source: "fission 5" });
    await grant(id, 10_000, { source: "fission 5" });
    await expect(grant(id, 12_000, { source: "fission 5" })).rejects.toThrow(HttpError);
    await topUp(id, 50_000);
    await pay(id, 32, service(20_000));
    const back = () => write((ctx) => clawbackGift(ctx, "fission 5"));
    expect([await back(), await back()]).toEqual([4_000, 4_000]);
    expect(await standing(id)).toMatchObject({ gift: 0, principal: 34_000 });
    expect(await write((ctx) => clawbackGift(ctx, "never given"))).toBe(0);
  });

  test("a reversed payment gives each grant its own money back, once", async () => {
    const { id } = await makePeer(db);
    await grant(id, 2_000);
    await topUp(id, 20_000);
    const { journal } = await pay(id, 33, service(15_000));
    expect(await standing(id)).toMatchObject({ gift: 0, principal: 7_000 });
    for (let i = 0; i < 2; i++) await write((ctx) => reverseJournal(ctx, journal ?? 0, "录错"));
    expect(await standing(id)).toMatchObject({ gift: 2_000, principal: 20_000 });
    expect(await rows(db, q`select remaining from gift_lots where peer_id = ${id}`)).toEqual([{ remaining: 2_000 }]);
    expect(await broken()).toEqual([]);
  });
});

test("another order of use than the accounts' own is refused, as is an account of nobody", async () => {
  const { id } = await makePeer(db);
  await grant(id, 5_000);
  await topUp(id, 50_000);
  const payment = { order_id: 41, peer_id: id, source: "order" as const, source_id: 41, fee_lines: service(20_000) };
  const parts = [{ method: "principal" as const, amount: 20_000 }];
  await expect(write((ctx) => postOrderPayment(ctx, { ...payment, parts }, limit(0)))).rejects.toThrow("账户余额已变化");
  await expect(write((ctx) => postOrderPayment(ctx, { ...payment, parts, peer_id: null }, limit(0)))).rejects.toThrow("不是同行的订单");
});
