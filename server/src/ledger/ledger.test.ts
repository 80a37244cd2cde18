/** The ledger: balanced, once, never below zero, reversible once. */
import { expect, it } from "vitest";
import { sql } from "kysely";
import { HttpError, Refusal } from "#kit/http/refuse.ts";
import { asWrite, principalFor } from "../testing/ctx.ts";
import { testDatabase } from "../testing/database.ts";
import { makePeer } from "../testing/make/peer.ts";
import {
  grantGift,
  orderMoney,
  postJournal,
  postOrderPayment,
  postRevenue,
  postTopUp,
  reverseJournal,
  settleCosts,
  undoRevenue,
  type CreditOf,
} from "./index.ts";

const { db } = await testDatabase();
const me = principalFor({ worker_id: 1 });
const now = new Date("2026-11-20T02:00:00.000Z");
await sql`insert into workers (id, account, nickname, passwd, passwd_at, created_at, updated_at) overriding system value
  values (1, 'worker01', '测试', 'x', ${now}, ${now}, ${now})`.execute(db);
const write = <T>(work: Parameters<typeof asWrite<T>>[3]): Promise<T> => asWrite(db, me, now, work);
const { id: PEER } = await makePeer(db);
const noCredit: CreditOf = () => Promise.resolve({ limit: 0, blocked: null });

async function balanceOf(code: string, orderId: number | null = null): Promise<number> {
  const r = await sql<{
    s: number;
  }>`select coalesce(-sum(l.amount), 0)::int8 as s from journal_lines l join ledger_accounts a on a.id = l.account_id where a.code = ${code} and (${orderId}::int8 is null or l.order_id = ${orderId})`.execute(
    db,
  );
  return r.rows[0]?.s ?? 0;
}
const fund = (id: number, gift: number, principal: number) =>
  write(async (ctx) => {
    await postTopUp(ctx, { peer_id: PEER, amount: principal, way: "wechat", source_noun: "top_up", source_id: id });
    if (gift > 0) await grantGift(ctx, { peer_id: PEER, amount: gift, expires_on: null, max_order_pct: 20, source: `top_up ${id}` });
  });

it("order 2: a payment of two adults lies in trust and deferred, and sums to zero", async () => {
  await fund(1, 20_000, 265_600);
  const person = (id: number) =>
    [
      ["service", 49_000],
      ["embassy", 72_000],
      ["centre", 12_000],
      ["protection", 9_800],
    ].map(([kind, payable]) => ({ applicant_id: id, kind: String(kind), payable: Number(payable) }));
  const payment = {
    order_id: 1,
    peer_id: PEER,
    source: "order" as const,
    source_id: 1,
    parts: [
      { method: "gift" as const, amount: 20_000 },
      { method: "principal" as const, amount: 265_600 },
    ],
    fee_lines: [...person(1), ...person(2)],
  };
  const first = await write((ctx) => postOrderPayment(ctx, payment, noCredit));
  expect(await balanceOf("embassy_trust", 1)).toBe(144_000);
  expect(await balanceOf("order_deferred", 1)).toBe(141_600);
  expect(await balanceOf("peer_gift")).toBe(0);
  expect(await write((ctx) => postOrderPayment(ctx, payment, noCredit))).toBe(first);
  await expect(write((ctx) => postOrderPayment(ctx, { ...payment, fee_lines: [...person(1), ...person(3)] }, noCredit))).rejects.toThrow(
    HttpError,
  );
  const total = await sql<{ s: number }>`select coalesce(sum(amount), 0)::int8 as s from journal_lines`.execute(db);
  expect(total.rows[0]?.s).toBe(0);
});

