/** What settles peers' statements: money from outside, principal, refunds and bad debts; what is put off, asked for and told. */
import { beforeAll, describe, expect, test } from "vitest";
import { reverseJournal } from "../../ledger/index.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { asWrite } from "../../testing/ctx.ts";
import {
  agreed,
  charged,
  creditPeer,
  givenBack,
  moneyOf,
  noon,
  owedBy,
  repaid,
  statement,
  toppedUp,
} from "../../testing/make/peer-statement.ts";
import { key } from "../../testing/make/settlement.ts";
import { generateForPeer } from "./peer-generate.ts";
import { overdueOf } from "./peer-settle.jobs.ts";

let app: TestApp;
let maker: Client;
let checker: Client;
beforeAll(async () => {
  app = await testApp();
  [maker, checker] = [await app.as("finance"), await app.as("admin")];
});
const system = <T>(day: string, work: Parameters<typeof asWrite<T>>[3]): Promise<T> => asWrite(app.db, null, noon(day), work);

describe("money of a statement", () => {
  const owing = async (cents: number, day = "2026-08-10") => {
    const peer = await creditPeer(app);
    await charged(app, peer, day, cents);
    const [made] = await system("2026-11-02", (ctx) => generateForPeer(ctx, peer));
    return { peer, s: await agreed(checker, made?.id ?? 0) };
  };

  test("finance 12, 19: repaid out of principal it settles the oldest first; an allocation that is undone opens it, then it may be reopened", async () => {
    const { peer, s } = await owing(50_000);
    await toppedUp(app, peer, "2026-11-03", 30_000);
    const most = await maker.raw("peer_repay", { peer_id: peer, amount: 50_001, ...key() });
    expect(JSON.stringify(most.body)).toContain("还款金额不能超过欠款 ¥500.00");
    const short = await maker.raw("peer_repay", { peer_id: peer, amount: 40_000, ...key() });
    expect(short.msg).toContain("本金余额不足，还差 ¥100.00");
    const once = key();
    const body = { peer_id: peer, amount: 20_000, ...once };
    expect(await maker.call("peer_repay", body)).toEqual({ amount: 20_000, allocated: 20_000, owed: 30_000 });
    expect(await maker.call("peer_repay", body)).toEqual({ amount: 20_000, allocated: 20_000, owed: 30_000 });
    expect(await owedBy(app, peer)).toMatchObject({ owed: 30_000, principal: 10_000 });
    const part = await statement(maker, s.id);
    expect([part.settlement_status, part.paid]).toEqual(["part_paid", 20_000]);
    const [a] = (await maker.call("peer_settle_allocation_query", { id: s.id })).list;
    expect(a).toMatchObject({ item: "授信还款", amount: 20_000, is_undone: false });
    const undo = { id: s.id, version: part.version, allocation_id: a?.id ?? 0, reason: "对方指定还另一期" };
    await maker.call("settle_allocation_undo", { ...undo, ...key() });
    const free = await statement(maker, s.id);
    expect([free.settlement_status, free.paid, free.unallocated]).toEqual(["confirmed", 0, 20_000]);
    await checker.call("peer_settle_reopen", { id: s.id, version: free.version, reason: "对方财务发现漏项", ...key() });
    expect(await agreed(checker, s.id)).toMatchObject({ paid: 20_000, settlement_status: "part_paid" });
  });

  test("money that is taken back settles nothing any more; bad debts and refunds settle what they lessen", async () => {
    const { peer, s } = await owing(50_000);
    const journal = await repaid(app, peer, "2026-11-04", 50_000);
    expect((await statement(maker, s.id)).settlement_status).toBe("paid");
    await system("2026-11-05", (ctx) => reverseJournal(ctx, journal ?? 0, "重复登记"));
    expect(await statement(maker, s.id)).toMatchObject({ settlement_status: "confirmed", paid: 0 });
    expect((await owedBy(app, peer)).due).toBe(s.due_on);
    await givenBack(app, peer, "2026-11-05", 10_000);
    expect(await statement(maker, s.id)).toMatchObject({ settlement_status: "part_paid", remaining: 40_000 });
    const ask = {
      kind: "bad_debt" as const,
      booked_on: "2026-11-20",
      peer_id: peer,
      amount: 40_000,
      reason: "同行已注销，无法追回",
      files: [],
    };
    const debt = await maker.call("adjustment_add", { ...ask, ...key() });
    await checker.call("adjustment_approve", { id: debt.id, version: debt.version, ...key() });
    expect(await statement(maker, s.id)).toMatchObject({ settlement_status: "paid", remaining: 0 });
    // November has the way back and forth.
    const [next] = await system("2026-12-01", (ctx) => generateForPeer(ctx, peer));
    expect(moneyOf(await statement(maker, next?.id ?? 0))).toEqual([50_000, 0, 10_000, 40_000, 0]);
    expect(await agreed(checker, next?.id ?? 0)).toMatchObject({ settlement_status: "paid", final: 0 });
  });

  test("it is extended twice at most, by whoever may; asked for once a day; told three days before, on the day and after it", async () => {
    const { peer, s } = await owing(50_000);
    const extend = async (due_on: string) =>
      checker.raw("peer_settle_extend", { id: s.id, version: (await statement(maker, s.id)).version, due_on, reason: "同行资金周转困难" });
    expect(s.due_on).toBe("2026-10-08");
    expect(s.overdue_days).toBe(43);
    expect(JSON.stringify((await extend("2026-10-08")).body)).toContain("新还款日须晚于 2026-10-08");
    expect((await extend("2026-11-25")).ret).toBe(0);
    expect((await owedBy(app, peer)).due).toBe("2026-11-25");
    expect((await extend("2026-11-26")).ret).toBe(0);
    expect((await extend("2026-11-27")).msg).toBe("同一账单最多展期 2 次");
    const ask = async () => maker.raw("peer_settle_remind", { id: s.id, version: (await statement(maker, s.id)).version });
    expect([(await ask()).ret === 0, (await ask()).msg]).toEqual([true, "今天已催收过，请明天再试"]);
    const told = async (day: string) => system(day, (ctx) => overdueOf(ctx, peer));
    expect([
      await told("2026-11-22"),
      await told("2026-11-23"),
      await told("2026-11-23"),
      await told("2026-11-26"),
      await told("2026-12-03"),
    ]).toEqual([0, 1, 0, 1, 1]);
    const words = await rows<{ content: string }>(
      app.db,
      q`select content from outbound_messages where ref_noun = 'settlement' and ref_id = ${s.id} order by id`,
    );
    expect(words.at(-1)?.content).toContain("已逾期 7 天");
  });
});
