import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sql } from "kysely";
import { DATA_SCOPES } from "@visadesk/contract/account/session.ts";
import { cellsOf, exportedOf } from "#kit/export/exported.ts";
import { testDesk, type Desk, type Ending } from "../../testing/loops/parts/calls.ts";
import { chainNow, chainRound, startChain, verifyLog } from "../index.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await testDesk({ max: 40 });
});
beforeEach(() => desk.reset());
afterEach(() => vi.useRealTimers());

const key = (): { idempotency_key: string } => ({ idempotency_key: crypto.randomUUID() });
const scopes = Object.keys(DATA_SCOPES) as (keyof typeof DATA_SCOPES)[];

/** As a superuser who switches the triggers off for himself. */
const tamper = (statement: string): Promise<unknown> =>
  desk.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
  });

describe("setting 19: the operation log", () => {
  test("2,000 concurrent writes: exactly one row each, in its own transaction, all chained once", { timeout: 120_000 }, async () => {
    const writes = 2_000;
    const admin = await desk.signIn("admin");
    // Each caller follows up at once, so that far more calls than connections are under way all the time.
    const caller = async (n: number): Promise<void> => {
      for (let i = 0; i < 10; i++) await admin("preference_update", { key: `table:l${n}x${i}`, value: { page_size: 20 } });
    };
    await Promise.all(Array.from({ length: writes / 10 }, (_, n) => caller(n)));
    const rows = await sql<{ request_id: string; tx: string }>`
      select request_id, xmin::text as tx from operation_logs where endpoint = 'preference_update'`.execute(desk.db);
    const written = await sql<{ tx: string }>`select xmin::text as tx from preferences where key like 'table:l%'`.execute(desk.db);
    expect([rows.rows.length, new Set(rows.rows.map((r) => r.request_id)).size]).toEqual([writes, writes]);
    expect(new Set(written.rows.map((w) => w.tx))).toEqual(new Set(rows.rows.map((r) => r.tx)));
    const chained = await Promise.all([chainNow(desk.db), chainNow(desk.db), chainNow(desk.db)]);
    expect(chained.reduce((a, b) => a + b)).toBe(writes + 1);
    expect(await verifyLog(desk.db)).toMatchObject({ checked: writes + 1, broken_seq: null });
    await tamper("update operation_logs set agent = 'texy' where seq = 1234");
    expect((await verifyLog(desk.db)).broken_seq).toBe(1234);
  });

  test("the timer chains what waits within five seconds, once, and no more after it is stopped", async () => {
    const admin = await desk.signIn("admin");
    const faults: unknown[] = [];
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const chaining = startChain({ db: desk.db, clock: desk.clock, onFault: (e) => void faults.push(e) });
    const write = (n: number) => admin("preference_update", { key: `table:t${n}`, value: { page_size: 20 } });
    const unchained = async (): Promise<number> =>
      (await desk.db.selectFrom("operation_logs").select("id").where("seq", "is", null).execute()).length;
    await Promise.all([write(10), write(11)]);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(await unchained()).toBe(3);
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(unchained).toBe(0);
    await Promise.all([write(20), write(21)]);
    const later = async (): Promise<number> => {
      await vi.advanceTimersByTimeAsync(5_000);
      return unchained();
    };
    await expect.poll(later).toBe(0);
    expect(await verifyLog(desk.db)).toMatchObject({ checked: 5, broken_seq: null });
    await chaining.stop();
    await write(30);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([await unchained(), faults]).toEqual([1, []]);
  });

  test("a refused write leaves no row", async () => {
    const admin = await desk.signIn("admin");
    await admin("role_add", { name: "只此一个", note: "", module_group: [], data_scope: "own", ...key() });
    expect(await admin.ends("role_add", { name: "只此一个", note: "", module_group: [], data_scope: "own", ...key() })).toBe("duplicate");
    expect(await desk.db.selectFrom("operation_logs").select("id").where("endpoint", "=", "role_add").execute()).toHaveLength(1);
  });

  test("concurrent writes: one row each in their own transaction, chained once, verified; a changed byte is named", async () => {
    const admin = await desk.signIn("admin");
    const writes = 200;
    const add = (i: number): Promise<Ending> =>
      admin.ends("role_add", {
        name: `角色${String(i % 150).padStart(4, "0")}`,
        note: "",
        module_group: [100301],
        data_scope: scopes[i % 3] ?? "own",
        ...key(),
      });
    // Each follows up at once; all at once would wait longer for a connection on a busy machine than the server lets a call wait.
    const callers = 40;
    const caller = async (n: number): Promise<Ending[]> => {
      const mine: Ending[] = [];
      for (let i = n; i < writes; i += callers) mine.push(await add(i));
      return mine;
    };
    const endings = (await Promise.all(Array.from({ length: callers }, (_, n) => caller(n)))).flat();
    const done = endings.filter((e) => e === "ok").length;
    expect(done).toBe(150);
    const rows = await desk.db.selectFrom("operation_logs").select(["noun_no", "kind"]).where("endpoint", "=", "role_add").execute();
    expect([rows.length, new Set(rows.map((r) => r.noun_no)).size]).toEqual([done, done]);
    const chained = await Promise.all([chainNow(desk.db), chainNow(desk.db), chainNow(desk.db)]);
    expect(chained.reduce((a, b) => a + b)).toBe(done + 1);
    expect(await admin("operation_log_verify", {})).toEqual({
      checked: done + 1,
      broken_seq: null,
      chained_to: desk.clock.now().toISOString(),
    });
    await admin("role_add", { name: "后来的", note: "", module_group: [], data_scope: "own", ...key() });
    expect(await chainNow(desk.db)).toBe(1);
    expect((await verifyLog(desk.db)).checked).toBe(done + 2);
    await tamper("update operation_logs set actor_name = actor_name || 'x' where seq = 77");
    expect((await verifyLog(desk.db)).broken_seq).toBe(77);
  });

  test("every column is covered, and a removed row leaves a gap that is named", async () => {
    const admin = await desk.signIn("admin");
    for (let i = 0; i < 12; i++) await admin("role_add", { name: `角色${i}号`, note: "", module_group: [], data_scope: "own", ...key() });
    await chainNow(desk.db);
    const columns = [
      "at = at + interval '1 microsecond'",
      "ip = '1.1.1.1'",
      "reason = 'x'",
      "subject_ids = '{1}'",
      "changes = '[]'",
      "noun_no = 'x'",
      "ms = ms + 1",
      "agent = 'x'",
      "hash = 'x'",
    ];
    for (const [i, set] of columns.entries()) {
      const before = await sql<{ r: object }>`select to_jsonb(l) as r from operation_logs l where seq = ${i + 2}`.execute(desk.db);
      await tamper(`update operation_logs set ${set} where seq = ${i + 2}`);
      expect((await verifyLog(desk.db)).broken_seq, set).toBe(i + 2);
      await tamper(`delete from operation_logs where seq = ${i + 2}`);
      expect((await verifyLog(desk.db)).broken_seq, set).toBe(i + 2);
      await desk.db.transaction().execute(async (tx) => {
        await sql`insert into operation_logs overriding system value select * from jsonb_populate_record(null::operation_logs, ${JSON.stringify(before.rows[0]?.r)}::jsonb)`.execute(
          tx,
        );
      });
      expect((await verifyLog(desk.db)).broken_seq, set).toBeNull();
    }
  });

  test("no row can be updated or deleted", async () => {
    await desk.signIn("admin");
    await chainNow(desk.db);
    await expect(desk.db.updateTable("operation_logs").set({ reason: "x" }).execute()).rejects.toThrow("append-only");
    await expect(desk.db.deleteFrom("operation_logs").execute()).rejects.toThrow("append-only");
    await expect(sql`truncate operation_logs`.execute(desk.db)).rejects.toThrow("append-only");
  });

  test("a gap stops the chaining and alarms whoever reads the log, once", async () => {
    const admin = await desk.signIn("admin");
    await admin("role_add", { name: "甲角色", note: "", module_group: [], data_scope: "own", ...key() });
    await chainNow(desk.db);
    await tamper("update operation_logs set seq = 9 where seq = 2");
    const faults: unknown[] = [];
    const parts = { db: desk.db, clock: desk.clock, onFault: (e: unknown) => void faults.push(e) };
    expect([await chainRound(parts), await chainRound(parts)]).toEqual([false, false]);
    expect(String(faults[0])).toContain("broken at 9");
    const told = await desk.db
      .selectFrom("outbound_messages")
      .select(["receiver_worker_id", "content"])
      .where("template", "=", "log_broken")
      .execute();
    expect(told.map((m) => m.receiver_worker_id)).toEqual([admin.id]);
    expect(told[0]?.content).toContain("第 9 条");
    desk.clock.advance(61_000);
    await admin("role_add", { name: "乙角色", note: "", module_group: [], data_scope: "own", ...key() });
    desk.clock.advance(61_000);
    expect(await admin("operation_log_stat_get", {})).toMatchObject({ unchained: 1, is_stopped: true });
  });

  test("reading: newest first, by kind, person and record; labels in Chinese", async () => {
    const admin = await desk.signIn("admin");
    await desk.ending("open/oss_login", { account: "viewer", passwd: "0".repeat(32) });
    desk.clock.advance(1000);
    await admin("role_add", { name: "新角色", note: "", module_group: [100301], data_scope: "own", ...key() });
    await (await desk.signIn("viewer")).ends("role_query", {});
    const kinds = async (filter: object): Promise<string[]> => (await admin("operation_log_query", filter)).list.map((r) => r.kind);
    expect(await kinds({})).toEqual(["denied", "login", "grant", "login_fail", "login"]);
    expect(await kinds({ kind: ["login_fail"] })).toEqual(["login_fail"]);
    const [grant] = (await admin("operation_log_query", { noun: "role" })).list;
    expect(grant).toMatchObject({
      actor_name: "系统管理员",
      label: "新增角色",
      noun_no: "新角色",
      result: "ok",
      area: "setting",
      ip: "10.0.0.1",
    });
    expect(await kinds({ at: { from: desk.clock.now().toISOString() }, result: ["refused"] })).toEqual(["denied"]);
  });

  test("the list and its export tell names in the place of ids, and nouns in Chinese", async () => {
    const admin = await desk.signIn("admin");
    const { list } = await admin("worker_query", { keyword: "expert" });
    const id = list.find((w) => w.account === "expert")?.id ?? 0;
    await admin("team_add", { name: "夜班", parent_id: null, leader_id: id, country_ids: [], member_ids: [id], ...key() });
    const [row] = (await admin("operation_log_query", { noun: "worker" })).list;
    const { changes } = await admin("operation_log_get", { id: row?.id ?? 0 });
    expect(changes[0]?.after).toBe("夜班");
    expect(row?.changes).toEqual(changes);
    expect(row?.change_text).toContain("→ 夜班");
    const exported = exportedOf(desk.parts.serving["operation_log_query"]);
    const cells =
      exported &&
      cellsOf(exported, ["noun", "change_text"], new Date("2026-11-20T01:00:00Z"))([{ noun: row?.noun, change_text: row?.change_text }]);
    expect(cells).toEqual([["员工", row?.change_text]]);
    expect(exported?.columns).toContain("change_text");
  });
});
