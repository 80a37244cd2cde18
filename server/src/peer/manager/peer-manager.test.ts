import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { peerDesk, type PeerDesk } from "../../testing/make/peer-desk.ts";
import { paidOrders } from "../../testing/make/peer-money.ts";
import { radarJobs } from "../radar/radar.jobs.ts";

let desk: PeerDesk;
let bd: number;
const night = () => desk.run(radarJobs, "peer_radar");

beforeAll(async () => {
  desk = await peerDesk();
  bd = desk.id("business_1");
});

test("a manager's figures are those of the peers he looks after; room and target are his leader's to change", async () => {
  const made = [];
  for (let i = 0; i < 3; i++) made.push(await makePeer(desk.db, { bd_owner_id: bd, ...(i === 2 && { approved_at: desk.ago(1) }) }));
  await paidOrders(desk.db, desk.pattern, made[0]?.id ?? 0, { count: 2, paid: 60_000, refunded: 10_000, at: desk.ago(5) });
  await rows(
    desk.db,
    q`insert into ledger_accounts (code, owner_id, kind, side, balance, gl_code, oldest_due_on)
      values ('peer_credit', ${made[1]?.id ?? 0}, '', 'debit', 100, '1122', '2026-10-08')`,
  );
  const find = async () => (await desk.call("peer_manager_query", { role: "bd" })).list.find((m) => m.worker_id === bd);
  expect(await find()).toMatchObject({
    roles: ["bd"],
    peer_count: 3,
    new_count: 1,
    active_count: 1,
    lost_count: 1,
    gmv_month: 100_000,
    target_rate: null,
    is_over_max: false,
    overdue_peers: 1,
    overdue_amount: null,
  });
  const limited = desk.worker("business_1", true);
  expect(await desk.refused("peer_manager_update", { worker_id: bd, version: 1, max_peers: 2 }, limited)).toMatchObject({
    code: "out_of_scope",
    msg: "只有主管可以修改上限和月目标",
  });
  expect(
    await desk.call("peer_manager_update", { worker_id: bd, version: 1, accept_new: false, display_name: "叶经理" }, limited),
  ).toMatchObject({
    accept_new: false,
    display_name: "叶经理",
  });
  const saved = await desk.call("peer_manager_update", { worker_id: bd, version: 2, max_peers: 2, month_target: 1_000_000 });
  expect(saved).toMatchObject({ is_over_max: true, target_rate: 0.1 });
  expect((await desk.call("peer_manager_query", { is_over_max: true })).list.map((m) => m.worker_id)).toEqual([bd]);
  const page = await desk.call("peer_manager_get", { worker_id: bd });
  expect(page.months).toHaveLength(6);
  expect(page.months[0]).toMatchObject({ month: "2026-11", gmv: 100_000, orders: 2, new_count: 1 });
  expect(page).toMatchObject({ back_rate: null, aging: [] });
  const other = desk.worker("business_2", true);
  expect((await desk.refused("peer_manager_get", { worker_id: bd }, other)).code).toBe("not_found");
});

test("the radar's heaviest ten are called in the morning, once; a call that was made rests a week and is counted when an order comes", async () => {
  await rows(desk.db, q`update peers set bd_owner_id = null, settle_mode = 'cash' where bd_owner_id = ${bd}`);
  const quiet: number[] = [];
  for (let i = 0; i < 12; i++) {
    const { id } = await makePeer(desk.db, { bd_owner_id: bd });
    await paidOrders(desk.db, desk.pattern, id, { count: 117, paid: 1_000, at: desk.ago(40) });
    await paidOrders(desk.db, desk.pattern, id, { count: 3, paid: 1_000, at: desk.ago(3) });
    quiet.push(id);
  }
  expect(await night()).toMatchObject({ signs: 12, calls: 10 });
  expect(await night()).toMatchObject({ calls: 0 });
  expect((await desk.call("peer_get", { id: quiet[0] ?? 0 })).radar).toContain("近两周 3 单，平时每周 9 单");
  const { list } = await desk.call("peer_call_query", { worker_id: [bd] });
  expect(list.map((c) => c.peer_id)).toEqual(quiet.slice(0, 10));
  const [call] = list;
  expect(call).toMatchObject({ worker_name: "叶舟", contact_name: "李联系", contacted_at: null });
  const mine = desk.worker("business_1");
  const told = { id: call?.id ?? 0, version: 1, result: "promised", result_text: "下周出团" } as const;
  expect(await desk.call("peer_call_contact", told, mine)).toMatchObject({ result: "promised", contacted_by_name: "叶舟" });
  expect((await desk.refused("peer_call_contact", { ...told, version: 2 }, mine)).msg).toBe("该回访已登记");
  desk.clock.advance(3 * 86_400_000);
  await night();
  const today = desk.clock.now().toISOString().slice(0, 10);
  const later = await desk.call("peer_call_query", { worker_id: [bd], listed_on: { from: today, to: today } });
  expect(later.list.map((c) => c.peer_id)).not.toContain(quiet[0]);
  expect((await desk.call("peer_call_query", { is_contacted: true })).list.map((c) => c.peer_id)).toEqual([quiet[0]]);
  expect((await desk.call("peer_call_query", { result: ["promised"], keyword: "同行" })).total).toBe(1);
  await paidOrders(desk.db, desk.pattern, quiet[0] ?? 0, { count: 1, paid: 1_000, at: desk.clock.now() });
  desk.clock.advance(5 * 86_400_000);
  await night();
  expect((await desk.call("peer_manager_get", { worker_id: bd })).back_rate).toBe(1);
  expect((await row<{ n: number }>(desk.db, q`select count(*)::int as n from peer_calls where came_back_at is not null`))?.n).toBe(1);
});

