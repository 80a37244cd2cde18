import { expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { asWrite } from "../../testing/ctx.ts";
import { testDatabase } from "../../testing/database.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { setOwner } from "./owners.ts";

const { db } = await testDatabase({ seeded: true });
const staff = await rows<{ id: number }>(db, q`select id from workers order by id limit 3`);
const [a = 0, b = 0, c = 0] = staff.map((w) => w.id);
const at = (day: string): Date => new Date(`${day}T10:00:00+08:00`);
const give = (peer: number, worker: number | null, day: string): Promise<number | null> =>
  asWrite(db, null, at(day), (ctx) =>
    setOwner(ctx, peer, "bd", worker, { from: day, by: "region", commission_from: day, transfer_id: null }),
  );
const history = (peer: number) =>
  rows<{ worker_id: number; from_date: string; to_date: string | null }>(
    db,
    q`select worker_id, from_date, to_date from peer_owners where peer_id = ${peer} and role = 'bd' order by id`,
  );

test("peer 16: history has neither overlap nor hole, also when one day sees two changes or a change is dated back", async () => {
  const { id } = await makePeer(db, { bd_owner_id: a, approved_at: at("2026-01-10") });
  expect(await give(id, b, "2026-05-01")).toBe(a);
  expect(await give(id, c, "2026-05-01")).toBe(b);
  expect(await give(id, c, "2026-06-01")).toBe(c);
  expect(await give(id, a, "2026-04-01")).toBe(c);
  expect(await history(id)).toEqual([
    { worker_id: a, from_date: "2026-01-10", to_date: "2026-05-01" },
    { worker_id: b, from_date: "2026-05-01", to_date: "2026-05-01" },
    { worker_id: c, from_date: "2026-05-01", to_date: "2026-05-01" },
    { worker_id: a, from_date: "2026-05-01", to_date: null },
  ]);
});

test("nobody's for a while, then somebody's again: the column repeats the last row, and he is one of our managers", async () => {
  const { id } = await makePeer(db, { bd_owner_id: a, approved_at: at("2026-01-10") });
  await give(id, null, "2026-03-01");
  expect(await row(db, q`select bd_owner_id, version from peers where id = ${id}`)).toEqual({ bd_owner_id: null, version: 2 });
  await give(id, b, "2026-02-01");
  expect(await row(db, q`select bd_owner_id, version from peers where id = ${id}`)).toEqual({ bd_owner_id: b, version: 3 });
  expect(await history(id)).toEqual([
    { worker_id: a, from_date: "2026-01-10", to_date: "2026-03-01" },
    { worker_id: b, from_date: "2026-03-01", to_date: null },
  ]);
  expect(await row(db, q`select accept_new, max_peers from peer_managers where worker_id = ${b}`)).toEqual({
    accept_new: true,
    max_peers: null,
  });
});
