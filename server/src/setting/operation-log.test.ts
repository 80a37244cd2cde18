import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { DATA_SCOPES } from "@visadesk/contract/account/session.ts";
import { testDesk, type Desk } from "../testing/calls.ts";
import { sealNow, verifyLog } from "./index.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await testDesk({ max: 20 });
});
beforeEach(() => desk.reset());

const key = (): { idempotency_key: string } => ({ idempotency_key: crypto.randomUUID() });
const scopes = Object.keys(DATA_SCOPES) as (keyof typeof DATA_SCOPES)[];

describe("setting 19: the operation log", () => {
  test("concurrent writes: one row each in their own transaction, sealed once, verified; a changed byte is named", async () => {
    const admin = await desk.signIn("admin");
    const writes = 200;
    const endings = await Promise.all(
      Array.from({ length: writes }, (_, i) =>
        admin.ends("role_add", {
          name: `角色${String(i % 150).padStart(4, "0")}`,
          note: "",
          module_group: [100301],
          data_scope: scopes[i % 3] ?? "own",
          ...key(),
        }),
      ),
    );
    const done = endings.filter((e) => e === "ok").length;
    expect(done).toBe(150);
    const rows = await desk.db.selectFrom("operation_logs").select(["noun_no", "kind"]).where("endpoint", "=", "role_add").execute();
    expect([rows.length, new Set(rows.map((r) => r.noun_no)).size]).toEqual([done, done]);
    const sealed = await Promise.all([sealNow(desk.db), sealNow(desk.db), sealNow(desk.db)]);
    expect(sealed.reduce((a, b) => a + b)).toBe(done + 1);
    expect(await admin("operation_log_verify", {})).toEqual({
      checked: done + 1,
      broken_seq: null,
      sealed_to: desk.clock.now().toISOString(),
    });
    await admin("role_add", { name: "后来的", note: "", module_group: [], data_scope: "own", ...key() });
    expect(await sealNow(desk.db)).toBe(1);
    expect((await verifyLog(desk.db)).checked).toBe(done + 2);
    await tamper("update operation_logs set actor_name = actor_name || 'x' where seq = 77");
    expect((await verifyLog(desk.db)).broken_seq).toBe(77);
  });

  /** As a superuser who switches the triggers off for himself. */
  const tamper = (statement: string): Promise<unknown> =>
    desk.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql.raw(statement).execute(tx);
    });

  test("every column is covered, and a removed row leaves a gap that is named", async () => {
    const admin = await desk.signIn("admin");
    for (let i = 0; i < 12; i++) await admin("role_add", { name: `角色${i}号`, note: "", module_group: [], data_scope: "own", ...key() });
    await sealNow(desk.db);
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
    await sealNow(desk.db);
    await expect(desk.db.updateTable("operation_logs").set({ reason: "x" }).execute()).rejects.toThrow("append-only");
    await expect(desk.db.deleteFrom("operation_logs").execute()).rejects.toThrow("append-only");
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
});
