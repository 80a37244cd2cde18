/** Two people at once with one peer's statements. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { asWrite } from "../../testing/ctx.ts";
import {
  agreed,
  charged,
  creditPeer,
  noon,
  owedBy,
  peerStanding,
  repaid,
  statement,
  statementsOf,
  toppedUp,
} from "../../testing/make/peer-statement.ts";
import { confirmBody, key } from "../../testing/make/settlement.ts";
import { inTurn } from "../../testing/races.ts";
import { generateForPeer } from "./peer-generate.ts";

let app: TestApp;
let maker: Client;
let checker: Client;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  [maker, checker] = [await app.as("finance"), await app.as("admin")];
});
const ACCOUNT = "select 1 from ledger_accounts where code = 'peer_credit' and owner_id = $1 for update";
const drafted = async (cents: number) => {
  const peer = await creditPeer(app);
  await charged(app, peer, "2026-08-10", cents);
  const [made] = await asWrite(app.db, null, noon("2026-11-02"), (ctx) => generateForPeer(ctx, peer));
  return { peer, id: made?.id ?? 0 };
};
const allocated = async (id: number): Promise<number> =>
  (
    await row<{ n: number }>(
      app.db,
      q`select coalesce(sum(amount), 0)::int8 as n from settle_allocations where settlement_id = ${id} and undone_at is null`,
    )
  )?.n ?? 0;

test("finance 19: two people bill one peer at once: one statement is made, the other hears its number", async () => {
  const peer = await creditPeer(app);
  await charged(app, peer, "2026-10-10", 10_000);
  const answers = await inTurn(
    app,
    [ACCOUNT, peer],
    () => maker.raw("peer_settle_generate", { peer_id: peer, ...key() }),
    () => checker.raw("peer_settle_generate", { peer_id: peer, ...key() }),
  );
  expect(answers.map((a) => a.ret === 0)).toEqual([true, false]);
  expect(answers[1].msg).toContain("该周期已出账：JS");
  expect(await statementsOf(maker, peer)).toHaveLength(1);
});

test("two repayments at once settle a statement to the cent, none twice", async () => {
  const { peer, id } = await drafted(50_000);
  await agreed(checker, id);
  await toppedUp(app, peer, "2026-11-03", 80_000);
  const answers = await inTurn(
    app,
    [ACCOUNT, peer],
    () => maker.raw("peer_repay", { peer_id: peer, amount: 30_000, ...key() }),
    () => checker.raw("peer_repay", { peer_id: peer, amount: 30_000, ...key() }),
  );
  expect(answers.map((a) => a.ret === 0)).toEqual([true, false]);
  expect([await allocated(id), await owedBy(app, peer)]).toEqual([30_000, { owed: 20_000, principal: 50_000, due: "2026-10-08" }]);
  await Promise.all([repaid(app, peer, "2026-11-04", 12_000), repaid(app, peer, "2026-11-04", 8_000)]);
  expect(await statement(maker, id)).toMatchObject({ settlement_status: "paid", remaining: 0 });
  expect([await allocated(id), (await owedBy(app, peer)).due]).toEqual([50_000, null]);
});

test("a repayment beside the agreement: whoever comes second settles it", async () => {
  for (const isRepaidFirst of [true, false]) {
    const { peer, id } = await drafted(50_000);
    await toppedUp(app, peer, "2026-11-03", 50_000);
    const { version } = await statement(maker, id);
    const repay = () => maker.raw("peer_repay", { peer_id: peer, amount: 50_000, ...key() });
    const confirm = () => checker.raw("peer_settle_confirm", { id, version, ...confirmBody, ...key() });
    const answers = await inTurn(app, [ACCOUNT, peer], isRepaidFirst ? repay : confirm, isRepaidFirst ? confirm : repay);
    expect(answers.map((a) => a.ret)).toEqual([0, 0]);
    expect(await statement(maker, id)).toMatchObject({ settlement_status: "paid", paid: 50_000, unallocated: 0 });
    expect(await owedBy(app, peer)).toEqual({ owed: 0, principal: 0, due: null });
  }
});

test("an undo beside a reopening: it is reopened with nothing settled, or not at all", async () => {
  const { peer, id } = await drafted(50_000);
  await agreed(checker, id);
  await repaid(app, peer, "2026-11-04", 20_000);
  const part = await statement(maker, id);
  const [a] = (await maker.call("peer_settle_allocation_query", { id })).list;
  const undo = () =>
    maker.raw("settle_allocation_undo", { id, version: part.version, allocation_id: a?.id ?? 0, reason: "对方指定还另一期", ...key() });
  const reopen = () => checker.raw("peer_settle_reopen", { id, version: part.version, reason: "对方财务发现漏项", ...key() });
  const answers = await inTurn(app, [ACCOUNT, peer], undo, reopen);
  expect(answers.map((x) => x.ret === 0)).toEqual([true, false]);
  expect(await statement(maker, id)).toMatchObject({ settlement_status: "confirmed", paid: 0 });
  expect(await peerStanding(app, peer)).toEqual({ books: 30_000, papers: 30_000 });
});

test("charges, repayments, refusals and agreements at random leave statements and books agreeing, and nobody waits for ever", async () => {
  const { peer, id } = await drafted(60_000);
  await charged(app, peer, "2026-09-10", 40_000);
  const [next] = await asWrite(app.db, null, noon("2026-11-02"), (ctx) => generateForPeer(ctx, peer));
  await toppedUp(app, peer, "2026-11-03", 200_000);
  const { version } = await statement(maker, id);
  await Promise.all([
    ...Array.from({ length: 8 }, (_, i) => maker.raw("peer_repay", { peer_id: peer, amount: 5_000 + i, ...key() })),
    ...Array.from({ length: 6 }, (_, i) => charged(app, peer, "2026-11-05", 1_000 + i)),
    checker.raw("peer_settle_confirm", { id, version, ...confirmBody, ...key() }),
    repaid(app, peer, "2026-11-06", 7_000),
  ]);
  await agreed(checker, next?.id ?? 0);
  const { books, papers } = await peerStanding(app, peer);
  expect([papers, (await owedBy(app, peer)).owed]).toEqual([books, books]);
  const over = await rows(app.db, q`select id from settlements where peer_id = ${peer} and paid > final`);
  const [first] = await statementsOf(maker, peer);
  expect([over, first?.paid]).toEqual([[], 47_028]);
});
