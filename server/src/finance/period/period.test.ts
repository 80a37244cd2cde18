import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { postJournal, reverseJournal } from "../../ledger/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { asWrite } from "../../testing/ctx.ts";
import { makeNextPeriods } from "./period.ts";
import { AdjustDesk, BANK } from "../../testing/make/adjustment.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";

let app: TestApp;
let desk: AdjustDesk;
beforeAll(async () => {
  app = await testApp();
  desk = await AdjustDesk.of(app);
  await rows(
    app.db,
    q`insert into periods (month, created_at, updated_at) select to_char(m, 'YYYY-MM'), ${app.clock.now()}, ${app.clock.now()}
      from generate_series('2026-05-01'::timestamp, '2026-11-01', interval '1 month') m on conflict do nothing`,
  );
  await rows(app.db, q`insert into ledger_proofs (checks, journals, proved_at) values (1, 0, ${app.clock.now()})`);
});
const period = async (month: string) => {
  const [found] = (await desk.maker.call("period_query", { month })).list;
  if (!found) throw new Error(`no period ${month}`);
  return found;
};
const of = async (month: string) => {
  const { id, version } = await period(month);
  return { id, version };
};
const hold = async (month: string, by = desk.maker) => by.call("period_hold", await of(month));
const close = async (month: string, reasons: Readonly<Record<string, string>> = {}, by = desk.checker) =>
  by.raw("period_close", { ...(await of(month)), acknowledged: Object.entries(reasons).map(([key, reason]) => ({ key, reason })) });
const fee = { kind: "bank_item", company_account_id: BANK, direction: "out", amount: 100 } as const;

describe("finance 10: months of the books", () => {
  test("an instant late in the evening of UTC is booked on the next day of Shanghai, in the next month", async () => {
    const peer_id = (await makePeer(app.db)).id;
    const at = new Date("2026-07-31T16:30:00Z");
    const id = await asWrite(app.db, null, at, (ctx) =>
      postJournal(ctx, {
        kind: "top_up_online",
        source_noun: "test",
        source_id: 10,
        lines: [
          { account: { code: "clearing", owner_id: 1, kind: "wechat" }, amount: 5 },
          { account: { code: "peer_principal", owner_id: peer_id }, amount: -5 },
        ],
      }),
    );
    expect((await row<{ on: string }>(app.db, q`select booked_on::text as on from journals where id = ${id}`))?.on).toBe("2026-08-01");
  });

  test("a month is held when it is over, by whom it is not closed; another closes it after the earlier ones, item by item", async () => {
    expect(await refusalOf(desk.maker.raw("period_hold", await of("2026-11")))).toEqual(["guard_failed", "本月未结束，不能暂停或结账"]);
    await hold("2026-05");
    await hold("2026-06");
    expect(await refusalOf(close("2026-05", {}, desk.maker))).toEqual(["maker_is_checker", "暂停该期间的人不能结账，请由他人结账"]);
    await expect(rows(app.db, q`update periods set period_status = 'closed', closed_by = held_by where month = '2026-05'`)).rejects.toThrow(
      /check/,
    );
    expect(await refusalOf(close("2026-06"))).toEqual(["guard_failed", "之前月份未结账 1 项，处理后才能结账"]);
    const waiting = await desk.add({ ...fee, booked_on: "2026-05-31" });
    const told = await close("2026-05");
    expect([told.msg, (told.body as { items: { key: string; place: unknown }[] }).items.map((i) => [i.key, i.place])]).toEqual([
      "有 1 项未处理",
      [
        [
          "adjustments",
          { route: "balance-list", params: {}, query: { tab: "adjustment", adjust_status: "pending", booked_on: "~2026-05-31" } },
        ],
      ],
    ]);
    const left = await desk.maker.call("adjustment_query", { adjust_status: ["pending"], booked_on: { to: "2026-05-31" } });
    expect(left.total).toBe(1);
    const { msg, ret } = await close("2026-05", { adjustments: "银行回单下月才到，届时补记" });
    expect([ret, msg]).toEqual([0, ""]);
    const kept = await desk.maker.call("period_preview", { id: (await period("2026-05")).id });
    expect(kept.items.find((i) => i.key === "adjustments")).toMatchObject({ count: 1, reason: "银行回单下月才到，届时补记" });
    expect(kept.period).toMatchObject({ period_status: "closed", left_over: 1, held_by_name: expect.any(String) });
    // Nobody opens it again, and what was not passed in time is not passed any more.
    for (const move of ["period_hold", "period_reopen"] as const)
      expect((await refusalOf(desk.maker.raw(move, await of("2026-05"))))[0]).toBe("state_changed");
    const late = ["period_closed", "2026-05 已结账，请改用开放期间的日期"];
    expect(await refusalOf(desk.pass(waiting))).toEqual(late);
    expect((await desk.maker.call("adjustment_get", { id: waiting.id })).faults).toEqual([late[1]]);
    await desk.maker.call("adjustment_withdraw", { id: waiting.id, version: waiting.version });
  });

  test("books that do not hold together close nothing, whatever is said of it", async () => {
    await rows(
      app.db,
      q`insert into ledger_proofs (faults, checks, journals, proved_at) values ('[{"check":"sum"}]', 1, 0, ${app.clock.now()})`,
    );
    expect(await refusalOf(close("2026-06", { proof_failed: "已知差异，稍后处理" }))).toEqual([
      "guard_failed",
      "账簿核验不通过 1 项，处理后才能结账",
    ]);
    await rows(app.db, q`delete from ledger_proofs where faults <> '[]'`);
    expect((await close("2026-06")).ret).toBe(0);
  });

  test("posting, reversing and every kind of adjustment dated in a closed month are refused, also in a month before it that nobody knew", async () => {
    const closed = (month: string) => ["period_closed", `${month} 已结账，请改用开放期间的日期`];
    const peer_id = (await makePeer(app.db)).id;
    const given = await desk.passed({ kind: "peer_adjust", peer_id, account: "peer_principal", direction: "in", amount: 900 });
    await desk.parked(100);
    const supplier = await row<{ id: number }>(app.db, q`select min(id) as id from suppliers`);
    const second = await row<{ id: number }>(
      app.db,
      q`insert into company_accounts (row_key, name, kind, account_status, created_at, updated_at)
        values ('closed-second', '一般户', 'bank', 'enabled', ${app.clock.now()}, ${app.clock.now()}) returning id`,
    );
    await asWrite(app.db, null, app.clock.now(), (ctx) =>
      postJournal(ctx, {
        kind: "opening",
        source_noun: "test",
        source_id: 77,
        lines: [
          { account: { code: "opening" }, amount: 900 },
          { account: { code: "suspense", owner_id: BANK }, amount: -900 },
        ],
      }),
    );
    const amount = 10;
    const kinds = [
      { kind: "peer_adjust", peer_id, account: "peer_principal", direction: "in", amount },
      { kind: "reversal", journal_id: given.booked_id ?? 0 },
      { kind: "cash_transfer", company_account_id: BANK, to_account_id: second?.id ?? 0, amount },
      { kind: "bank_item", company_account_id: BANK, direction: "in", amount },
      { kind: "suspense_claim", company_account_id: BANK, peer_id, account: "peer_principal", amount },
      { kind: "suspense_return", company_account_id: BANK, amount },
      { kind: "supplier_prepay", supplier_id: supplier?.id ?? 0, company_account_id: BANK, amount },
      { kind: "opening", account: "cash", company_account_id: BANK, direction: "in", amount },
    ] as const;
    for (const body of kinds)
      expect([body.kind, await refusalOf(desk.asked({ ...body, booked_on: "2026-06-30" }))]).toEqual([body.kind, closed("2026-06")]);
    // Money a peer owes, so that a bad debt is refused for its day alone.
    await desk.passed({ kind: "opening", account: "peer_credit", peer_id, direction: "in", amount: 50 });
    expect(await refusalOf(desk.asked({ kind: "bad_debt", peer_id, amount, booked_on: "2026-05-01" }))).toEqual(closed("2026-05"));
    expect(await refusalOf(desk.asked({ ...kinds[3], booked_on: "2026-02-01" }))).toEqual([
      "period_closed",
      "2026-02 早于账簿启用月份 2026-05",
    ]);
    const june = new Date("2026-06-15T04:00:00Z");
    await expect(
      asWrite(app.db, null, june, (ctx) => postJournal(ctx, { kind: "bank_item", source_noun: "test", source_id: 11, lines: cash(5) })),
    ).rejects.toThrow("2026-06 已结账");
    await expect(
      asWrite(app.db, null, app.clock.now(), (ctx) => reverseJournal(ctx, given.booked_id ?? 0, "退回", "2026-06-15")),
    ).rejects.toThrow("2026-06 已结账");
  });
});
const cash = (amount: number) => [
  { account: { code: "cash" as const, owner_id: BANK }, amount },
  { account: { code: "other_income" as const, kind: "interest" }, amount: -amount },
];

