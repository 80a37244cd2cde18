/** Peers from one person to others: dealt out, run line by line, taken back as they were. */
import { peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import { beforeAll, expect, test } from "vitest";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { asWrite } from "../../testing/ctx.ts";
import { key, TransferDesk, transferBody } from "../../testing/make/peer-transfer.ts";
import { makePeer, makePeers } from "../../testing/make/peer.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { setOwner } from "../peer/owners.ts";
import { transferHoldings } from "./transfer.holdings.ts";

let app: TestApp;
let desk: TransferDesk;
let workers = 0;
beforeAll(async () => {
  app = await testApp();
  desk = new TransferDesk(await app.as("admin"));
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 140 });
});

/** Somebody with nothing in hand. */
async function somebody(name = `商务员${++workers}`): Promise<number> {
  const made = await row<{ id: number }>(
    app.db,
    q`insert into workers (account, nickname, passwd, passwd_at, role_id, created_at, updated_at)
      select ${`transfer_${crypto.randomUUID().slice(0, 8)}`}, ${name}, passwd, passwd_at, role_id, created_at, updated_at from workers where account = 'admin'
      returning id`,
  );
  return made?.id ?? 0;
}
const give = (peer: number, worker: number): Promise<unknown> =>
  asWrite(app.db, null, app.clock.now(), (ctx) =>
    setOwner(ctx, peer, "bd", worker, { from: "2026-11-20", by: "region", commission_from: "2026-11-20", transfer_id: null }),
  );
const ownerOf = async (id: number): Promise<number | null | undefined> =>
  (await row<{ bd: number | null }>(app.db, q`select bd_owner_id as bd from peers where id = ${id}`))?.bd;
const given: number[] = [];
/** An open or a closed order of a peer, his. */
async function orderOf(peer: number, owner: number, isOpen = true, paid = 0): Promise<number> {
  const found = await row<{ id: number }>(
    app.db,
    q`update orders set peer_id = ${peer}, customer_kind = 'peer', bd_owner_id = ${owner}, amount_paid = ${paid}, amount_refunded = 0,
        paid_at = ${new Date(app.clock.now().getTime() - 86_400_000)}
      where id = (select id from orders where id <> all(${given}::int8[]) and (order_status in ('completed', 'cancelled', 'deleted')) <> ${isOpen} order by id limit 1)
      returning id`,
  );
  if (!found) throw new Error("no order is left");
  given.push(found.id);
  return found.id;
}
const ordersOwner = async (id: number): Promise<number | undefined> =>
  (await row<{ bd: number }>(app.db, q`select bd_owner_id as bd from orders where id = ${id}`))?.bd;
async function later(days: number): Promise<void> {
  const at = new Date(app.clock.now().getTime() + days * 86_400_000);
  app.clock.set(at);
  await rows(app.db, q`update sessions set last_seen_at = ${at}, ends_at = ${new Date(at.getTime() + 43_200_000)} where ended_at is null`);
}

test("peer 15: the trial deals GMV out evenly, the same every time, and writes nothing", async () => {
  const [from, a, b] = [await somebody(), await somebody(), await somebody()];
  for (const k of [90, 60, 50, 40, 30]) {
    const { id } = await makePeer(app.db, { bd_owner_id: from });
    await orderOf(id, from, true, k * 100_000);
  }
  const body = transferBody(from, [a, b], { carry: ["orders"] });
  const trial = await desk.trial(body);
  expect(trial.targets.map((t) => [t.worker_id, t.gets, t.gmv])).toEqual([
    [a, 2, 13_000_000],
    [b, 3, 14_000_000],
  ]);
  expect([trial.total, trial.orders, trial.fault]).toEqual([5, 5, null]);
  expect(await desk.trial(body)).toEqual(trial);
  expect((await desk.by.call("peer_transfer_query", { from_worker_id: [from] })).total).toBe(0);
});

test("the sheet of transfers has what was said of them", () => {
  expect(peerTransferApi.peer_transfer_query.exports).toContain("reason");
});

