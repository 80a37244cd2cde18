/** What people who tried transfers by hand stumbled over: counts that disagree, windows that renew themselves, acts of nobody. */
import { beforeAll, expect, test } from "vitest";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { key, TransferDesk, transferBody } from "../../testing/make/peer-transfer.ts";
import { makePeer, makePeers } from "../../testing/make/peer.ts";

let app: TestApp;
let desk: TransferDesk;
let workers = 0;
beforeAll(async () => {
  app = await testApp();
  desk = new TransferDesk(await app.as("admin"));
});

/** Somebody with nothing in hand; of a team where one is named. */
async function somebody(name = `交接员${++workers}`, team: number | null = null): Promise<number> {
  const made = await row<{ id: number }>(
    app.db,
    q`insert into workers (account, nickname, passwd, passwd_at, role_id, team_id, created_at, updated_at)
      select ${`tried_${crypto.randomUUID().slice(0, 8)}`}, ${name}, passwd, passwd_at, role_id, ${team}, created_at, updated_at from workers where account = 'admin'
      returning id`,
  );
  return made?.id ?? 0;
}
const teamOf = async (name: string): Promise<number> =>
  (
    await row<{ id: number }>(
      app.db,
      q`insert into teams (name, created_at, updated_at) values (${name}, ${app.clock.now()}, ${app.clock.now()}) returning id`,
    )
  )?.id ?? 0;
const close = (ids: readonly number[]): Promise<unknown> =>
  rows(
    app.db,
    q`update peers set peer_status = 'closed', closed_at = ${app.clock.now()}, close_reason = '合作终止了' where id = any(${[...ids]}::int8[])`,
  );
async function later(days: number): Promise<void> {
  const at = new Date(app.clock.now().getTime() + days * 86_400_000);
  app.clock.set(at);
  await rows(app.db, q`update sessions set last_seen_at = ${at}, ends_at = ${new Date(at.getTime() + 43_200_000)} where ended_at is null`);
}
const today = (): string => app.clock.now().toISOString().slice(0, 10);

test("peers that are over go along and are counted apart; they take no room", async () => {
  const [from, a] = [await somebody(), await somebody("有两席")];
  const peers = await makePeers(app.db, 3, { bd_owner_id: from });
  await close(peers.slice(0, 1).map((p) => p.id));
  const at = app.clock.now();
  await rows(app.db, q`insert into peer_managers (worker_id, max_peers, created_at, updated_at) values (${a}, 2, ${at}, ${at})`);
  const body = transferBody(from, [a], { effective_on: today() });
  expect(await desk.trial(body)).toMatchObject({ total: 3, closed: 1, fault: null, targets: [{ has: 0, gets: 3, closed: 1, max: 2 }] });
  const id = await desk.confirmed(body);
  expect((await desk.get(id)).is_moving).toBe(true);
  await app.runJobs();
  expect(await desk.get(id)).toMatchObject({ transfer_status: "done", done_count: 3, is_moving: false });
  expect((await desk.trial(transferBody(a, [from]))).targets).toMatchObject([{ has: 0, gets: 3, closed: 1 }]);
});

/** Of three one goes wrong, one belongs to another by then. */
async function withFailure(): Promise<{ from: number; id: number }> {
  const [from, a, other] = [await somebody(), await somebody(), await somebody()];
  const [bad, lost] = await makePeers(app.db, 3, { bd_owner_id: from });
  const id = await desk.confirmed(transferBody(from, [a], { effective_on: today() }));
  await rows(app.db, q`update peers set bd_owner_id = ${other} where id = ${lost?.id ?? 0}`);
  await rows(
    app.db,
    q`create or replace function fail_tried() returns trigger language plpgsql as $$ begin if new.peer_id = tg_argv[0]::int8 then raise exception 'broken'; end if; return new; end $$`,
  );
  await rows(
    app.db,
    raw(`create trigger fail_tried before insert on peer_owners for each row execute function fail_tried('${bad?.id ?? 0}')`),
  );
  await app.runJobs();
  await rows(app.db, q`drop trigger fail_tried on peer_owners`);
  return { from, id };
}

test("tried again and without a failed line it is done; the days to undo it count from its first end", async () => {
  const { id } = await withFailure();
  const first = await desk.get(id);
  expect([first.transfer_status, first.done_count, first.skipped_count, first.failed_count, first.undo_days]).toEqual([
    "partial",
    1,
    1,
    1,
    7,
  ]);
  const lines = async () => (await desk.by.call("peer_transfer_line_query", { transfer_id: id })).list;
  const before = await lines();
  await later(3);
  const head = new TransferDesk(await app.as("manager"));
  await head.by.call("peer_transfer_retry", { ...(await desk.seen(id)), ...key() });
  await app.runJobs();
  const names = await rows<{ account: string; name: string }>(
    app.db,
    q`select account, coalesce(nullif(nickname, ''), account) as name from workers where account in ('admin', 'manager')`,
  );
  const nameOf = (account: string) => names.find((w) => w.account === account)?.name;
  const failed = before.find((l) => l.result === "failed");
  const again = (await lines()).find((l) => l.id === failed?.id);
  expect([again?.result, again?.by_name, failed?.by_name]).toEqual(["done", nameOf("manager"), nameOf("admin")]);
  expect(Date.parse(again?.at ?? "") - Date.parse(failed?.at ?? "")).toBe(3 * 86_400_000);
  const stood = before.find((l) => l.result === "done");
  expect((await lines()).find((l) => l.id === stood?.id)).toMatchObject({ at: stood?.at, by_name: nameOf("admin") });
  const log = await desk.by.call("peer_transfer_log_query", { id });
  expect(JSON.stringify(log.list)).toContain("已重试 1 家，转出 1 家同行");
  const t = await desk.get(id);
  expect([t.transfer_status, t.done_count, t.skipped_count, t.failed_count, t.undo_days]).toEqual(["done", 2, 1, 0, 4]);
  expect(t.moves.map((m) => m.move)).toEqual(["undo"]);
});

