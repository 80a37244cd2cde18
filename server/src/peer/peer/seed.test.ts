import { expect, test } from "vitest";
import { creditCodeFault } from "@visadesk/contract/kit/credit-code.ts";
import { q, rows } from "#kit/db/sql.ts";
import { addressCheck } from "../../base-data/index.ts";
import { seedRegions } from "../../setting/index.ts";
import { testDatabase } from "../../testing/database.ts";
import { TEST_NOW } from "../../testing/business.ts";
import { seedPeers } from "../index.ts";

const { db } = await testDatabase({ seeded: true });

test("400 demo peers have names, codes and addresses of their own that hold, once", async () => {
  const now = new Date(TEST_NOW);
  const staff = await rows<{ account: string; id: number }>(db, q`select account, id from workers`);
  await seedRegions(db, new Map(staff.map((w) => [w.account, w.id])), now);
  await seedPeers(db, "private/00/paper.jpg", now, 400);
  await seedPeers(db, "private/00/paper.jpg", now, 400);
  const peers = await rows<{ name: string; short_name: string; credit_code: string; address: Parameters<typeof addressCheck>[0] }>(
    db,
    q`select name, short_name, credit_code, address from peers`,
  );
  expect([peers.length, new Set(peers.map((p) => p.short_name)).size, new Set(peers.map((p) => p.credit_code)).size]).toEqual([
    400, 400, 400,
  ]);
  expect(
    peers.filter((p) => creditCodeFault(p.credit_code) !== null || addressCheck(p.address) !== null || [...p.short_name].length > 12),
  ).toEqual([]);
});