test("the trial names what would break, and the peers where it would", async () => {
  const [from, a] = [await somebody(), await somebody()];
  const peers = await makePeers(app.db, 5, { bd_owner_id: from });
  const today = app.clock.now().toISOString().slice(0, 10);
  for (const p of peers) await rows(app.db, q`update orders set promised_date = ${today} where id = ${await orderOf(p.id, from)}`);
  const [late] = peers;
  await rows(
    app.db,
    q`insert into work_orders (work_order_no, config_id, peer_id, source, title, answers, handler_id, reply_minutes, resolve_minutes, due_reply_at, due_at, created_at, updated_at)
      select 'GD261120990001', min(c.id), ${late?.id ?? 0}, 'peer', '催出签', '{}', ${from}, 30, 480, ${app.clock.now()}, ${app.clock.now()}, ${app.clock.now()}, ${app.clock.now()}
      from work_order_configs c`,
  );
  const { warnings } = await desk.trial(transferBody(from, [a], { carry: ["orders", "work_orders"] }));
  const named = await rows<{ name: string }>(
    app.db,
    q`select short_name as name from peers where bd_owner_id = ${from} order by peer_no, id`,
  );
  const three = named.slice(0, 3).map((p) => p.name);
  expect(warnings).toEqual([
    { key: "promise", count: 5, text: `5 个在途订单的承诺日在 3 个工作日内或已过：${three.join("、")} 等 5 家` },
    { key: "work_order", count: 1, text: `1 张工单今天到期或已超时：${three[0]}` },
  ]);
});

test("peer 16: of 100, three changed hands meanwhile: 97 done, 3 skipped; history has no overlap and no gap; open orders follow", async () => {
  const [from, a, b, other] = [await somebody(), await somebody(), await somebody(), await somebody()];
  const peers = await makePeers(app.db, 100, { bd_owner_id: from });
  const [first, second, third] = peers.map((p) => p.id);
  if (!first || !second || !third) throw new Error("no peers");
  const [open, closed] = [await orderOf(peers[50]?.id ?? 0, from), await orderOf(peers[50]?.id ?? 0, from, false)];
  const id = await desk.confirmed(transferBody(from, [a, b], { carry: ["orders", "work_orders"] }));
  for (const peer of [first, second, third]) await give(peer, other);
  await app.runJobs();
  const t = await desk.get(id);
  expect([t.transfer_status, t.total, t.done_count, t.skipped_count, t.failed_count]).toEqual(["done", 100, 97, 3, 0]);
  const skipped = await desk.by.call("peer_transfer_line_query", { transfer_id: id, result: ["skipped"] });
  expect(skipped.list.map((l) => l.message)).toEqual(["负责人已变更", "负责人已变更", "负责人已变更"]);
  expect([await ownerOf(first), await ordersOwner(closed)]).toEqual([other, from]);
  expect([a, b]).toContain(await ordersOwner(open));
  expect(await ordersOwner(open)).toBe(await ownerOf(peers[50]?.id ?? 0));
  expect(
    await rows(
      app.db,
      q`select o.peer_id from (select o.*, lead(o.from_date) over (partition by o.peer_id order by o.id) as next from peer_owners o
          where o.role = 'bd' and o.peer_id = any(${peers.map((p) => p.id)}::int8[])) o where o.to_date is distinct from o.next`,
    ),
  ).toEqual([]);
  const told = await rows<{ receiver_worker_id: number }>(
    app.db,
    q`select receiver_worker_id from outbound_messages where ref_noun = 'peer_transfer' and ref_id = ${id} and receiver_worker_id <> ${desk.by.id} order by 1`,
  );
  expect(told.map((m) => m.receiver_worker_id)).toEqual([from, a, b]);
});

test("peer 17: undone, what somebody else has by now stays and is told, the others go back; never twice, never on day 8", async () => {
  const [from, a, other] = [await somebody(), await somebody(), await somebody()];
  const peers = await makePeers(app.db, 4, { bd_owner_id: from });
  const [first = 0, ...others] = peers.map((p) => p.id);
  const order = await orderOf(others[0] ?? 0, from);
  const id = await desk.confirmed(transferBody(from, [a], { carry: ["orders"] }));
  await app.runJobs();
  expect([(await desk.get(id)).transfer_status, await ordersOwner(order)]).toEqual(["done", a]);
  await give(first, other);
  const t = await desk.get(id);
  expect([t.undo_days, t.untouched.map((u) => u.peer_id)]).toEqual([7, [first]]);
  const undo = async () => desk.by.raw("peer_transfer_undo", { ...(await desk.seen(id)), reason: "误转", ...key() });
  expect((await undo()).ret).toBe(0);
  await app.runJobs();
  expect([await ownerOf(first), ...(await Promise.all(others.map(ownerOf)))]).toEqual([other, from, from, from]);
  expect(await ordersOwner(order)).toBe(from);
  expect(await desk.get(id)).toMatchObject({ transfer_status: "undone", done_count: 1, undone_count: 3, is_moving: false });
  const left = await desk.by.call("peer_transfer_line_query", { transfer_id: id, result: ["done"] });
  expect(left.list.map((l) => [l.peer_id, l.message])).toEqual([[first, "负责人已变更，未撤销"]]);
  expect(await refusalOf(undo())).toEqual(["state_changed", expect.any(String)]);

  const again = await desk.confirmed(transferBody(from, [a]));
  await app.runJobs();
  await later(7);
  const late = await desk.by.raw("peer_transfer_undo", { ...(await desk.seen(again)), reason: "误转", ...key() });
  expect(late.msg).toBe("已超过 7 天，不能撤销");
});

