/** Ends of gift money: what is left is taken back once, what a refund gives back is open again for thirty days. */
import { expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { asWrite, principalFor } from "../testing/ctx.ts";
import { testDatabase } from "../testing/database.ts";
import { makePeer } from "../testing/make/peer.ts";
import {
  expiredGifts,
  expireGift,
  grantGift,
  peerAccountsOf,
  postJournal,
  postOrderPayment,
  postTopUp,
  quotePayment,
  restoreGift,
  type CreditOf,
} from "./index.ts";

const { db } = await testDatabase({ seeded: true });
const boss = await row<{ id: number }>(db, q`select min(id) as id from workers`);
const me = principalFor({ worker_id: boss?.id ?? 0 });
const on = (day: string): Date => new Date(`${day}T10:00:00+08:00`);
const noCredit: CreditOf = () => Promise.resolve({ limit: 0, blocked: null });

let orders = 0;
/** Pays 200.00 of service out of gifts and principal. */
async function pay(peer_id: number, day: string): Promise<number> {
  const order_id = ++orders;
  const fee_lines = [{ applicant_id: null, kind: "service", payable: 20_000 }];
  const { parts } = await quotePayment(db, { peer_id, fee_lines, amount: 20_000 }, on(day), noCredit);
  const payment = { order_id, peer_id, source: "order" as const, source_id: order_id, parts, fee_lines };
  await asWrite(db, me, on(day), (ctx) => postOrderPayment(ctx, payment, noCredit));
  return order_id;
}
async function peer(lots: readonly { amount: number; expires_on: string | null }[]): Promise<number> {
  const { id } = await makePeer(db);
  await asWrite(db, me, on("2026-11-01"), async (ctx) => {
    await postTopUp(ctx, { peer_id: id, amount: 100_000, way: "bank", source_noun: "gift_end", source_id: id });
    for (const [n, lot] of lots.entries()) await grantGift(ctx, { ...lot, peer_id: id, max_order_pct: 20, source: `end ${id} ${n}` });
  });
  return id;
}
const lots = (id: number) =>
  rows<{ id: number; remaining: number; expires_on: string | null }>(
    db,
    q`select id, remaining, expires_on::text as expires_on from gift_lots where peer_id = ${id} order by id`,
  );
/** The job of a night. */
async function night(day: string): Promise<(number | null)[]> {
  const ended: (number | null)[] = [];
  for (const lot of await expiredGifts(db, day)) ended.push(await asWrite(db, null, on(day), (ctx) => expireGift(ctx, lot)));
  return ended;
}
/** What a refund of gift money posts. */
const refund = (peer_id: number, order_id: number, amount: number, day: string, source_id: number) =>
  asWrite(db, me, on(day), async (ctx) => {
    const back = await restoreGift(ctx, { peer_id, order_id, amount });
    await postJournal(ctx, {
      kind: "refund_paid",
      source_noun: "gift_end",
      source_id,
      lines: [
        { account: { code: "refund_due" }, amount, order_id },
        ...back.map((b) => ({
          account: { code: "peer_gift" as const, owner_id: peer_id },
          amount: -b.amount,
          order_id,
          gift_lot_id: b.lot_id,
        })),
      ],
    });
    return back;
  });

test("a grant is used on its last day and taken back the night after, once; its cost falls by what nobody used", async () => {
  const id = await peer([
    { amount: 3_000, expires_on: "2026-11-20" },
    { amount: 2_000, expires_on: null },
  ]);
  await pay(id, "2026-11-20");
  expect(await night("2026-11-20")).toEqual([]);
  // Four thousand are a fifth of it: all of the first, a thousand of the second.
  expect((await lots(id)).map((l) => l.remaining)).toEqual([0, 1_000]);
  const left = await peer([{ amount: 3_000, expires_on: "2026-11-20" }]);
  const ended = await night("2026-11-21");
  expect(ended).toHaveLength(1);
  expect(await night("2026-11-21")).toEqual([]);
  const [lot] = await lots(left);
  expect(await asWrite(db, null, on("2026-11-21"), (ctx) => expireGift(ctx, { id: lot?.id ?? 0, peer_id: left }))).toBeNull();
  expect((await peerAccountsOf(db, [left])).get(left)?.gift).toBe(0);
  const lines = await rows(
    db,
    q`select a.code, a.kind, l.amount, l.change_type from journal_lines l join ledger_accounts a on a.id = l.account_id
      where l.journal_id = ${ended[0] ?? 0} order by l.id`,
  );
  expect(lines).toEqual([
    { code: "peer_gift", kind: "", amount: 3_000, change_type: "42" },
    { code: "expense", kind: "gift", amount: -3_000, change_type: null },
  ]);
});

test("a refund gives each grant its own back, the last taken first; one that is over is open thirty days more, and ends again", async () => {
  const id = await peer([
    { amount: 3_000, expires_on: "2026-11-20" },
    { amount: 2_000, expires_on: "2027-06-30" },
  ]);
  const order = await pay(id, "2026-11-20");
  const [first, second] = await lots(id);
  expect([first?.remaining, second?.remaining]).toEqual([0, 1_000]);
  expect(await refund(id, order, 1_500, "2026-11-25", 1)).toEqual([
    { lot_id: second?.id, amount: 1_000 },
    { lot_id: first?.id, amount: 500 },
  ]);
  expect(await lots(id)).toEqual([
    { id: first?.id, remaining: 500, expires_on: "2026-12-25" },
    { id: second?.id, remaining: 2_000, expires_on: "2027-06-30" },
  ]);
  await expect(refund(id, order, 2_501, "2026-11-25", 2)).rejects.toThrow("差额 ¥0.01");
  await refund(id, order, 2_500, "2026-11-26", 3);
  expect((await lots(id)).map((l) => l.remaining)).toEqual([3_000, 2_000]);
  expect(await night("2026-12-25")).toEqual([]);
  expect(await night("2026-12-26")).toHaveLength(1);
  expect((await lots(id)).map((l) => [l.remaining, l.expires_on])).toEqual([
    [0, "2026-12-25"],
    [2_000, "2027-06-30"],
  ]);
});