it("a result that is taken back takes back what it earned of whole-order lines, and leaves what was earned by sending", async () => {
  const fee_lines = [
    { applicant_id: 30, kind: "service", payable: 10_000 },
    { applicant_id: null, kind: "urgent", payable: 5_000 },
    { applicant_id: null, kind: "express", payable: 2_000 },
  ];
  const payment = { order_id: 3, peer_id: null, source: "order" as const, source_id: 3 };
  await write((ctx) => postOrderPayment(ctx, { ...payment, parts: [{ method: "wechat", amount: 17_000 }], fee_lines }, noCredit));
  const of = (applicant_id: number | null, kinds: readonly string[]) => ({ order_id: 3, applicant_id, kinds });
  const earned = ["service", "urgent"];
  const earn = () => write(async (ctx) => void [await postRevenue(ctx, of(30, earned)), await postRevenue(ctx, of(null, earned))]);
  await earn();
  await write((ctx) => postRevenue(ctx, of(null, ["express"])));
  expect([await balanceOf("revenue", 3), await balanceOf("order_deferred", 3)]).toEqual([17_000, 0]);
  for (let twice = 0; twice < 2; twice++) await write((ctx) => undoRevenue(ctx, of(30, earned), "回退"));
  expect([await balanceOf("revenue", 3), await balanceOf("order_deferred", 3)]).toEqual([2_000, 15_000]);
  await earn();
  expect([await balanceOf("revenue", 3), await balanceOf("order_deferred", 3)]).toEqual([17_000, 0]);
});

it("finance 2: supplier cost takes the mission part out of trust; repeating posts nothing; revenue and cost go back to nil", async () => {
  const lines = [
    { applicant_id: 20, kind: "service", payable: 41_300 },
    { applicant_id: 20, kind: "embassy", payable: 71_500 },
  ];
  const payment = { order_id: 2, peer_id: null, source: "order" as const, source_id: 2 };
  await write((ctx) => postOrderPayment(ctx, { ...payment, parts: [{ method: "wechat", amount: 112_800 }], fee_lines: lines }, noCredit));
  const cost = { order_id: 2, applicant_id: 20, supplier_id: 5, price: 102_000, embassy_part: 71_500 };
  const journals = async (): Promise<number> => (await db.selectFrom("journals").select("id").where("source_id", "=", 20).execute()).length;
  const settle = (other: Partial<typeof cost> = {}) => write((ctx) => settleCosts(ctx, [{ ...cost, ...other }], "结算"));
  await settle();
  expect(await journals()).toBe(1);
  await settle();
  expect(await journals()).toBe(1);
  const revenue = { order_id: 2, applicant_id: 20, kinds: ["service"] };
  expect(await write((ctx) => postRevenue(ctx, revenue))).not.toBeNull();
  expect(await write((ctx) => postRevenue(ctx, revenue))).toBeNull();
  expect(
    await Promise.all([
      balanceOf("embassy_trust", 2),
      balanceOf("order_deferred", 2),
      balanceOf("revenue", 2),
      balanceOf("cost", 2),
      balanceOf("payable_supplier", 2),
    ]),
  ).toEqual([0, 0, 41_300, -30_500, 102_000]);
  expect(await orderMoney(db, 2)).toEqual({
    received: [{ way: "wechat", amount: 112_800 }],
    refunded: 0,
    refund_due: 0,
    deferred: 0,
    trust: 0,
    revenue: 41_300,
    costs: [{ kind: "supplier", amount: 30_500 }],
    margin: 10_800,
  });
  await write(async (ctx) => {
    await undoRevenue(ctx, revenue, "回退");
    await settleCosts(ctx, [{ ...cost, price: 0 }], "回退");
    await undoRevenue(ctx, revenue, "再次回退");
  });
  expect(
    await Promise.all([
      balanceOf("embassy_trust", 2),
      balanceOf("order_deferred", 2),
      balanceOf("revenue", 2),
      balanceOf("payable_supplier", 2),
    ]),
  ).toEqual([71_500, 41_300, 0, 0]);
  await write((ctx) => postRevenue(ctx, revenue));
  await settle();
  expect(await balanceOf("revenue", 2)).toBe(41_300);
  expect(await balanceOf("payable_supplier", 2)).toBe(102_000);

  // Below the mission's part the trust gets its share back; another supplier takes the whole over.
  await settle({ price: 50_000 });
  expect([await balanceOf("payable_supplier", 2), await balanceOf("embassy_trust", 2), await balanceOf("cost", 2)]).toEqual([
    50_000, 21_500, 0,
  ]);
  await settle({ price: 90_000, supplier_id: 6 });
  const owed = await sql<{ owner_id: number; n: number }>`select a.owner_id, -sum(l.amount)::int8 as n from journal_lines l
    join ledger_accounts a on a.id = l.account_id where a.code = 'payable_supplier' and l.applicant_id = 20 group by 1 order by 1`.execute(
    db,
  );
  expect(owed.rows).toEqual([
    { owner_id: 5, n: 0 },
    { owner_id: 6, n: 90_000 },
  ]);
});