test("peer 17: undone, who had a peer has it with the day from which its commission was his; one that came back by another way stays", async () => {
  const [from, a, other] = [await somebody(), await somebody(), await somebody()];
  const peers = await makePeers(app.db, 3, { bd_owner_id: from });
  const [kept = 0, handed = 0, twice = 0] = peers.map((p) => p.id);
  await rows(
    app.db,
    q`update peer_owners set commission_from = '2025-03-01' where peer_id = any(${peers.map((p) => p.id)}::int8[]) and role = 'bd'`,
  );
  const today = dayOf(app.clock.now());
  const id = await desk.confirmed(transferBody(from, [a], { effective_on: today, commission_from: dayOf(app.clock.now(), 20) }));
  await app.runJobs();
  // Away and back to the receiver: by no doing of this transfer any more.
  await give(twice, other);
  await give(twice, a);
  expect((await desk.get(id)).untouched.map((u) => u.peer_id)).toEqual([twice]);
  await desk.by.call("peer_transfer_undo", { ...(await desk.seen(id)), reason: "误转", ...key() });
  await app.runJobs();
  const since = async (peer: number) =>
    (await desk.by.call("peer_owner_query", { peer_id: peer })).list.find((o) => o.role === "bd" && o.to_date === null);
  expect([await since(kept), await since(handed)]).toMatchObject([
    { worker_id: from, commission_from: "2025-03-01" },
    { worker_id: from, commission_from: "2025-03-01" },
  ]);
  expect(await since(twice)).toMatchObject({ worker_id: a, commission_from: "2026-11-20" });
});

test("peers of whoever leaves go over as a transfer that is done, and both hear of it", async () => {
  const [from, to] = [await somebody("要走的人"), await somebody("接手的人")];
  const ids = (await makePeers(app.db, 3, { bd_owner_id: from })).map((p) => p.id);
  const passing = { ids, from: { id: from, name: "要走的人" }, to: { id: to, name: "接手的人" }, reason: "离职交接" };
  await asWrite(app.db, null, app.clock.now(), async (ctx) => transferHoldings[0]?.pass(ctx, passing));
  const { list } = await desk.by.call("peer_transfer_query", { from_worker_id: [from] });
  expect(list).toMatchObject([{ transfer_status: "done", total: 3, done_count: 3, reason: "离职交接" }]);
  const told = await rows<{ receiver_worker_id: number; content: string }>(
    app.db,
    q`select receiver_worker_id, content from outbound_messages where ref_noun = 'peer_transfer' and ref_id = ${list[0]?.id ?? 0} order by 1`,
  );
  expect(told.map((m) => [m.receiver_worker_id, m.content.slice(m.content.indexOf("已"))])).toEqual([
    [from, "已执行，转出 3 家同行"],
    [to, "已执行，您从「要走的人」接手 3 家同行"],
  ]);
});

test("peer 18: a list that grew is told, and nothing moves", async () => {
  const [from, a] = [await somebody(), await somebody()];
  await makePeers(app.db, 100, { bd_owner_id: from });
  const effective_on = app.clock.now().toISOString().slice(0, 10);
  const body = transferBody(from, [a], { selection: "filter", filter: { bd_owner_id: [from] }, effective_on });
  const draft = await desk.draft(body);
  await makePeer(app.db, { bd_owner_id: from });
  const changed = "名单已变化：预计 100，现为 101";
  const added = await desk.by.raw("peer_transfer_add", { ...body, expected_count: 100, ...key() });
  const asked = { id: draft.id, version: draft.version, expected_count: 100, ...key() };
  expect([added.msg, ...(await refusalOf(desk.by.raw("peer_transfer_schedule", asked)))]).toEqual([changed, "count_changed", changed]);
  await app.runJobs();
  expect(await row(app.db, q`select count(*)::int as n from peers where bd_owner_id = ${from}`)).toEqual({ n: 101 });
  expect((await desk.get(draft.id)).transfer_status).toBe("draft");
});

