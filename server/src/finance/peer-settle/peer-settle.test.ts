/** The life of a peer's statement, from the books back into the books. */
import { beforeAll, describe, expect, test } from "vitest";
import { mayOrder, creditOf } from "../../peer/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { asWrite, principalFor } from "../../testing/ctx.ts";
import {
  agreed,
  billed,
  charged,
  creditPeer,
  givenBack,
  moneyOf,
  noon,
  owedBy,
  peerStanding,
  repaid,
  statement,
  statementsOf,
  toppedUp,
} from "../../testing/make/peer-statement.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { confirmBody, key, third, workerIds } from "../../testing/make/settlement.ts";
import { debtOf, linkableStatements } from "./peer-debt.ts";
import { generateForPeer } from "./peer-generate.ts";
import { agreeBySilence } from "./peer-settle.jobs.ts";

let app: TestApp;
let maker: Client;
let checker: Client;
let other: Client;
beforeAll(async () => {
  app = await testApp();
  maker = await app.as("finance");
  checker = await app.as("admin");
  other = await third(app);
});
const system = <T>(day: string, work: Parameters<typeof asWrite<T>>[3]): Promise<T> => asWrite(app.db, null, noon(day), work);
test("finance 9: of August 2026 at 31 days it is due on 10-08; credit is refused from 10-16, orders out of principal from 11-08", async () => {
  const peer = await creditPeer(app);
  await charged(app, peer, "2026-08-05", 300_000);
  await charged(app, peer, "2026-08-31", 100_000);
  const [made] = await system("2026-09-01", (ctx) => generateForPeer(ctx, peer));
  const s = await agreed(checker, made?.id ?? 0);
  expect([s.cycle_start, s.cycle_end, s.due_on, s.final, s.settlement_status]).toEqual([
    "2026-08-01",
    "2026-08-31",
    "2026-10-08",
    400_000,
    "confirmed",
  ]);
  expect(await owedBy(app, peer)).toEqual({ owed: 400_000, principal: 0, due: "2026-10-08" });
  await toppedUp(app, peer, "2026-09-02", 5_000);
  await charged(app, peer, "2026-10-15", 1_000, { ask: creditOf });
  await expect(charged(app, peer, "2026-10-16", 1_000, { ask: creditOf })).rejects.toThrow("已逾期 8 天");
  expect(await mayOrder(app.db, peer, noon("2026-11-07"))).toBeNull();
  expect(await mayOrder(app.db, peer, noon("2026-11-08"))).toContain("账单应于 2026-10-08 还款");
  // One cent short frees nothing, the rest frees both at once.
  await repaid(app, peer, "2026-11-08", 399_999);
  expect((await owedBy(app, peer)).due).toBe("2026-10-08");
  await repaid(app, peer, "2026-11-08", 1);
  expect(await owedBy(app, peer)).toMatchObject({ owed: 1_000, due: null });
  expect(await mayOrder(app.db, peer, noon("2026-11-08"))).toBeNull();
  expect((await statement(maker, s.id)).settlement_status).toBe("paid");
});

test("peer 5: what stands on statements and what does not are parted as the credit's formula has them", async () => {
  const peer = await creditPeer(app, { credit_limit: 5_000_000, temp_limit: 2_000_000, temp_until: "2026-11-30" });
  await charged(app, peer, "2026-10-20", 1_800_000);
  await charged(app, peer, "2026-11-05", 2_650_000);
  const s = await billed(maker, peer);
  // A draft is nobody's bill yet.
  expect((await debtOf(app.db, [peer])).get(peer)).toMatchObject({ billed: 0, unbilled: 4_450_000 });
  await maker.call("peer_settle_send", { id: s.id, version: s.version });
  expect((await debtOf(app.db, [peer])).get(peer)).toMatchObject({ billed: 1_800_000, unbilled: 2_650_000, due: [] });
  await agreed(checker, s.id);
  const { rows: formula, available, due, overdue_amount } = await checker.call("peer_credit_get", { id: peer });
  expect(formula.map((r) => [r.key, r.amount])).toEqual([
    ["credit_limit", 5_000_000],
    ["temp_limit", 2_000_000],
    ["billed", -1_800_000],
    ["unbilled", -2_650_000],
  ]);
  expect([available, due, overdue_amount]).toEqual([2_550_000, [{ due_on: "2026-12-01", amount: 1_800_000 }], 0]);
  await repaid(app, peer, "2026-11-10", 2_000_000);
  expect((await debtOf(app.db, [peer])).get(peer)).toEqual({ billed: 0, unbilled: 2_450_000, due: [], live_payments: 0 });
  expect((await statement(maker, s.id)).unallocated).toBe(200_000);
});

