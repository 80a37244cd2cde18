/** Disabling with hand-over: all or nothing, counted as previewed, to people who may do the work. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OutputOf } from "@visadesk/contract/index.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { holdings } from "../../holdings.ts";
import type { TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { onEmbedded } from "../../testing/database.ts";
import { leaverApp, makeLeaver, rowsNaming } from "../../testing/make/leaver.ts";
import { disableAt, key } from "../../testing/make/staff.ts";
import { heldCounts } from "./hand-over.sql.ts";

let app: TestApp;
let admin: Client;
let staff: ReadonlyMap<string, number>;
type Preview = OutputOf<"worker_disable_preview">;

beforeAll(async () => {
  ({ app, admin, staff } = await leaverApp());
}, 120_000);

const id = (account: string): number => staff.get(account) ?? 0;
const call: typeof admin.call = (name, input) => admin.call(name, input);
const preview = (worker: number): Promise<Preview> => call("worker_disable_preview", { id: worker });
const refused = async (body: Record<string, unknown>): Promise<{ code: string | undefined; msg: string }> => {
  const answer = await admin.raw("worker_disable", body);
  return { code: (answer.body as { code?: string } | null)?.code ?? (answer.ret === 0 ? "ok" : undefined), msg: answer.msg };
};
const everything = (p: Preview, to: number) => p.rows.map((r) => ({ kind: r.kind, worker_ids: [to] }));
const body = (p: Preview, receivers: { kind: string; worker_ids: number[] }[]) => ({
  id: p.id,
  version: p.version,
  reason: "离职",
  hash: p.hash,
  receivers,
  ...key(),
});
let serial = 0;
const leaver = (): Promise<number> => makeLeaver(app.db, admin, ++serial);
const heldBy = (worker: number) => heldCounts(app.db, holdings, [worker], app.clock.now());
const TOUCHED = [
  "orders",
  "applicants",
  "order_logs",
  "region_owners",
  "region_places",
  "suppliers",
  "peers",
  "peer_owners",
  "peer_transfers",
  "peer_transfer_lines",
  "teams",
  "experts",
  "sessions",
  "workers",
];
const fingerprint = (): Promise<string[]> =>
  Promise.all(
    // That something broke is told by a row of its own.
    [...TOUCHED, "(select * from operation_logs where result <> 'fault')"].map(
      async (t) =>
        (await row<{ h: string }>(app.db, q`select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as h from ${raw(t)} t`))
          ?.h ?? "",
    ),
  );

describe("setting 13: disabling hands everything over", () => {
  let worker: number;
  beforeEach(async () => {
    worker = await leaver();
  });

  test("the preview counts what the lists behind its links show", async () => {
    const p = await preview(worker);
    expect(p.rows.map((r) => r.kind)).toEqual([
      "order_expert",
      "order_done",
      "order_cs",
      "order_bd",
      "supplier",
      "peer_bd",
      "peer_cs",
      "region_bd",
      "region_cs",
      "team_lead",
    ]);
    const of = (kind: string) => p.rows.find((r) => r.kind === kind);
    expect(of("order_expert")?.count).toBeGreaterThanOrEqual(12);
    expect((await call("applicant_query", { expert_id: [worker], is_open: true })).total).toBe(of("order_expert")?.count);
    const done = { expert_id: [worker], order_status: ["shipped", "pending_evaluate"] as ("shipped" | "pending_evaluate")[] };
    expect(of("order_done")?.count).toBeGreaterThan(0);
    expect((await call("order_query", done)).total).toBe(of("order_done")?.count);
    expect((await call("order_query", { cs_owner_id: [worker], is_open: true })).total).toBe(3);
    expect((await call("order_query", { bd_owner_id: [worker], is_open: true })).total).toBe(2);
    // The screen of regions opens on 商务 and shows the kind of its tab alone.
    for (const kind of ["bd", "cs"] as const) {
      const held = of(`region_${kind}`);
      expect(held?.link).toEqual({
        route: "region-list",
        query: { tab: kind, worker_id: String(worker), region_state: "active,pending" },
      });
      const listed = await call("region_owner_query", { kind, worker_id: [worker], region_state: ["active", "pending"] });
      expect(listed.total, kind).toBe(held?.count);
    }
    expect(["order_cs", "order_bd", "region_bd", "region_cs", "team_lead"].map((kind) => of(kind)?.count)).toEqual([3, 2, 1, 2, 1]);
    const listed = (await call("worker_query", { keyword: p.account })).list[0];
    expect(listed?.held.map((h) => [h.kind, h.count])).toEqual(p.rows.map((r) => [r.kind, r.count]));
    expect(listed?.open_applicants).toBe(of("order_expert")?.count);
  });

  test("proposes the colleague of the team with the least in hand", async () => {
    const experts = (await preview(worker)).rows.find((r) => r.kind === "order_expert");
    const team = experts?.receivers.filter((r) => r.is_team) ?? [];
    expect(team.length).toBeGreaterThan(2);
    expect(team.find((r) => r.worker_id === experts?.default_id)?.load).toBe(Math.min(...team.map((r) => r.load)));
    expect(experts?.spread.reduce((n, s) => n + s.count, 0)).toBe(experts?.count);
  });

  test("all of it moves in one call; afterwards no row of any area names him as owner", async () => {
    const p = await preview(worker);
    const to = id("taker01");
    const spreadTo = [id("jpkr_1"), id("jpkr_2"), id("jpkr_3")];
    const receivers = everything(p, to).map((r) => (r.kind === "order_expert" ? { ...r, worker_ids: spreadTo } : r));
    const mine = await row<{ n: number }>(app.db, q`select count(*)::int as n from orders where expert_id = ${worker}`);
    expect(Object.keys(await rowsNaming(app.db, worker))).toEqual([
      "applicants.expert_id",
      "orders.bd_owner_id",
      "orders.cs_owner_id",
      "orders.expert_id",
      "peers.bd_owner_id",
      "peers.cs_owner_id",
      "region_owners.worker_id",
      "suppliers.owner_id",
      "teams.leader_id",
    ]);
    const { rows: moved } = await call("worker_disable", body(p, receivers));
    expect(await rowsNaming(app.db, worker)).toEqual({});
    expect(await heldBy(worker)).toEqual([]);
    expect(moved.map((m) => [m.kind, m.count])).toEqual(p.rows.map((r) => [r.kind, r.count]));
    for (const m of moved) expect(m.to.reduce((n, t) => n + t.count, 0)).toBe(m.count);
    expect(moved.find((m) => m.kind === "order_expert")?.to.length).toBeGreaterThan(1);
    const passed = await call("peer_transfer_query", { from_worker_id: [worker], transfer_status: ["done"] });
    expect(passed.list.reduce((n, t) => n + t.done_count, 0)).toBe(3);
    expect(
      await row(app.db, q`select status, accept_new from workers w join experts e on e.worker_id = w.id where w.id = ${worker}`),
    ).toEqual({
      status: 0,
      accept_new: false,
    });
    const strays = await rows(
      app.db,
      q`select a.id from applicants a join orders o on o.id = a.order_id where a.expert_id is distinct from o.expert_id`,
    );
    expect(strays).toEqual([]);
    const told = await rows<{ label: string; changes: { before: string }[] }>(
      app.db,
      q`select label, changes from order_logs where label = '交接签证专家' and changes->0->>'before' = ${p.nickname}`,
    );
    expect(told.length).toBe(mine?.n);
    const logged = await row<{ reason: string; changes: { label: string; after: unknown }[] }>(
      app.db,
      q`select reason, changes from operation_logs where endpoint = 'worker_disable' and noun = 'worker' and noun_id = ${String(worker)}`,
    );
    expect(logged?.reason).toBe("离职");
    expect(logged?.changes.map((c) => c.label)).toEqual(["状态", ...p.rows.map((r) => r.label)]);
  });

  test("regions that began keep yesterday's owner and have a successor from today; those to come change hands", async () => {
    const p = await preview(worker);
    const to = id("taker01");
    await call("worker_disable", body(p, everything(p, to)));
    const list = await rows<{ name: string; worker_id: number; from_date: string; to_date: string | null }>(
      app.db,
      q`select name, worker_id, from_date, to_date from region_owners where name in (${`早先${serial}`}, ${`今日${serial}`}, ${`待生效${serial}`}) order by from_date, id`,
    );
    expect(list).toEqual([
      { name: `早先${serial}`, worker_id: worker, from_date: "2025-01-01", to_date: "2026-11-19" },
      { name: `今日${serial}`, worker_id: to, from_date: "2026-11-20", to_date: null },
      { name: `早先${serial}`, worker_id: to, from_date: "2026-11-20", to_date: null },
      { name: `待生效${serial}`, worker_id: to, from_date: "2026-12-01", to_date: null },
    ]);
    // The end stands in the ended row's own log, the origin in its successor's.
    const logged = await rows<{ from_date: string; reason: string; fields: string[] }>(
      app.db,
      q`
      select r.from_date, l.reason, array(select c->>'field' from jsonb_array_elements(l.changes) c) as fields
      from region_owners r join operation_logs l on l.noun = 'region_owner' and l.noun_id = r.id::text where r.name = ${`早先${serial}`} order by r.id`,
    );
    expect(logged).toMatchObject([
      { from_date: "2025-01-01", fields: ["to_date"] },
      { from_date: "2026-11-20", fields: ["worker_id", "from_date"] },
    ]);
    expect(logged[1]?.reason).toMatch(/；接替2025-01-01起的记录（编号\d+）$/);
  });

  test("a fault at any step leaves everything as it was", async () => {
    const p = await preview(worker);
    await rows(
      app.db,
      q`insert into sessions (worker_id, platform, token_hash, ip, ends_at, created_at, last_seen_at)
        values (${worker}, 25, ${`fault ${serial}`}, '10.0.0.1', '2026-12-01', ${app.clock.now()}, ${app.clock.now()})`,
    );
    await rows(
      app.db,
      q`create or replace function break_now() returns trigger language plpgsql as $$ begin raise exception 'broken on purpose'; end $$`,
    );
    const before = await fingerprint();
    for (const table of [...TOUCHED.filter((t) => t !== "region_places"), "operation_logs"]) {
      await rows(
        app.db,
        q`create trigger break_now before insert or update on ${raw(table)} for each statement execute function break_now()`,
      );
      const answer = await admin.raw("worker_disable", body(p, everything(p, id("taker01"))));
      await rows(app.db, q`drop trigger break_now on ${raw(table)}`);
      expect(answer.status, table).toBe(500);
      expect(await fingerprint(), table).toEqual(before);
    }
    expect((await call("worker_disable", body(p, everything(p, id("taker01"))))).rows.length).toBe(p.rows.length);
  });

  test("one more order after the preview, or another in its place: count_changed and nothing moves", async () => {
    const p = await preview(worker);
    const before = await heldBy(worker);
    await rows(
      app.db,
      q`update orders set cs_owner_id = ${worker} where id = (select min(id) from orders where cs_owner_id is distinct from ${worker} and order_status not in ('completed', 'cancelled', 'deleted'))`,
    );
    expect(await refused(body(p, everything(p, id("taker01"))))).toEqual({ code: "count_changed", msg: "在手数据已变化，请重新预览" });
    await rows(app.db, q`update orders set cs_owner_id = null where id = (select max(id) from orders where cs_owner_id = ${worker})`);
    expect(await heldBy(worker)).toEqual(before);
    expect((await refused(body(p, everything(p, id("taker01"))))).code).toBe("count_changed");
    await disableAt(call, worker, "离职", id("taker01"));
    expect(await rowsNaming(app.db, worker)).toEqual({});
  });

  test("an order given to him at the same moment is either handed over or refused", async ({ skip }) => {
    if (onEmbedded()) skip();
    for (let round = 0; round < 6; round++) {
      const p = await preview(worker);
      const other = await row<{ id: number }>(
        app.db,
        q`select id from orders where expert_id is distinct from ${worker} and order_status = 'processing' order by id offset ${round} limit 1`,
      );
      const [disabled, given] = await Promise.all([
        admin.raw("worker_disable", body(p, everything(p, id("taker01")))),
        admin.raw("order_assign", { order_ids: [other?.id ?? 0], role: "expert", worker_id: worker, reason: "同时改派" }),
      ]);
      const now = await row<{ status: number }>(app.db, q`select status from workers where id = ${worker}`);
      if (disabled.ret === 0 && disabled.status === 200) {
        expect(given.ret, given.msg).not.toBe(0);
        expect(await rowsNaming(app.db, worker)).toEqual({});
        expect(now?.status).toBe(0);
        return;
      }
      expect([given.ret, now?.status], disabled.msg).toEqual([0, 1]);
    }
    await disableAt(call, worker, "离职", id("taker01"));
    expect(await rowsNaming(app.db, worker)).toEqual({});
  });
});

describe("setting 14: receivers", () => {
  test("each kind has one, and he is enabled, may do the work and is somebody else", async () => {
    const worker = await leaver();
    const p = await preview(worker);
    const all = everything(p, id("taker01"));
    const swap = (kind: string, to: number) =>
      body(
        p,
        all.map((r) => (r.kind === kind ? { kind, worker_ids: [to] } : r)),
      );
    expect(await refused(body(p, all.slice(1)))).toEqual({ code: "guard_failed", msg: "还有 1 项未安排接手人" });
    expect(await refused(swap("order_expert", id("finance")))).toEqual({
      code: "not_allowed",
      msg: "吴静怡 没有“订单处理”权限，不能接手在办申请人·专家",
    });
    expect((await refused(swap("region_bd", worker))).code).toBe("not_allowed");
    expect((await refused(swap("region_cs", 987_654))).code).toBe("not_found");
    await rows(app.db, q`update workers set status = 0 where account = 'jpkr_3'`);
    expect(await refused(swap("order_expert", id("jpkr_3")))).toEqual({ code: "not_allowed", msg: "唐书言 已停用，请选择其他接手人" });
    await rows(app.db, q`update workers set status = 1 where account = 'jpkr_3'`);
    expect((await refused({ ...body(p, all), receivers: [...all, { kind: "chat", worker_ids: [id("taker01")] }] })).code).toBe("bad_input");
    expect((await heldBy(worker)).length).toBe(p.rows.length);
  });

  test("the same key twice moves once and answers the same receipt", async () => {
    const worker = await leaver();
    const p = await preview(worker);
    const once = body(p, everything(p, id("taker01")));
    const first = await call("worker_disable", once);
    const again = await admin.raw("worker_disable", once);
    expect([again.ret, again.headers["idempotency-replayed"], again.body]).toEqual([0, "true", first]);
    const told = await row<{ n: number }>(
      app.db,
      q`select count(*)::int as n from operation_logs where endpoint = 'worker_disable' and noun = 'worker' and noun_id = ${String(worker)}`,
    );
    expect(told?.n).toBe(1);
  });
});
