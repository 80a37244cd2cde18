/** The demo's withdrawals: every state, by real acts, with books that hold. */
import { expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { openPeerAccounts, postTopUp } from "../ledger/index.ts";
import { testApp } from "../testing/app.ts";
import { asWrite } from "../testing/ctx.ts";
import { makePeer } from "../testing/make/peer.ts";
import { frozenFaults, seedCash } from "./index.ts";

test("demo withdrawals stand in every state with their payments, once; what is frozen is what lives", async () => {
  const { db, clock, parts } = await testApp();
  const now = clock.now();
  const before = new Date(now.getTime() - 20 * 86_400_000);
  for (let n = 0; n < 11; n++) {
    const { id } = await makePeer(db);
    // The first two are too large for one checker.
    const amount = n < 2 ? 90_000_000 : 500_000 - n * 1_000;
    await asWrite(db, null, before, async (ctx) => {
      await openPeerAccounts(ctx, id);
      await postTopUp(ctx, { peer_id: id, amount, way: "bank", source_noun: "test_seed", source_id: id });
    });
  }
  await seedCash(db, parts.files, now);
  await seedCash(db, parts.files, now);
  const states = async (table: "withdrawals" | "payouts") =>
    (table === "withdrawals"
      ? await rows<{ s: string }>(db, q`select withdrawal_status as s from withdrawals order by id`)
      : await rows<{ s: string }>(db, q`select payout_status as s from payouts order by id`)
    ).map((r) => r.s);
  expect(await states("withdrawals")).toEqual([
    "second_review",
    "pending",
    "approved",
    "approved",
    "paid",
    "paid",
    "approved",
    "returned",
    "approved",
    "rejected",
    "withdrawn",
  ]);
  expect(await states("payouts")).toEqual(["queued", "paying", "paid", "paid", "failed", "cancelled", "failed"]);
  expect(await frozenFaults(db)).toEqual([]);
});
