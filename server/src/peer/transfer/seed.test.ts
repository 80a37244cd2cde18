/** Demo transfers stand by their own rules, and are made once. */
import { expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { seedRegions } from "../../setting/index.ts";
import { testApp } from "../../testing/app.ts";
import { seedPeers } from "../peer/seed.ts";
import { seedTransfers } from "./seed.ts";

test("one done that may be undone, one scheduled, one partial that may be tried again; owners follow without overlap or gap", async () => {
  const app = await testApp();
  const now = app.clock.now();
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  await seedRegions(app.db, new Map(staff.map((w) => [w.account, w.id])), now);
  await seedPeers(app.db, "private/5a/peerpaper000001.jpg", now);
  await seedTransfers(app.db, now);
  await seedTransfers(app.db, now);
  const admin = await app.as("admin");
  const { list } = await admin.call("peer_transfer_query", {});
  expect(list.map((t) => t.transfer_status)).toEqual(["scheduled", "done", "partial"]);
  const [scheduled, done, partial] = list;
  expect([scheduled?.total, done?.done_count, partial?.failed_count, partial?.skipped_count]).toEqual([4, 3, 1, 1]);
  expect([done?.undo_days, partial?.undo_days].every((n) => (n ?? 0) > 0)).toBe(true);
  for (const t of list) {
    const { moves, untouched } = await admin.call("peer_transfer_get", { id: t.id });
    expect([moves.map((m) => m.missing).filter((m) => m !== null && m !== "没有失败的明细"), untouched]).toEqual([[], []]);
  }
  const torn = await rows(
    app.db,
    q`select p.id from peers p where p.bd_owner_id is distinct from (select o.worker_id from peer_owners o where o.peer_id = p.id and o.role = 'bd' and o.to_date is null)
        or p.cs_owner_id is distinct from (select o.worker_id from peer_owners o where o.peer_id = p.id and o.role = 'cs' and o.to_date is null)
        or exists (select from peer_owners a where a.peer_id = p.id and a.to_date is not null
          and not exists (select from peer_owners b where b.peer_id = p.id and b.role = a.role and b.from_date = a.to_date))`,
  );
  expect(torn).toEqual([]);
  await admin.call("peer_transfer_undo", {
    id: done?.id ?? 0,
    version: done?.version ?? 0,
    reason: "区域不调整了",
    idempotency_key: crypto.randomUUID(),
  });
  await app.runJobs();
  expect((await admin.call("peer_transfer_line_query", { transfer_id: done?.id ?? 0 })).list.map((l) => l.result)).toEqual([
    "undone",
    "undone",
    "undone",
  ]);
});
