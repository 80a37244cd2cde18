/** Reports say what the books say: their sums are those of the trial balance, whatever the period, and only of rows in sight. */
import { beforeAll, describe, expect, test } from "vitest";
import type { AccountCode } from "@visadesk/contract/finance/ledger.words.ts";
import type { reportApi } from "@visadesk/contract/finance/report/report.ts";
import { REPORTS, type ReportName } from "@visadesk/contract/finance/report/report.words.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Principal } from "#kit/call/context.ts";
import { keysOf } from "#kit/files/objects.ts";
import { q, row } from "#kit/db/sql.ts";
import { peerAccountsOf, postTopUp } from "../../ledger/index.ts";
import { asWrite, principalFor, readCtx } from "../../testing/ctx.ts";
import { testDatabase } from "../../testing/database.ts";
import { EVENT_REFUSALS, moneyEvents } from "../../testing/make/money-events.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { trialRows } from "../books/trial-balance.sql.ts";
import { reportServer } from "./report.ts";

const { db } = await testDatabase({ seeded: true });
const now = new Date("2026-11-20T02:00:00.000Z");
const first = Date.parse("2026-09-01T02:00:00.000Z");
const EVENTS = process.env["SOAK"] ? 600 : 150;
const boss = (await row<{ id: number }>(db, q`select min(id) as id from workers`))?.id ?? 0;
const me = principalFor({ worker_id: boss });
const own = { ...principalFor({ worker_id: boss, scope_ids: [boss] }), data_scope: "own" as const };
const MONTHS = ["2026-09", "2026-10", "2026-11"];
const daysOf = (month: string) => ({
  from: `${month}-01`,
  to: month === "2026-11" ? "2026-11-20" : `${month}-${month === "2026-09" ? 30 : 31}`,
});

type Answer = Output<typeof reportApi.report_get>;
type Asked = { day?: { from?: string; to?: string }; basis?: "booked" | "paid" | "completed" | "refunded" };
const report = (name: ReportName, asked: Asked = {}, as: Principal = me): Promise<Answer> =>
  Promise.resolve(reportServer.report_get.run({ report: name, ...asked }, readCtx(db, as, now), null)) as Promise<Answer>;
/** Every row of a report, page by page as the export centre reads it. */
async function read(name: ReportName, asked: Asked, as: Principal = me, page_size = 7): Promise<Record<string, number>[]> {
  const all: Record<string, number>[] = [];
  for (let cursor: string | null | undefined, page = 1; cursor !== null; page++) {
    const input = { page, page_size, count: false, ...asked, ...(cursor && { cursor }) };
    const answer = (await reportServer[`report_${name}_query`].run(input, readCtx(db, as, now), null)) as {
      list: Record<string, number>[];
      cursor: string | null;
    };
    all.push(...answer.list);
    cursor = answer.cursor;
  }
  return all;
}
/** What the trial balance says of accounts: debits above zero. */
async function trial(month: string, ...codes: AccountCode[]) {
  const list = (await trialRows(db, month)).filter((r) => codes.includes(r.account));
  const sum = (of: "opening" | "debit" | "credit" | "closing"): number => list.reduce((n, r) => n + r[of], 0);
  return { opening: sum("opening"), debit: sum("debit"), credit: sum("credit"), closing: sum("closing") };
}

let peers: number[];
beforeAll(async () => {
  peers = [];
  for (let n = 0; n < 4; n++) peers.push((await makePeer(db, n === 0 ? { bd_owner_id: boss } : {})).id);
  const begin = new Date(first);
  for (const id of peers)
    await asWrite(db, me, begin, (ctx) =>
      postTopUp(ctx, { peer_id: id, amount: 200_000, way: "wechat", source_noun: "report_begin", source_id: id }),
    );
  const at = (place: number): Date => new Date(first + Math.floor((place / EVENTS) * (now.getTime() - first)));
  for (const act of moneyEvents({ db, me, peers, at, seed: 5, count: EVENTS }))
    await act().catch((e: unknown) => expect(String(e)).toMatch(EVENT_REFUSALS));
  for (const name of ["income", "deferred", "trust", "voucher"] as const)
    expect((await report(name, { day: {} })).total, name).toBeGreaterThan(8);
}, 120_000);