test("finance 9: how many days late stop credit is one number, wherever it is changed", async () => {
  const { version, overdue_freeze_days } = await checker.call("finance_setting_get", {});
  expect(overdue_freeze_days).toBe(7);
  await checker.call("finance_setting_update", { version, overdue_freeze_days: 10 });
  expect((await checker.call("sys_config_query", {})).values.credit_overdue_days).toBe(10);
  expect((await checker.call("finance_setting_update", { version: version + 1, overdue_freeze_days: 7 })).overdue_freeze_days).toBe(7);
});

test("finance 19: opening + consumed − refunded − repaid is the closing, month after month; said again nothing is billed", async () => {
  const peer = await creditPeer(app);
  await charged(app, peer, "2026-08-10", 100_000);
  await charged(app, peer, "2026-09-10", 60_000);
  await givenBack(app, peer, "2026-09-12", 15_000);
  await repaid(app, peer, "2026-09-20", 50_000);
  await charged(app, peer, "2026-10-10", 7_000);
  await charged(app, peer, "2026-11-10", 1);
  const { made } = await maker.call("peer_settle_generate", { peer_id: peer, ...key() });
  expect(made.map((m) => [m.cycle_end, m.final])).toEqual([
    ["2026-08-31", 100_000],
    ["2026-09-30", 60_000],
    ["2026-10-31", 7_000],
  ]);
  const money = async () => Promise.all((await statementsOf(maker, peer)).map(async (s) => moneyOf(await statement(maker, s.id))));
  const told = [
    [0, 100_000, 0, 0, 100_000],
    [100_000, 60_000, 15_000, 50_000, 95_000],
    [95_000, 7_000, 0, 0, 102_000],
  ];
  expect(await money()).toEqual(told);
  // What came in already settles them once they are agreed upon: nobody asks for it twice.
  const offsets = (await statementsOf(maker, peer)).map((s) => [s.remaining, s.to_offset]);
  expect(offsets).toEqual([
    [100_000, 65_000],
    [60_000, 0],
    [7_000, 0],
  ]);
  const twice = await maker.raw("peer_settle_generate", { peer_id: peer, ...key() });
  expect(twice.msg).toBe(`该周期已出账：${made[2]?.settle_no}`);
  // A late line of October joins the next month.
  await charged(app, peer, "2026-10-30", 900);
  await maker.raw("peer_settle_generate", { peer_id: peer, ...key() });
  expect(await money()).toEqual(told);
  const [next] = await system("2026-12-01", (ctx) => generateForPeer(ctx, peer));
  expect(moneyOf(await statement(maker, next?.id ?? 0))).toEqual([102_000, 901, 0, 0, 102_901]);
  expect(await peerStanding(app, peer)).toEqual({ books: 102_901, papers: 102_901 });
  // Months are agreed upon in their order; what came in before settles the oldest first.
  const later = await statement(maker, made[1]?.id ?? 0);
  const early = await checker.raw("peer_settle_confirm", { id: later.id, version: later.version, ...confirmBody, ...key() });
  expect(early.msg).toContain(`请先确认较早的账单 ${made[0]?.settle_no}`);
  expect(await agreed(checker, made[0]?.id ?? 0)).toMatchObject({ paid: 65_000, remaining: 35_000, settlement_status: "part_paid" });
  expect((await statement(maker, made[0]?.id ?? 0)).to_offset).toBe(0);
  await agreed(checker, later.id);
  await repaid(app, peer, "2026-11-12", 40_000);
  expect((await statementsOf(maker, peer)).map((s) => [s.settlement_status, s.remaining]).slice(0, 2)).toEqual([
    ["paid", 0],
    ["part_paid", 55_000],
  ]);
});