test("undone, the list counts what went back apart from what stayed", async () => {
  const [from, a] = [await somebody(), await somebody()];
  const peers = await makePeers(app.db, 3, { bd_owner_id: from });
  const id = await desk.confirmed(transferBody(from, [a], { effective_on: today() }));
  await app.runJobs();
  const kept = peers[0]?.id ?? 0;
  const moved_at = app.clock.now().toISOString();
  app.clock.set(new Date(app.clock.now().getTime() + 60_000));
  await rows(app.db, q`update peers set bd_owner_id = ${await somebody()} where id = ${kept}`);
  await desk.by.call("peer_transfer_undo", { ...(await desk.seen(id)), reason: "误转", ...key() });
  expect((await desk.get(id)).is_moving).toBe(true);
  await app.runJobs();
  const { list } = await desk.by.call("peer_transfer_query", { from_worker_id: [from] });
  expect(list).toMatchObject([{ transfer_status: "undone", total: 3, done_count: 1, undone_count: 2 }]);
  expect((await desk.get(id)).is_moving).toBe(false);
  const lines = (await desk.by.call("peer_transfer_line_query", { transfer_id: id, result: ["undone"] })).list;
  expect(lines.map((l) => [l.at, l.undone_at])).toEqual([
    [moved_at, app.clock.now().toISOString()],
    [moved_at, app.clock.now().toISOString()],
  ]);
});

test("the history of owners says who ordered it, what an undo gave back, and when", async () => {
  const [from, a] = [await somebody("交出的人"), await somebody("接手的人")];
  const { id: peer } = await makePeer(app.db, { bd_owner_id: from });
  const head = new TransferDesk(await app.as("manager"));
  const id = await desk.confirmed(transferBody(from, [a], { effective_on: today() }));
  await app.runJobs();
  const given = app.clock.now();
  app.clock.set(new Date(given.getTime() + 60_000));
  await head.by.call("peer_transfer_undo", { ...(await desk.seen(id)), reason: "误转", ...key() });
  await app.runJobs();
  const names = new Map(
    (
      await rows<{ account: string; name: string }>(app.db, q`select account, coalesce(nullif(nickname, ''), account) as name from workers`)
    ).map((w) => [w.account, w.name]),
  );
  const { list } = await desk.by.call("peer_owner_query", { peer_id: peer });
  expect(list.filter((o) => o.role === "bd").map((o) => [o.worker_name, o.by, o.created_by_name])).toEqual([
    ["交出的人", "undo", names.get("manager")],
    ["接手的人", "transfer", names.get("admin")],
    ["交出的人", "application", null],
  ]);
  const [back, gone] = list.filter((o) => o.role === "bd").map((o) => Date.parse(o.created_at));
  expect((back ?? 0) - (gone ?? 0)).toBeGreaterThanOrEqual(60_000);
});

test("either side offers whom it may be: givers who have peers in the role, receivers who work in it or whose team does", async () => {
  const [sales, service] = [await teamOf("试商务"), await teamOf("试客服")];
  const [bd, cs] = [await somebody("有商务同行", sales), await somebody("有客服同行", service)];
  const [newBd, newCs, alone] = [await somebody("新商务", sales), await somebody("新客服", service), await somebody("还没分组")];
  const left = await somebody("已离职的", sales);
  await makePeer(app.db, { bd_owner_id: bd, cs_owner_id: cs });
  await makePeer(app.db, { bd_owner_id: left });
  await rows(app.db, q`update workers set status = 0 where id = ${left}`);
  const viewer = (await row<{ id: number }>(app.db, q`select id from workers where account = 'viewer'`))?.id ?? 0;
  const named = [bd, cs, newBd, newCs, alone, left, viewer];
  const picked = async (role: "bd" | "cs", side: "from" | "to") =>
    (await desk.by.call("peer_transfer_pick", { role, side })).list.filter((w) => named.includes(w.id));
  const ids = async (role: "bd" | "cs", side: "from" | "to") => (await picked(role, side)).map((w) => w.id).toSorted((x, y) => x - y);
  expect([await ids("bd", "from"), await ids("cs", "from")]).toEqual([[bd, left], [cs]]);
  expect(await picked("bd", "from")).toMatchObject([
    { id: bd, peers: 1, is_enabled: true, team_name: "试商务" },
    { id: left, peers: 1, is_enabled: false },
  ]);
  expect([await ids("bd", "to"), await ids("cs", "to")]).toEqual([
    [bd, newBd],
    [cs, newCs],
  ]);
  // Who looks after nobody in a team of nobody who does is none of either role, however he may see peers.
  expect(await ids("bd", "to")).not.toContain(alone);
  const [closed] = await makePeers(app.db, 1, { bd_owner_id: bd });
  await close([closed?.id ?? 0]);
  expect(await picked("bd", "to")).toMatchObject([
    { id: bd, peers: 2, closed: 1 },
    { id: newBd, peers: 0, closed: 0 },
  ]);
});
