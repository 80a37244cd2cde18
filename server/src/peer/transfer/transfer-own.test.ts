/** What somebody of his own data scope may transfer: what is his. A colleague's peers, and a leader's transfer, are not. */
import { beforeAll, expect, test } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { key, TransferDesk, transferBody } from "../../testing/make/peer-transfer.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";

let app: TestApp;
let own: Client;
let mate: Client;
let leader: TransferDesk;
beforeAll(async () => {
  app = await testApp();
  await rows(
    app.db,
    q`with r as (insert into roles (name, note, module_group, data_scope, created_at, updated_at)
        values ('商务本人', '', ${[may.workbench, may.peer, may.peer_transfer]}, 'own', ${app.clock.now()}, ${app.clock.now()}) returning id)
      update workers set role_id = (select id from r) where account in ('business_1', 'business_2')`,
  );
  [own, mate] = [await app.as("business_1"), await app.as("business_2")];
  leader = new TransferDesk(await app.as("admin"));
});
const ownerOf = async (id: number) => (await row<{ bd: number }>(app.db, q`select bd_owner_id as bd from peers where id = ${id}`))?.bd;

test("a peer that somebody once brought, or looks after in the other role, is not taken from its owner by him", async () => {
  const brought = await makePeer(app.db, { bd_owner_id: mate.id, created_by: own.id });
  const served = await makePeer(app.db, { bd_owner_id: mate.id, cs_owner_id: own.id });
  const third = (await row<{ id: number }>(app.db, q`select id from workers where account = 'business_3'`))?.id ?? 0;
  await rows(app.db, q`update workers set role_id = (select role_id from workers where account = 'business_1') where id = ${third}`);
  for (const to of [own.id, third]) {
    const body = transferBody(mate.id, [to], { selection: "ids", ids: [brought.id, served.id] });
    expect((await new TransferDesk(own).trial(body)).fault).toBe("只能转出您数据范围内的负责人的同行");
    const add = own.raw("peer_transfer_add", { ...body, expected_count: 2, ...key() });
    expect(await refusalOf(add)).toEqual(["out_of_scope", "只能转出您数据范围内的负责人的同行"]);
  }
  // His own he gives.
  const mine = await makePeer(app.db, { bd_owner_id: own.id });
  await new TransferDesk(own).confirmed(transferBody(own.id, [mate.id], { selection: "ids", ids: [mine.id] }));
  await app.runJobs();
  expect([await ownerOf(brought.id), await ownerOf(served.id), await ownerOf(mine.id)]).toEqual([mate.id, mate.id, mate.id]);
});

test("whose picked peers are is told of those in sight alone, by role, also that they are nobody's", async () => {
  const [a, b, free] = [
    await makePeer(app.db, { bd_owner_id: own.id, cs_owner_id: mate.id }),
    await makePeer(app.db, { bd_owner_id: mate.id, cs_owner_id: mate.id }),
    await makePeer(app.db, { bd_owner_id: null, cs_owner_id: null }),
  ];
  const owners = async (by: Client, ids: number[], role: "bd" | "cs" = "bd") => {
    const { total, list } = await by.call("peer_transfer_owner_query", { role, selection: "ids", ids });
    return [total, list.map((o) => o.worker_id)];
  };
  expect(await owners(leader.by, [a.id, b.id])).toEqual([2, [own.id, mate.id].toSorted((x, y) => x - y)]);
  expect(await owners(leader.by, [a.id, b.id], "cs")).toEqual([2, [mate.id]]);
  expect(await owners(leader.by, [free.id])).toEqual([1, [null]]);
  expect(await owners(own, [a.id, b.id])).toEqual([1, [own.id]]);
});

test("a leader's transfer is neither called off nor undone by those it takes from or gives to; they see it", async () => {
  const peer = await makePeer(app.db, { bd_owner_id: own.id });
  const ordered = (more = {}) => leader.confirmed(transferBody(own.id, [mate.id], { selection: "ids", ids: [peer.id], ...more }));
  const waiting = await ordered({ effective_on: "2026-12-01", commission_from: "2026-12-01" });
  const why = { reason: "我还在跟进" };
  for (const by of [own, mate]) {
    const seen = await by.call("peer_transfer_get", { id: waiting });
    expect(seen.moves).toEqual([]);
    const off = by.raw("peer_transfer_cancel", { id: waiting, version: seen.version, ...why, ...key() });
    expect(await refusalOf(off)).toEqual(["out_of_scope", "只有发起人或其主管可以操作"]);
  }
  await leader.by.call("peer_transfer_cancel", { ...(await leader.seen(waiting)), ...why, ...key() });
  const done = await ordered();
  await app.runJobs();
  expect(await ownerOf(peer.id)).toBe(mate.id);
  for (const by of [own, mate]) {
    const undo = by.raw("peer_transfer_undo", { ...(await leader.seen(done)), ...why, ...key() });
    expect(await refusalOf(undo)).toEqual(["out_of_scope", "只有发起人或其主管可以操作"]);
  }
});

test("of several receivers each is told of his own peers alone: neither what changed hands since nor a filter names the others'", async () => {
  const third = await app.as("business_3");
  const [a, b] = [await makePeer(app.db, { bd_owner_id: mate.id }), await makePeer(app.db, { bd_owner_id: mate.id })];
  const to = [
    { peer_id: a.id, to_worker_id: own.id },
    { peer_id: b.id, to_worker_id: third.id },
  ];
  const id = await leader.confirmed(transferBody(mate.id, [own.id, third.id], { selection: "ids", ids: [a.id, b.id], lines: to }));
  await app.runJobs();
  const again = await leader.confirmed(transferBody(third.id, [mate.id], { selection: "ids", ids: [b.id] }));
  await app.runJobs();
  expect(again).not.toBe(id);
  const untouched = async (by: Client) => (await by.call("peer_transfer_get", { id })).untouched.map((u) => u.peer_id);
  expect([await untouched(leader.by), await untouched(third), await untouched(own)]).toEqual([[b.id], [b.id], []]);
  const found = async (by: Client, peer: number) => (await by.call("peer_transfer_query", { peer_id: [peer] })).list.map((t) => t.id);
  expect([await found(own, a.id), await found(own, b.id)]).toEqual([[id], []]);
});

test("on its day a transfer gives nothing to who is disabled meanwhile, or may see peers no more", async () => {
  const third = await app.as("business_3");
  for (const gone of [
    q`status = 0`,
    q`role_id = (select id from roles where not module_group && ${[may.peer]}::int4[] and not is_builtin limit 1)`,
  ]) {
    const before = await row<{ status: number; role_id: number }>(app.db, q`select status, role_id from workers where id = ${third.id}`);
    const peer = await makePeer(app.db, { bd_owner_id: own.id });
    const id = await leader.confirmed(transferBody(own.id, [third.id], { selection: "ids", ids: [peer.id] }));
    await rows(app.db, q`update workers set ${gone} where id = ${third.id}`);
    await app.runJobs();
    expect(await ownerOf(peer.id)).toBe(own.id);
    const { list } = await leader.by.call("peer_transfer_line_query", { transfer_id: id });
    expect(list.map((l) => [l.result, l.message])).toEqual([["failed", expect.stringContaining("不能接收")]]);
    await rows(app.db, q`update workers set status = ${before?.status}, role_id = ${before?.role_id} where id = ${third.id}`);
  }
});
