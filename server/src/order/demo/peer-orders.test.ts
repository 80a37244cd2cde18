/** Demo orders of peers: theirs by the rules of price, paid out of accounts whose books hold. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LocalFiles } from "#kit/files/files-local.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { seedCredit, seedGroups, seedLevelRun, seedLevels, seedPeers, seedTransfers } from "../../peer/index.ts";
import { quote, peerBuyer } from "../../product/index.ts";
import { priceContext } from "../../peer/index.ts";
import { downgradeOf } from "@visadesk/contract/peer/level/level.rules.ts";
import { dayOf } from "#kit/range.ts";
import { figuresOf, graded, levelTerms } from "../../peer/level/level-figures.sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { seedDemoOrders } from "./load.ts";

const COUNT = 2_000;
const PEERS = 160;
const home = mkdtempSync(path.join(os.tmpdir(), "visadesk-demo-peers-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const now = app.clock.now();
  await seedLevels(app.db, now);
  await seedPeers(app.db, "private/00/paper.jpg", now, PEERS);
  await seedGroups(app.db, now);
  await seedTransfers(app.db, now);
  await rows(app.db, q`alter table journal_lines enable always trigger journal_balances`);
  await seedDemoOrders(app.db, new LocalFiles(home, "secret"), now, { count: COUNT });
  await seedCredit(app.db, now);
  await seedLevelRun(app.db, now);
}, 180_000);

test("what stands behind the orders is made once, though a later start says it again", async () => {
  const sums = () =>
    row(
      app.db,
      q`select (select count(*)::int from peer_changes) as changes, (select count(*)::int from peer_level_runs) as runs,
      (select sum(credit_limit)::int8 from peers) as limits`,
    );
  const before = await sums();
  const later = new Date(app.clock.now().getTime() + 100 * 86_400_000);
  await seedCredit(app.db, later);
  await seedLevelRun(app.db, later);
  expect(await sums()).toEqual(before);
});

test("about a third are orders of peers, none before its peer came, none of a country it may not sell, looked after by its people", async () => {
  const all = await row<{ peers: number; early: number; foreign: number; others: number; direct: number }>(
    app.db,
    q`
    select (count(*) filter (where o.peer_id is not null))::int as peers, (count(*) filter (where o.created_at < p.approved_at))::int as early,
      (count(*) filter (where p.allow_country_ids <> '{}' and o.country_id <> all(p.allow_country_ids)))::int as foreign,
      (count(*) filter (where o.bd_owner_id is distinct from p.bd_owner_id and p.id is not null))::int as others,
      (count(*) filter (where o.peer_id is null and (o.customer_kind <> 'direct' or o.source in ('api', 'peer_pc'))))::int as direct
    from orders o left join peers p on p.id = o.peer_id`,
  );
  expect(all).toMatchObject({ early: 0, foreign: 0, others: 0, direct: 0 });
  expect((all?.peers ?? 0) / COUNT).toBeGreaterThan(0.25);
  expect((all?.peers ?? 0) / COUNT).toBeLessThan(0.4);
});

test("a peer's order has the price of its level as it is quoted today", async () => {
  const found = await rows<{ id: number; peer_id: number; sku_id: number; price: number; created_at: string }>(
    app.db,
    q`select distinct on (p.level_id) o.id, o.peer_id, o.sku_id, (o.quote -> 'people' -> 0 ->> 'price')::int as price, o.created_at
      from orders o join peers p on p.id = o.peer_id
      where not (o.quote -> 'people' -> 0 ->> 'is_child')::boolean and o.quote -> 'special' ->> 'item_id' is null order by p.level_id, o.id`,
  );
  expect(found.length).toBeGreaterThan(3);
  for (const o of found) {
    const buyer = peerBuyer(o.peer_id, await priceContext(app.db, o.peer_id));
    const asked = await quote(app.db, o.sku_id, { buyer, applicants: [{ birth_date: "1980-01-01" }] }, new Date(o.created_at));
    expect(asked.people[0]?.price).toBe(o.price);
  }
});

test("every movement of a peer's account follows the one before, and stands as the account does", async () => {
  const off = await rows(
    app.db,
    q`
    select x.account_id from (
      select l.account_id, l.balance_after, j.event_at, a.balance, row_number() over w as n, count(*) over (partition by l.account_id) as many,
        sum(case a.side when 'debit' then l.amount else -l.amount end) over w as sum, lag(j.event_at) over w as before
      from journal_lines l join journals j on j.id = l.journal_id join ledger_accounts a on a.id = l.account_id
      where a.code like 'peer_%' window w as (partition by l.account_id order by l.id)) x
    where x.balance_after <> x.sum or x.balance_after < 0 or x.event_at < x.before or (x.n = x.many and x.balance <> x.sum)`,
  );
  expect(off).toEqual([]);
  const paid = await rows<{ method: string; n: number }>(
    app.db,
    q`select p.method, count(*)::int as n from order_payments p join orders o on o.id = p.order_id where o.peer_id is not null group by 1`,
  );
  expect(new Map(paid.map((p) => [p.method, p.n > 10])).get("principal")).toBe(true);
  expect(new Map(paid.map((p) => [p.method, p.n > 10])).get("credit")).toBe(true);
  expect(
    await rows(
      app.db,
      q`select p.id from peers p where (select count(*) from ledger_accounts l where l.owner_id = p.id and l.code like 'peer_%') <> 4 and p.peer_status = 'active'`,
    ),
  ).toEqual([]);
  expect(await rows(app.db, q`select t.id from peer_top_ups t left join journals j on j.id = t.journal_id where j.id is null`)).toEqual([]);
});

test("there are peers near their limit, over it and overdue, gifts, a quarter's lines, a transfer done and one to come", async () => {
  const admin = await app.as("admin");
  const has = async (filter: object): Promise<number> => (await admin.call("peer_query", { page_size: 1, ...filter })).total ?? 0;
  expect(await has({ settle_mode: ["credit"], available_below: -1 })).toBeGreaterThan(0);
  expect(await has({ is_overdue: true })).toBeGreaterThan(0);
  for (const activity of ["active", "silent", "lost"] as const) expect(await has({ activity: [activity] })).toBeGreaterThan(0);
  expect((await admin.call("peer_level_run_query", {})).list.map((l) => l.decision)).toContain("pending");
  expect((await admin.call("peer_transfer_query", {})).list.map((t) => t.transfer_status).toSorted()).toEqual([
    "done",
    "partial",
    "scheduled",
  ]);
});

test("a quarter's lines are those of the rule: figures of real orders below what the level asks for, one step down", async () => {
  const admin = await app.as("admin");
  const { list, total } = await admin.call("peer_level_run_query", { page_size: 100 });
  expect([list.length, new Set(list.map((l) => l.quarter)).size]).toEqual([total, 1]);
  expect(list.filter((l) => l.is_earned)).toEqual([]);
  const began = new Date(app.clock.now().getTime() - 3 * 86_400_000);
  const of = new Map((await graded(app.db, began)).map((p) => [p.id, p]));
  const [levels, peers] = [await levelTerms(app.db), list.map((l) => of.get(l.peer_id))];
  expect(list.map(({ from_level, to_level, gmv, orders, topup }) => ({ from_level, to_level, gmv, orders, topup }))).toEqual(
    peers.map((p) => p && { from_level: p.code, to_level: downgradeOf(levels, p, p, dayOf(began)), ...figuresOf(p) }),
  );
});

test("gifts stand in lots", async () => {
  const lots = await row<{ n: number }>(app.db, q`select count(*)::int as n from gift_lots`);
  expect(lots?.n).toBeGreaterThan(3);
});