test("no calls on a day off; whoever owns a region is a manager before he has a peer", async () => {
  const cs = desk.id("service_2");
  await rows(
    desk.db,
    q`insert into region_owners (kind, name, worker_id, area_codes, from_date, created_at, updated_at)
      values ('cs', '雪域', ${cs}, '{540000}', '2026-01-01', ${desk.clock.now()}, ${desk.clock.now()})`,
  );
  desk.clock.set("2026-11-29T02:00:00.000Z");
  expect(await night()).toMatchObject({ calls: 0 });
  expect((await desk.call("peer_manager_query", { province_code: ["540000"] })).list.map((m) => [m.worker_id, m.roles])).toEqual([
    [cs, ["cs"]],
  ]);
});

test("every figure of a manager is the number of rows that its list shows; a leave is said while it lasts", async () => {
  desk.clock.set("2026-11-20T02:00:00.000Z");
  const [cs, peer] = [
    desk.id("service_1"),
    await makePeer(desk.db, { cs_owner_id: desk.id("service_1"), bd_owner_id: desk.id("service_1") }),
  ];
  await makePeer(desk.db, { cs_owner_id: cs, level_id: "V3", approved_at: desk.ago(2) });
  await paidOrders(desk.db, desk.pattern, peer.id, { count: 3, paid: 5_000, at: desk.ago(1) });
  await rows(
    desk.db,
    q`insert into work_orders (work_order_no, config_id, peer_id, handler_id, source, title, reply_minutes, resolve_minutes, due_reply_at, due_at, created_at, updated_at)
      select 'GD' || n, min(c.id), ${peer.id}, ${cs}, 'staff', '查一下', 30, 60, ${desk.clock.now()}, ${desk.clock.now()}, ${desk.clock.now()}, ${desk.clock.now()}
      from work_order_configs c, generate_series(1, 2) n group by n`,
  );
  const find = async (filter: object = {}) => (await desk.call("peer_manager_query", filter)).list.find((m) => m.worker_id === cs);
  const total = async (more: object = {}) =>
    (await desk.call("peer_query", { owner_id: [cs], state: ["active", "frozen"], ...more })).total;
  const m = await find();
  expect(m).toMatchObject({ peer_count: 2, new_count: 1, active_count: 1, open_work_orders: 2, leave_until: null });
  expect([m?.peer_count, m?.new_count, m?.active_count, m?.silent_count, m?.lost_count]).toEqual([
    await total(),
    await total({ approved_at: { from: "2026-11-01", to: "2026-11-30" } }),
    await total({ activity: ["active"] }),
    await total({ activity: ["silent"] }),
    await total({ activity: ["lost"] }),
  ]);
  const waits = { handler_id: [cs], work_order_status: ["pending", "processing", "waiting_peer"] as const };
  expect((await desk.call("work_order_query", { ...waits, work_order_status: [...waits.work_order_status] })).total).toBe(2);
  const page = await desk.call("peer_manager_get", { worker_id: cs });
  expect(page.levels).toEqual([
    { level_id: "V3", peers: 1, silent: 0, gmv_30: 0 },
    { level_id: "V1", peers: 1, silent: 0, gmv_30: 15_000 },
  ]);
  expect(page.work_orders.map((w) => w.peer_id)).toEqual([peer.id, peer.id]);
  expect(page.transfers).toEqual([]);
  await rows(
    desk.db,
    q`insert into duties (worker_id, kind, from_date, to_date, half, reason, created_by, created_at, updated_at)
      values (${cs}, 'leave', '2026-11-19', '2026-11-22', 'all', '', ${cs}, ${desk.clock.now()}, ${desk.clock.now()})`,
  );
  expect(await find({ is_on_leave: true })).toMatchObject({ leave_until: "2026-11-22" });
  expect(await find({ is_on_leave: false })).toBeUndefined();
  desk.clock.set("2026-11-23T02:00:00.000Z");
  expect(await find({ is_on_leave: true })).toBeUndefined();
});
