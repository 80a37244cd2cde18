/** Credit as the ledger asks for it: limits by their days, two charges at once, debts that stop it. */
import { beforeEach, expect, test } from "vitest";
import { blocks } from "@visadesk/contract/peer/peer/blocks.rules.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import {
  accountOf,
  peerAccountsOf,
  postJournal,
  postOrderPayment,
  postRepay,
  postTopUp,
  quotePayment,
  setOldestDue,
} from "../../ledger/index.ts";
import { asWrite, principalFor } from "../../testing/ctx.ts";
import { onEmbedded, testDatabase } from "../../testing/database.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { creditOf } from "./credit-line.ts";

const database = await testDatabase({ seeded: true, max: 20 });
const { db } = database;
const boss = await row<{ id: number }>(db, q`select min(id) as id from workers`);
const me = principalFor({ worker_id: boss?.id ?? 0 });
const write = <T>(at: Date, work: Parameters<typeof asWrite<T>>[3]): Promise<T> => asWrite(db, me, at, work);
/** Midnight of a day in Shanghai. */
const day = (date: string, time = "00:00:00"): Date => new Date(`${date}T${time}+08:00`);

let peer = 0;
let orders = 0;
const terms = { settle_mode: "credit" as const, credit_days: 30, credit_limit: 5_000_000, temp_limit: 2_000_000, temp_until: "2026-09-30" };
beforeEach(async () => {
  peer = (await makePeer(db, terms)).id;
});

const lines = (payable: number) => [{ applicant_id: null, kind: "service", payable }];
const charge = (amount: number, at: Date, method: "credit" | "principal" = "credit", order_id = ++orders) => {
  const payment = { order_id, peer_id: peer, source: "order" as const, source_id: order_id, fee_lines: lines(amount) };
  return write(at, (ctx) => postOrderPayment(ctx, { ...payment, parts: [{ method, amount }] }, creditOf));
};
const quote = (amount: number, at: Date) => quotePayment(db, { peer_id: peer, fee_lines: lines(amount), amount }, at, creditOf);
const freeOn = async (at: Date): Promise<number> => (await accountOf(db, peer, at, creditOf)).credit_available;
const standing = async () => (await peerAccountsOf(db, [peer])).get(peer);
const journals = async (): Promise<number> => (await rows(db, q`select id from journals`)).length;
const came = (amount: number) => ({ peer_id: peer, amount, way: "bank" as const, source_noun: "peer_top_up", source_id: ++orders });

test("peer 5: 5000000 + 2000000 until 2026-09-30 less 4450000 used is 2550000, from midnight 550000; 600000 then lacks 500.00", async () => {
  await charge(1_800_000, day("2026-08-20"));
  await charge(2_650_000, day("2026-09-05"));
  expect(await freeOn(day("2026-09-30", "23:59:59.999"))).toBe(2_550_000);
  const next = day("2026-10-01");
  expect(await freeOn(next)).toBe(550_000);
  await expect(charge(600_000, next)).rejects.toThrow("授信额度不足，还差 ¥500.00");
  expect((await quote(600_000, next)).fault).toBe("授信额度不足，还差 ¥500.00");
  await charge(550_000, next);
  expect([await freeOn(next), (await standing())?.credit_used]).toEqual([0, 5_000_000]);
  await rows(db, q`update peers set credit_limit = 4000000 where id = ${peer}`);
  expect(await freeOn(next)).toBe(-1_000_000);
  await expect(charge(1, next)).rejects.toThrow("还差 ¥0.01");
});

test("peer 6: two credit payments of 300000 at once with 550000 free: one posts; the same again posts nothing more", async () => {
  await charge(4_450_000, day("2026-10-01"));
  const before = await journals();
  const at = day("2026-10-02");
  const [a, b] = [++orders, ++orders];
  const results = await Promise.allSettled([charge(300_000, at, "credit", a), charge(300_000, at, "credit", b)]);
  expect(results.map((r) => r.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(results.flatMap((r) => (r.status === "rejected" ? [String(r.reason)] : []))[0]).toContain("授信额度不足，还差 ¥500.00");
  const won = results[0]?.status === "fulfilled" ? a : b;
  await Promise.all([charge(300_000, at, "credit", won), charge(300_000, at, "credit", won)]);
  expect([(await standing())?.credit_used, await journals()]).toEqual([4_750_000, before + 1]);
});

test("peer 6: fifty orders at once on one limit: as many as fit, none beyond it", async () => {
  const at = day("2026-10-02");
  const results = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => charge(230_000 + (i % 7) * 10_000, at)));
  const used = (await standing())?.credit_used ?? 0;
  expect(used).toBeLessThanOrEqual(5_000_000);
  // Whoever was refused came when less than his own amount was left.
  expect(5_000_000 - used).toBeLessThan(290_000);
  const refused = results.flatMap((r) => (r.status === "rejected" ? [String(r.reason)] : []));
  expect(refused.length).toBeGreaterThan(25);
  for (const r of refused) expect(r).toContain("授信额度不足，还差");
});

