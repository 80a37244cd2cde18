import { expect, test } from "vitest";
import { creditCodeFault } from "@visadesk/contract/kit/credit-code.ts";
import { may } from "@visadesk/contract/permissions.ts";
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

test("the number of a demo application carries the day that it was handed in", async () => {
  const wrong = await rows(
    db,
    q`select application_no from peer_applications where application_no not like 'RZ' || to_char(submitted_at at time zone 'Asia/Shanghai', 'YYMMDD') || '%'`,
  );
  expect(wrong).toEqual([]);
});

test("a demo clerk looks after some of the peers, sees no others and decides about none", async () => {
  const [clerk] = await rows<{ id: number; data_scope: string; codes: number[] }>(
    db,
    q`select w.id, r.data_scope, r.module_group as codes from workers w join roles r on r.id = w.role_id where w.account = 'service'`,
  );
  const leaders = [may.peer_review, may.peer_terms_review, may.peer_level, may.peer_group, may.peer_transfer, may.peer_work_order_edit];
  expect(clerk?.codes.filter((code) => leaders.some((l) => l === code))).toEqual([]);
  const own = await rows(db, q`select id from peers where ${clerk?.id ?? 0} in (bd_owner_id, cs_owner_id) and peer_status = 'active'`);
  expect([clerk?.data_scope, own.length > 10, own.length < 100]).toEqual(["own", true, true]);
});