test("on hold only who closes months books in it; 恢复 opens it to all", async () => {
  await hold("2026-07");
  await rows(
    app.db,
    q`with r as (insert into roles (name, note, module_group, data_scope, created_at, updated_at)
        values ('会计', '', array[100100, 100801], 'all', ${app.clock.now()}, ${app.clock.now()}) returning id)
      update workers set role_id = (select id from r) where account = 'business_3'`,
  );
  const clerk = await app.as("business_3");
  const body = { ...fee, booked_on: "2026-07-31" };
  expect(await refusalOf(desk.asked(body, clerk))).toEqual(["period_closed", "2026-07 已暂停记账，请改用开放期间的日期"]);
  const a = await desk.add(body);
  expect((await desk.pass(a)).ret).toBe(0);
  expect((await clerk.raw("period_reopen", await of("2026-07"))).status).toBe(403);
  await desk.checker.call("period_reopen", await of("2026-07"));
  expect((await desk.asked(body, clerk)).ret).toBe(0);
});

test("a dry run any day says what a close would keep, and the foot is nil", async () => {
  const now = await desk.maker.call("period_preview", { id: (await period("2026-11")).id });
  expect([now.sums.opening, now.sums.closing, now.sums.debit]).toEqual([0, 0, now.sums.credit]);
  expect(now.sums.debit).toBeGreaterThan(0);
  const { list } = await desk.maker.call("trial_balance_get", { month: "2026-11" });
  expect(now.trial.map((r) => [r.account, r.debit, r.credit])).toEqual(list.map((r) => [r.account, r.debit, r.credit]));
});

test("the next month is there before it begins, and no month in between is missing", async () => {
  await rows(app.db, q`delete from periods where month = '2026-09'`);
  await asWrite(app.db, null, new Date("2026-11-30T16:11:00Z"), makeNextPeriods);
  const months = await rows<{ month: string }>(app.db, q`select month from periods where month >= '2026-08' order by month`);
  expect(months.map((m) => m.month)).toEqual(["2026-08", "2026-09", "2026-10", "2026-11", "2026-12", "2027-01"]);
});