test.skipIf(onEmbedded())("peer 6: a charge that waited while the limit was lowered goes by the limit that is there then", async () => {
  const at = day("2026-10-02");
  await charge(1, at);
  const holding = await database.pool.connect();
  try {
    await holding.query("begin");
    await holding.query("select id from ledger_accounts where code = 'peer_credit' and owner_id = $1 for update", [peer]);
    const waits = Promise.allSettled([charge(2_000_000, at), charge(900_000, at)]);
    const waiting = q`select count(*)::int as n from pg_locks l join pg_stat_activity a on a.pid = l.pid where a.datname = current_database() and not l.granted`;
    while ((await row<{ n: number }>(db, waiting))?.n !== 2);
    await rows(db, q`update peers set credit_limit = 1000000 where id = ${peer}`);
    await holding.query("commit");
    expect((await waits).map((r) => r.status)).toEqual(["rejected", "fulfilled"]);
  } finally {
    holding.release();
  }
  expect((await standing())?.credit_used).toBe(900_001);
});

test("peer 8: due 2026-10-08 and unpaid stops credit from 10-16 and orders from 11-08; clearing it frees both at once, a cent short neither", async () => {
  await charge(300_000, day("2026-09-02"));
  await write(day("2026-10-01"), (ctx) => postTopUp(ctx, came(100_000)));
  await write(day("2026-10-01"), (ctx) => setOldestDue(ctx, peer, "2026-10-08"));
  const causes = async (date: string): Promise<string[]> => {
    const { overdue_since = null } = (await standing()) ?? {};
    return blocks({ business_kind: "other", holds: [], waivers: [], papers: [], overdue_since }, day(date, "12:00:00")).map((b) => b.block);
  };
  expect((await quote(200_000, day("2026-10-15", "23:59:59"))).parts).toEqual([
    { method: "principal", amount: 100_000 },
    { method: "credit", amount: 100_000 },
  ]);
  const stopped = await quote(200_000, day("2026-10-16"));
  expect([stopped.shortage, stopped.fault]).toEqual([100_000, "账单应于 2026-10-08 还款，已逾期 8 天，暂停授信下单，余额还差 ¥1000.00"]);
  expect([await causes("2026-11-07"), await causes("2026-11-08")]).toEqual([["credit"], ["credit", "order"]]);
  await charge(40_000, day("2026-11-07"), "principal");
  await write(day("2026-11-08"), (ctx) => postRepay(ctx, came(299_999)));
  expect([(await standing())?.credit_used, await causes("2026-11-08")]).toEqual([1, ["credit", "order"]]);
  await write(day("2026-11-08"), (ctx) => postRepay(ctx, came(51)));
  expect([await standing(), await causes("2026-11-08")]).toEqual([
    { principal: 60_050, gift: 0, frozen: 0, credit_used: 0, overdue_since: null },
    [],
  ]);
  await charge(60_050, day("2026-11-08"), "principal");
  await charge(200_000, day("2026-11-08"));
});

test("nothing charges credit without asking for its limit; a peer that prepays has none", async () => {
  peer = (await makePeer(db, { ...terms, settle_mode: "prepaid" })).id;
  await expect(charge(1_000, day("2026-09-01"))).rejects.toThrow("余额不足，还差 ¥10.00");
  const unasked = [
    { account: { code: "peer_credit" as const, owner_id: peer }, amount: 1 },
    { account: { code: "revenue" as const }, amount: -1 },
  ];
  await expect(
    write(day("2026-09-01"), (ctx) => postJournal(ctx, { kind: "revenue", source_noun: "x", source_id: 1, lines: unasked })),
  ).rejects.toThrow("without asking");
});
