/** The proof finds whatever does not hold, says it once to those who close months, and what happens at once leaves it clean. */
import { describe, expect, test } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { q, row, rows, type Sql } from "#kit/db/sql.ts";
import { asWrite, principalFor } from "../../testing/ctx.ts";
import { onEmbedded, testDatabase } from "../../testing/database.ts";
import { EVENT_REFUSALS, moneyEvents } from "../../testing/make/money-events.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { grantGift, postJournal, postTopUp, reverseJournal } from "../../ledger/index.ts";
import { holdersOf } from "../../account/index.ts";
import { keepSums, trialRows } from "../books/trial-balance.sql.ts";
import { CHECKS } from "./proof.checks.ts";
import { keepProof, lastProof, proveLedger } from "./ledger-proof.ts";

const { db } = await testDatabase({ seeded: true, max: 20 });
const now = new Date("2026-11-20T02:00:00.000Z");
const boss = await row<{ id: number }>(db, q`select min(id) as id from workers`);
const me = principalFor({ worker_id: boss?.id ?? 0 });
const write = <T>(work: Parameters<typeof asWrite<T>>[3]): Promise<T> => asWrite(db, me, now, work);
const checksOf = async (): Promise<string[]> => (await proveLedger(db)).map((f) => f.check);

/** Seeds of a run that failed are said by its name; `SOAK` takes a thousand events of three of them. */
const [EVENTS, SEEDS] = process.env["SOAK"] ? [1_000, [7, 11, 13]] : [120, [7]];

describe.skipIf(onEmbedded())("finance 4: at once", () => {
  test.each(SEEDS)(`${EVENTS} random money events leave the proof clean (seed %i)`, { timeout: 600_000 }, async (seed) => {
    const peers = [await makePeer(db), await makePeer(db), await makePeer(db)].map((p) => p.id);
    for (const id of peers)
      await write((ctx) => postTopUp(ctx, { peer_id: id, amount: 300_000, way: "wechat", source_noun: "proof_begin", source_id: id }));
    const acts = moneyEvents({ db, me, peers, at: () => now, seed, count: EVENTS });
    const ended: PromiseSettledResult<unknown>[] = [];
    for (let at = 0; at < acts.length; at += 50) ended.push(...(await Promise.allSettled(acts.slice(at, at + 50).map((act) => act()))));
    const refused = ended.flatMap((r) => (r.status === "rejected" ? [String(r.reason)] : []));
    for (const r of refused) expect(r).toMatch(EVENT_REFUSALS);
    expect(ended.length - refused.length).toBeGreaterThan(EVENTS / 3);
    expect(await checksOf()).toEqual([]);
    expect((await trialRows(db, "2026-11")).reduce((sum, r) => sum + r.closing, 0)).toBe(0);
  });
});

test("a payment and a top-up, each reversed, leave nothing behind; kept sums tell what the lines tell", async () => {
  const { id } = await makePeer(db);
  const before = await trialRows(db, "2026-11");
  const first = await write((ctx) => postTopUp(ctx, { peer_id: id, amount: 5_000, way: "bank", source_noun: "kept", source_id: 1 }));
  await write((ctx) => reverseJournal(ctx, first ?? 0, "录错"));
  const closings = (list: Awaited<ReturnType<typeof trialRows>>) => list.filter((r) => r.closing !== 0).map((r) => [r.account, r.closing]);
  expect(closings(await trialRows(db, "2026-11"))).toEqual(closings(before));
  const from = await trialRows(db, "2026-11");
  const later = new Date(now.getTime() + 7_200_000);
  const keep = () => asWrite(db, null, later, keepSums);
  expect(await keep()).toBeGreaterThan(0);
  expect(await keep()).toBe(0);
  expect(await trialRows(db, "2026-11")).toEqual(from);
  expect(await checksOf()).toEqual([]);
});

test("what is younger than an hour is not summed yet: its neighbours may still be on their way", async () => {
  const { id } = await makePeer(db);
  await write((ctx) => postTopUp(ctx, { peer_id: id, amount: 700, way: "bank", source_noun: "young", source_id: 1 }));
  const at = (minutes: number) => asWrite(db, null, new Date(now.getTime() + minutes * 60_000), keepSums);
  const had = await trialRows(db, "2026-11");
  expect(await at(30)).toBe(0);
  expect(await at(90)).toBeGreaterThan(0);
  expect(await trialRows(db, "2026-11")).toEqual(had);
});