test("who has no room, is disabled or is the giver himself takes nothing over", async () => {
  const [from, a] = [await somebody(), await somebody("满员")];
  await makePeers(app.db, 3, { bd_owner_id: from });
  const at = app.clock.now();
  await rows(app.db, q`insert into peer_managers (worker_id, max_peers, created_at, updated_at) values (${a}, 2, ${at}, ${at})`);
  const today = at.toISOString().slice(0, 10);
  const body = transferBody(from, [a], { effective_on: today });
  expect((await desk.trial(body)).fault).toBe("「满员」超出上限 1 家");
  const refused = refusalOf(desk.by.raw("peer_transfer_add", { ...body, expected_count: 3, ...key() }));
  expect(await refused).toEqual(["limit_exceeded", "「满员」超出上限 1 家"]);
  expect((await desk.trial(transferBody(from, [from]))).fault).toBe("接收人不能是转出人");
  await rows(app.db, q`update workers set status = 0 where id = ${a}`);
  expect((await desk.trial(body)).fault).toBe("「满员」已停用，请更换接收人");
  expect((await desk.trial(transferBody(a, [from]))).fault).toBe("该负责人名下没有同行");
});

test("one that begins later waits for its day, and may be called off until then", async () => {
  const [from, a] = [await somebody(), await somebody()];
  const peers = await makePeers(app.db, 2, { bd_owner_id: from });
  const day = (n: number) => new Date(app.clock.now().getTime() + n * 86_400_000).toISOString().slice(0, 10);
  const early = await desk.by.raw("peer_transfer_add", {
    ...transferBody(from, [a], { effective_on: day(-2) }),
    expected_count: 2,
    ...key(),
  });
  expect(early.msg).toBe("生效日不能早于今天");
  const off = await desk.confirmed(transferBody(from, [a], { effective_on: day(3) }));
  await desk.by.call("peer_transfer_cancel", { ...(await desk.seen(off)), ...key() });
  const id = await desk.confirmed(transferBody(from, [a], { effective_on: day(2) }));
  await later(1);
  await app.runJobs();
  expect([(await desk.get(id)).transfer_status, await ownerOf(peers[0]?.id ?? 0)]).toEqual(["scheduled", from]);
  await later(1);
  await app.runJobs();
  expect([(await desk.get(id)).transfer_status, await ownerOf(peers[0]?.id ?? 0)]).toEqual(["done", a]);
  expect((await desk.get(off)).transfer_status).toBe("cancelled");
});

test("a line that goes wrong is told and keeps no other back; tried again it is done", async () => {
  const [from, a] = [await somebody(), await somebody()];
  const peers = await makePeers(app.db, 3, { bd_owner_id: from });
  const bad = peers[1]?.id ?? 0;
  await rows(
    app.db,
    q`create function fail_transfer() returns trigger language plpgsql as $$ begin if new.peer_id = tg_argv[0]::int8 then raise exception 'broken'; end if; return new; end $$`,
  );
  const id = await desk.confirmed(transferBody(from, [a], { effective_on: app.clock.now().toISOString().slice(0, 10) }));
  await rows(
    app.db,
    raw(`create trigger fail_transfer before insert on peer_owners for each row execute function fail_transfer('${bad}')`),
  );
  await app.runJobs();
  const t = await desk.get(id);
  expect([t.transfer_status, t.failed_count, t.moves.map((m) => [m.move, m.ok])]).toEqual([
    "partial",
    1,
    [
      ["retry", true],
      ["undo", true],
    ],
  ]);
  await rows(app.db, q`drop trigger fail_transfer on peer_owners`);
  await desk.by.call("peer_transfer_retry", { ...(await desk.seen(id)), ...key() });
  await app.runJobs();
  expect([(await desk.get(id)).transfer_status, await ownerOf(bad)]).toEqual(["done", a]);
});
