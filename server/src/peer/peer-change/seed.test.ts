import { expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { TEST_NOW } from "../../testing/business.ts";
import { testDatabase } from "../../testing/database.ts";
import { blocksOf, seedPeers, seedTerms } from "../index.ts";

const { db } = await testDatabase({ seeded: true });

test("demo terms stand in every state, once; the peer on hold is let past", async () => {
  const now = new Date(TEST_NOW);
  await seedPeers(db, "private/00/paper.jpg", now);
  await seedTerms(db, now);
  await seedTerms(db, now);
  const changes = await rows<{ kind: string; change_status: string }>(db, q`select kind, change_status from peer_changes order by id`);
  expect(changes.map((c) => `${c.kind} ${c.change_status}`)).toEqual([
    "credit_limit approved",
    "credit_limit rejected",
    "credit_temp pending",
    "level pending",
  ]);
  const [held] = await rows<{ peer_id: number }>(db, q`select peer_id from peer_holds where kind = 'risk'`);
  const blocks = async (at: Date) => (await blocksOf(db, [held?.peer_id ?? 0], at)).get(held?.peer_id ?? 0)?.length;
  expect([await blocks(now), await blocks(new Date(now.getTime() + 2 * 86_400_000))]).toEqual([0, 1]);
});