describe.each(MONTHS)("finance 23: sums of reports are those of the trial balance of %s", (month) => {
  const day = daysOf(month);
  test("收入成本毛利表 by the day it was booked", async () => {
    const { sums } = await report("income", { day });
    const [revenue, cost, income, expense] = [
      await trial(month, "revenue"),
      await trial(month, "cost"),
      await trial(month, "other_income"),
      await trial(month, "expense"),
    ];
    expect(sums["revenue"]).toBe(revenue.credit - revenue.debit);
    expect(sums["cost"]).toBe(cost.debit - cost.credit);
    expect(sums["margin"]).toBe((sums["revenue"] ?? 0) - (sums["cost"] ?? 0));
    expect(sums["other_income"]).toBe(income.credit - income.debit);
    expect(sums["expense"]).toBe(expense.debit - expense.credit);
  });
  test("预收余额表 and 代收官费明细", async () => {
    const [deferred, held] = [await trial(month, "order_deferred"), await trial(month, "embassy_trust")];
    const { sums } = await report("deferred", { day });
    expect(sums).toEqual({ opening: 0 - deferred.opening, added: deferred.credit, taken: deferred.debit, closing: 0 - deferred.closing });
    const trust = await report("trust", { day });
    expect(trust.sums).toEqual({ opening: 0 - held.opening, collected: held.credit, taken: held.debit, closing: 0 - held.closing });
  });
  test("同行余额表 and 授信账龄", async () => {
    const [principal, gift, frozen, credit] = [
      await trial(month, "peer_principal"),
      await trial(month, "peer_gift"),
      await trial(month, "peer_frozen"),
      await trial(month, "peer_credit"),
    ];
    const { sums } = await report("peer_balance", { day });
    expect(sums).toEqual({
      principal_opening: 0 - principal.opening,
      principal_in: principal.credit,
      principal_out: principal.debit,
      principal: 0 - principal.closing,
      gift: 0 - gift.closing,
      frozen: 0 - frozen.closing,
      credit_used: credit.closing,
    });
    const aged = (await report("credit_aging", { day })).sums;
    expect(aged["owed"]).toBe(credit.closing);
    expect(["d30", "d60", "d90", "older"].reduce((n, k) => n + (aged[k] ?? 0), 0)).toBe(credit.closing);
  });
  test("应付账龄: what is owed, by age, less what was paid ahead", async () => {
    const owed = 0 - (await trial(month, "payable_supplier", "payable_insurer", "payable_carrier")).closing;
    const { sums } = await report("payable_aging", { day });
    expect(sums["owed"] ?? 0).toBe(owed);
    expect(["d30", "d60", "d90", "older"].reduce((n, k) => n + (sums[k] ?? 0), 0) - (sums["prepaid"] ?? 0)).toBe(owed);
  });
  test("资金收支表 and 凭证导出", async () => {
    const money = await trial(month, "cash", "clearing");
    const { sums } = await report("cash", { day });
    expect(sums).toEqual({ income: money.debit, outgo: money.credit, net: money.closing });
    const all = await trialRows(db, month);
    const voucher = await report("voucher", { day });
    expect(voucher.sums["debit"]).toBe(all.reduce((n, r) => n + r.debit, 0));
    expect(voucher.sums["credit"]).toBe(voucher.sums["debit"]);
  });
});

test.each(keysOf(REPORTS))("finance 23: %s read page by page holds every row and its sums; on screen its first rows", async (name) => {
  const day = { from: "2026-09-15", to: "2026-11-10" };
  const shown = await report(name, { day });
  const all = await read(name, { day });
  expect(all).toHaveLength(shown.total);
  const counted = (await reportServer[`report_${name}_query`].run({ page: 1, page_size: 1, day }, readCtx(db, me, now), null)) as {
    total: number;
  };
  expect(counted.total).toBe(shown.total);
  expect(new Set(all.map((r) => r["id"])).size).toBe(all.length);
  for (const [field, sum] of Object.entries(shown.sums))
    expect(
      all.reduce((n, r) => n + (r[field] ?? 0), 0),
      field,
    ).toBe(sum);
  expect(shown.list).toHaveLength(Math.min(50, all.length));
  expect(shown.list.map((r) => r["id"])).toEqual(all.slice(0, 50).map((r) => r["id"]));
});

test("a period that ends before it begins is refused", async () => {
  await expect(report("cash", { day: { from: "2026-11-10", to: "2026-09-15" } })).rejects.toThrow("期间起不能晚于期间止");
});

test("a peer's row is what its accounts hold; debts are as old as the charges that nothing paid yet", async () => {
  const accounts = await peerAccountsOf(db, peers);
  for (const r of await read("peer_balance", {})) {
    const a = accounts.get(r["id"] ?? 0);
    expect([r["principal"], r["gift"], r["frozen"], r["credit_used"]]).toEqual([a?.principal, a?.gift, a?.frozen, a?.credit_used]);
  }
  const [fourth = 0] = peers.slice(3);
  const oldest = await row<{ on: string }>(
    db,
    q`with x as (select l.id, j.booked_on, l.amount, sum(greatest(l.amount, 0)) over (order by j.booked_on, l.id) as grown,
        (select coalesce(-sum(p.amount), 0) from journal_lines p where p.account_id = a.id and p.amount < 0) as paid
      from ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id
      where a.code = 'peer_credit' and a.owner_id = ${fourth}) select min(booked_on) as on from x where amount > 0 and grown > paid`,
  );
  const aged = (await read("credit_aging", {})).find((r) => r["id"] === fourth);
  expect(aged?.["oldest_on"] ?? null).toBe(oldest?.on ?? null);
});

test("finance 22: who sees his own peers alone gets their rows alone, and nothing of the house's own money", async () => {
  const mine = peers[0];
  for (const name of ["peer_balance", "credit_aging"] as const) {
    const [all, seen] = [await read(name, {}), await read(name, {}, own)];
    expect(seen).toEqual(all.filter((r) => r["id"] === mine));
  }
  for (const name of ["cash", "voucher", "payable_aging", "match_rate"] as const) expect((await report(name, {}, own)).total, name).toBe(0);
  // These orders are nobody's in sight.
  for (const name of ["income", "deferred", "trust"] as const) expect((await report(name, {}, own)).total, name).toBe(0);
  expect((await report("peer_balance", {}, own)).is_partial).toBe(true);
});