it("finance 4: two orders at once on one principal: one passes, the other lacks 200.00", async () => {
  await fund(2, 0, 100_000);
  const pay = (id: number) => {
    const payment = { order_id: id, peer_id: PEER, source: "order" as const, source_id: id };
    const fee_lines = [{ applicant_id: id, kind: "service", payable: 60_000 }];
    return write((ctx) => postOrderPayment(ctx, { ...payment, parts: [{ method: "principal", amount: 60_000 }], fee_lines }, noCredit));
  };
  const results = await Promise.allSettled([pay(100), pay(101)]);
  const refused = results.flatMap((r) => (r.status === "rejected" ? [r.reason] : []));
  expect(refused).toHaveLength(1);
  expect(refused[0]).toBeInstanceOf(Refusal);
  expect(String(refused[0])).toContain("余额不足，还差 ¥200.00");
  const balance = await db
    .selectFrom("ledger_accounts")
    .select("balance")
    .where("code", "=", "peer_principal")
    .where("owner_id", "=", PEER)
    .executeTakeFirstOrThrow();
  expect(balance.balance).toBe(40_000);
});

it("finance 10: an event at half past midnight in Shanghai is booked on that day there", async () => {
  const at = new Date("2026-07-31T16:30:00Z");
  const posted = await asWrite(db, me, at, (ctx) =>
    postTopUp(ctx, { peer_id: PEER, amount: 100, way: "bank", source_noun: "top_up", source_id: 10 }),
  );
  const journal = await sql<{ booked: string }>`select booked_on::text as booked from journals where id = ${posted}`.execute(db);
  expect(journal.rows).toEqual([{ booked: "2026-08-01" }]);
  const months = await sql<{ month: string }>`select month from periods where month in ('2026-07', '2026-08')`.execute(db);
  expect(months.rows).toEqual([{ month: "2026-08" }]);
});

it("finance 6: the database itself refuses edits, a journal that does not balance and a second reversal of one journal", async () => {
  const posted = await write((ctx) => postTopUp(ctx, { peer_id: PEER, amount: 100, way: "bank", source_noun: "top_up", source_id: 6 }));
  await write((ctx) => reverseJournal(ctx, posted ?? 0, "录错"));
  const journal = (no: string, reversal: number | null) => sql`
    insert into journals (no, kind, idempotency_key, lines_hash, booked_on, event_at, source_noun, source_id, reversal_of, created_at)
    values (${no}, 'reversal', ${no}, 'x', '2026-11-20', ${now}, 'journal', 1, ${reversal}, ${now}) returning id`;
  await expect(journal("PZ-second", posted).execute(db)).rejects.toThrow("journals_reversal_of_key");
  const lone = async (amounts: readonly number[]): Promise<void> => {
    await db.transaction().execute(async (tx) => {
      const made = await sql<{ id: number }>`${journal(`PZ-${amounts.join()}`, null)}`.execute(tx);
      for (const amount of amounts)
        await sql`insert into journal_lines (journal_id, account_id, amount)
          select ${made.rows[0]?.id}, id, ${amount} from ledger_accounts where code = 'opening'`.execute(tx);
    });
  };
  await expect(lone([500, -499])).rejects.toThrow("does not balance");
  await lone([500, -500]);
  for (const [table, column] of [
    ["journals", "reason"],
    ["journal_lines", "note"],
  ] as const) {
    await expect(sql`update ${sql.table(table)} set ${sql.ref(column)} = 'x'`.execute(db)).rejects.toThrow("append-only");
    await expect(sql`delete from ${sql.table(table)}`.execute(db)).rejects.toThrow("append-only");
  }
});

it("finance 6: journals are never edited and must balance", async () => {
  await expect(sql`update journal_lines set amount = 1`.execute(db)).rejects.toThrow("append-only");
  await expect(sql`delete from journals`.execute(db)).rejects.toThrow("append-only");
  await expect(
    write((ctx) =>
      postJournal(ctx, { kind: "revenue", source_noun: "x", source_id: 1, lines: [{ account: { code: "revenue" }, amount: 5 }] }),
    ),
  ).rejects.toThrow("does not balance");
});