test("of a void statement nothing is open", async () => {
  const peer = await creditPeer(app);
  await charged(app, peer, "2026-08-10", 100_000);
  const s = await billed(maker, peer);
  await maker.call("peer_settle_void", { id: s.id, version: s.version, reason: "账期录入有误" });
  expect((await statementsOf(maker, peer)).map((x) => [x.settlement_status, x.final, x.remaining, x.to_offset])).toEqual([
    ["void", 100_000, 0, 0],
  ]);
});

test("finance 15: neither who made it nor who adjusted it confirms it; silence of five working days does", async () => {
  const peer = await creditPeer(app);
  await charged(app, peer, "2026-10-10", 10_000);
  const s = await billed(maker, peer);
  expect((await maker.raw("peer_settle_confirm", { id: s.id, version: s.version, ...confirmBody, ...key() })).msg).toContain(
    "不能审核自己提交的单据",
  );
  await other.call("peer_settle_adjust_add", { id: s.id, version: s.version, amount: -1_000, reason: "活动折让补记", ...key() });
  const own = await statement(maker, s.id);
  const adjusted = await other.raw("peer_settle_confirm", { id: s.id, version: own.version, ...confirmBody, ...key() });
  expect(adjusted.msg).toBe("您修改过其中的结算价，不能确认本结算单");
  await maker.call("peer_settle_send", { id: s.id, version: own.version });
  const { silent_on } = await statement(maker, s.id);
  expect(silent_on).toBe("2026-11-27");
  expect(await system("2026-11-27", (ctx) => agreeBySilence(ctx, s.id))).toBe(false);
  expect(await system("2026-11-30", (ctx) => agreeBySilence(ctx, s.id))).toBe(true);
  expect(await statement(maker, s.id)).toMatchObject({
    is_silent: true,
    settlement_status: "confirmed",
    final: 9_000,
    confirmed_by_name: null,
  });
  expect(await peerStanding(app, peer)).toEqual({ books: 9_000, papers: 9_000 });
  expect((await owedBy(app, peer)).owed).toBe(9_000);
});