/** Breaks the books past every guard of the database, looks, and puts it back. */
async function broken(statement: Sql): Promise<string[]> {
  const undone = new Error("undone");
  let found: string[] = [];
  await expect(
    write(async (ctx) => {
      await rows(ctx.db, { pieces: ["set local session_replication_role = replica"], values: [] });
      await rows(ctx.db, statement);
      found = (await proveLedger(ctx.db)).map((f) => `${f.check}: ${f.text}`);
      throw undone;
    }),
  ).rejects.toThrow(undone);
  return found;
}
describe("every promise that is broken is found", () => {
  test("journals, balances, grants, and what waits for orders", async () => {
    const { id } = await makePeer(db);
    await write((ctx) => postTopUp(ctx, { peer_id: id, amount: 9_000, way: "bank", source_noun: "break", source_id: 1 }));
    await write((ctx) => grantGift(ctx, { peer_id: id, amount: 300, expires_on: null, max_order_pct: 20, source: "break" }));
    expect(
      (await broken(q`update journal_lines set amount = amount + 1 where id = (select max(id) from journal_lines)`)).join("；"),
    ).toMatch(/journal_balanced: 凭证 PZ\d+ 借贷相差 ¥0\.01/);
    expect(
      (await broken(q`update ledger_accounts set balance = balance + 5 where code = 'peer_principal' and owner_id = ${id}`)).join(),
    ).toContain(`guarded_balance: 同行本金（${id}）余额 ¥90.05，分录合计 ¥90.00`);
    const gift = (await broken(q`update gift_lots set remaining = 299 where source = 'break'`)).join();
    expect(gift).toContain("gift_lots: ");
    expect(gift).toContain("gift_lot_lines: 赠送批次 break 剩余 ¥2.99，分录合计 ¥3.00");
    for (const code of ["order_deferred", "embassy_trust", "refund_due"] as const) {
      const made = await write((ctx) =>
        postJournal(ctx, {
          kind: "adjust",
          source_noun: "break",
          source_id: code.length,
          lines: [
            { account: { code }, amount: 100, order_id: 77, fee_kind: "service" },
            { account: { code: "opening" }, amount: -100 },
          ],
        }),
      );
      expect((await proveLedger(db)).map((f) => [f.check, f.text])).toEqual([[code, expect.stringContaining("¥-1.00")]]);
      await write((ctx) => reverseJournal(ctx, made ?? 0, "试错"));
    }
    expect((await broken(q`insert into ledger_sums (month, code, debit) values ('2026-01', 'cash', 3)`)).join()).toContain(
      "ledger_sums: 2026-01 月度合计借贷相差 ¥0.03",
    );
    const asked = q`insert into withdrawals (withdrawal_no, peer_id, amount, fee, gift_back, payee_name, payee_bank, created_at, updated_at)
      values ('TX999', ${id}, 500, 0, 0, '某旅行社', '中国银行', ${now}, ${now})`;
    expect((await broken(asked)).join()).toMatch(/withdrawals: 同行提现冻结（\d+）余额 ¥0\.00，未了结提现合计 ¥5\.00/);
    await write((ctx) =>
      postJournal(ctx, {
        kind: "supplier_cost",
        source_noun: "break",
        source_id: 9,
        lines: [
          { account: { code: "cost", kind: "supplier" }, amount: 800 },
          { account: { code: "payable_supplier", owner_id: 1 }, amount: -800 },
        ],
      }),
    );
    const typed = q`with s as (insert into settlements (settle_no, kind, supplier_id, cycle_start, cycle_end, due_on, created_at, updated_at)
        values ('JS999', 'supplier', 1, '2026-11-01', '2026-11-10', '2026-12-10', ${now}, ${now}) returning id)
      insert into settle_lines (settlement_id, source, account_code, occurred_on, amount, journal_line_id, created_at, updated_at)
      select s.id, 'settle', 'payable_supplier', '2026-11-02', 900, max(l.id), ${now}, ${now} from s, journal_lines l join ledger_accounts a on a.id = l.account_id
        where a.code = 'payable_supplier' and a.owner_id = 1 group by s.id`;
    expect((await broken(typed)).join()).toMatch(/settle_lines: 供应商 .+ 应付 ¥8\.00，未付结算明细合计 ¥9\.00/);
    expect(await checksOf()).toEqual([]);
    expect(new Set(CHECKS.map((c) => c.key)).size).toBe(CHECKS.length);
  });
});

test("a proof is kept; one that failed is told to whoever may close months", async () => {
  const fault = { check: "guarded_balance", label: "账户余额等于分录合计", text: "同行本金（7）余额 ¥1.00，分录合计 ¥2.00" };
  await write((ctx) => keepProof(ctx, [fault]));
  expect(await lastProof(db)).toMatchObject({ faults: [fault] });
  const told = await rows<{ id: number; content: string }>(
    db,
    q`select receiver_worker_id as id, content from outbound_messages where template = 'ledger_proof'`,
  );
  expect(new Set(told.map((t) => t.id))).toEqual(new Set((await holdersOf(db, may.period_close)).map((h) => h.id)));
  expect(told[0]?.content).toContain("结账已停止");
  await asWrite(db, null, new Date(now.getTime() + 1_000), (ctx) => keepProof(ctx, []));
  expect((await lastProof(db))?.faults).toEqual([]);
});