describe("an argument", () => {
  test("is settled line by line, booked when both agree and taken back when it is reopened", async () => {
    const peer = await creditPeer(app);
    await charged(app, peer, "2026-10-10", 10_000);
    await charged(app, peer, "2026-10-11", 4_000);
    const s = await billed(maker, peer);
    await maker.call("peer_settle_send", { id: s.id, version: s.version });
    const [line, second] = (await maker.call("peer_settle_line_query", { settlement_id: s.id })).list;
    const argue = { line_id: line?.id ?? 0, offered: 9_000, text: "该单有 10 元优惠未扣", files: [] };
    await maker.call("peer_settle_dispute", { id: s.id, version: (await statement(maker, s.id)).version, ...argue });
    const open = await statement(maker, s.id);
    // A work order about it finds it, one about another peer does not.
    const found = (peer_id: number) =>
      linkableStatements({ db: app.db, me: principalFor({ worker_id: checker.id }) }, { peer_id, order_id: null });
    expect(await found(peer)).toMatchObject([{ id: s.id, no: s.settle_no, state: "有异议", amount: open.final }]);
    expect(await found(await creditPeer(app))).toEqual([]);
    expect((await checker.raw("peer_settle_confirm", { id: s.id, version: open.version, ...confirmBody, ...key() })).msg).toContain(
      "有未解决异议",
    );
    await maker.call("peer_settle_line_verdict", { id: s.id, version: open.version, line_ids: [line?.id ?? 0], verdict: "accept" });
    const rolled = await statement(maker, s.id);
    await maker.call("peer_settle_line_roll", { id: s.id, version: rolled.version, line_ids: [second?.id ?? 0] });
    const done = await agreed(checker, s.id);
    expect([done.final, done.closing, await peerStanding(app, peer)]).toEqual([9_000, 9_000, { books: 13_000, papers: 13_000 }]);
    const shut = await maker.raw("peer_settle_line_roll", { id: s.id, version: done.version, line_ids: [line?.id ?? 0] });
    expect(shut.msg).toBe("明细已确认，不可修改");
    await checker.call("peer_settle_reopen", { id: s.id, version: done.version, reason: "对方财务发现漏项", ...key() });
    expect(await peerStanding(app, peer)).toEqual({ books: 14_000, papers: 14_000 });
    expect((await owedBy(app, peer)).due).toBeNull();
  });

  test("their sheet is matched by order numbers", async () => {
    const peer = await creditPeer(app);
    const desk = new OrderDesk(app.database, app.clock, await workerIds(app.db));
    const [one, two] = [await desk.order({ people: 1 }), await desk.order({ people: 2 })];
    await charged(app, peer, "2026-10-10", 10_000, { order_id: one.id });
    await charged(app, peer, "2026-10-11", 4_000, { order_id: two.id });
    await repaid(app, peer, "2026-10-12", 1_000);
    const s = await billed(maker, peer);
    const numbers = await rows<{ id: number; no: string }>(
      app.db,
      q`select id, order_no as no from orders where id = any(${[one.id, two.id]}::int8[])`,
    );
    const no = (id: number): string => numbers.find((o) => o.id === id)?.no ?? "";
    const sheet = [
      { ref: no(one.id), amount: 9_500 },
      { ref: no(two.id), amount: 4_000 },
    ];
    const ask = { id: s.id, version: s.version, rows: sheet };
    expect((await maker.call("peer_settle_import_check", ask)).rows.map((r) => r.match)).toEqual(["diff", "same"]);
    await maker.call("peer_settle_import", { ...ask, ...key() });
    const read = await statement(maker, s.id);
    expect([read.theirs, read.open_count]).toEqual([13_500, 1]);
    const lines = (await maker.call("peer_settle_line_query", { settlement_id: s.id })).list;
    expect(lines.map((l) => [l.source, l.item, l.people, l.match])).toEqual([
      ["charge", "订单支付", 1, "diff"],
      ["charge", "订单支付", 2, "same"],
      ["repay", "授信还款", null, null],
    ]);
    const given = await maker.raw("peer_settle_line_verdict", {
      id: s.id,
      version: read.version,
      line_ids: [lines[2]?.id ?? 0],
      verdict: "half",
    });
    expect(given.msg).toContain("退款与还款以入账为准");
    await maker.call("peer_settle_line_verdict", { id: s.id, version: read.version, line_ids: [lines[0]?.id ?? 0], verdict: "accept" });
    expect(await agreed(checker, s.id)).toMatchObject({ final: 13_500, closing: 12_500, paid: 1_000 });
  });
});

test("finance 22: whoever sees but his own peers sees their statements, counts, sums and debts alone", async () => {
  const bd = await row<{ id: number }>(app.db, q`select id from workers where account = 'finance'`);
  const [own, foreign] = [await creditPeer(app, { bd_owner_id: bd?.id ?? 0 }), await creditPeer(app)];
  const made: number[] = [];
  for (const peer of [own, foreign]) {
    await charged(app, peer, "2026-10-10", 10_000);
    made.push((await billed(maker, peer)).id);
  }
  await rows(app.db, q`update roles set data_scope = 'own' where id = (select role_id from workers where account = 'finance')`);
  const list = (await maker.call("peer_settle_cycle_query", { page_size: 100 })).list;
  expect(list.map((s) => s.peer_id)).toEqual([own]);
  expect((await maker.call("peer_settle_query", {})).list.map((p) => p.id)).toEqual([own]);
  expect((await maker.call("peer_settle_stat_get", {})).states).toMatchObject({ all: 1, draft: 1 });
  expect((await maker.raw("peer_settle_get", { id: made[1] ?? 0 })).msg).toContain("无权查看");
  expect((await maker.raw("peer_settle_generate", { peer_id: foreign, ...key() })).msg).toContain("无权查看");
  expect((await maker.raw("peer_repay", { peer_id: foreign, amount: 1, ...key() })).msg).toContain("无权查看");
  expect((await maker.call("peer_settle_line_query", { settlement_id: made[1] ?? 0 })).list).toEqual([]);
  await rows(app.db, q`update roles set data_scope = 'all' where id = (select role_id from workers where account = 'finance')`);
});
