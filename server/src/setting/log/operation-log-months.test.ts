/** Months leave the operation log, the chain stays; each day's hash stands in a file beside the data. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { runDue } from "#kit/job-runner.ts";
import { makeCtx } from "#kit/call/run.ts";
import { testDesk, type Desk } from "../../testing/loops/parts/calls.ts";
import { operationLogJobs, chainNow, verifyLog } from "../index.ts";
import { compareDays } from "./operation-log.jobs.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await testDesk({ max: 40 });
});
beforeEach(() => desk.reset());

/** As a superuser who switches the triggers off for himself. */
const tamper = (statement: string): Promise<unknown> =>
  desk.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
  });

describe("setting 20: months leave the log, the chain stays", () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "visadesk-log-"));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const runJobs = (): Promise<number> =>
    runDue({
      db: desk.db,
      clock: desk.clock,
      defs: operationLogJobs(dataDir),
      ctxOf: (on, now) => makeCtx(desk.parts, on, {}, null, now),
      onFault: (e) => {
        throw e;
      },
    });
  /** One write a day, chained, from the clock's day on. */
  async function days(n: number, act: (i: number) => Promise<unknown>): Promise<void> {
    for (let i = 0; i < n; i++) {
      await act(i);
      await chainNow(desk.db);
      desk.clock.advance(86_400_000);
    }
  }

  test("verify passes from the anchor after a purge; every day left its hash in the file", async () => {
    rmSync(path.join(dataDir, "log-anchor.txt"), { force: true });
    desk.clock.set("2026-01-15T02:00:00.000Z");
    await desk.db.insertInto("sys_configs").values({ key: "log_keep_days", value: "180", updated_at: desk.clock.now() }).execute();
    const write = async (i: number): Promise<void> => {
      const admin = await desk.signIn("admin");
      await admin("preference_update", { key: `table:d${i}`, value: { page_size: 20 } });
      await runJobs();
    };
    await days(20, write);
    const before = (await verifyLog(desk.db)).checked;
    const lines = readFileSync(path.join(dataDir, "log-anchor.txt"), "utf8").trim().split("\n");
    expect(lines[0]).toMatch(/^2026-01-15 \d+ [0-9a-f]{64}$/);
    expect(lines).toHaveLength(19);
    // January ends 180 days before the first minute of 31 July; February stays.
    desk.clock.set("2026-07-30T10:00:00.000Z");
    await runJobs();
    expect(await desk.db.selectFrom("log_anchors").select("id").execute()).toEqual([]);
    desk.clock.set("2026-07-30T20:00:00.000Z");
    await runJobs();
    const anchors = await desk.db.selectFrom("log_anchors").selectAll().execute();
    expect(anchors).toMatchObject([{ month: "2026-01", first_seq: 1 }]);
    const oldest = await desk.db.selectFrom("operation_logs").select("at").orderBy("seq").executeTakeFirstOrThrow();
    expect(oldest.at >= "2026-01-31T16:00:00.000Z").toBe(true);
    await chainNow(desk.db);
    const after = await verifyLog(desk.db);
    expect(after.broken_seq).toBeNull();
    expect(after.checked + (anchors[0]?.row_count ?? 0)).toBe(before + 1);
    expect(await compareDays(desk.db, dataDir)).toMatchObject({ broken_seq: null });
    expect(await desk.db.selectFrom("operation_logs").select("reason").where("endpoint", "=", "log_anchor").execute()).toHaveLength(1);

    await tamper("update operation_logs set agent = 'x' where seq = (select min(seq) from operation_logs)");
    expect((await verifyLog(desk.db)).broken_seq).toBe((anchors[0]?.last_seq ?? 0) + 1);
  });

  test("an anchor is never changed, a row under no anchor never deleted, a row left behind an anchor is named", async () => {
    await desk.signIn("admin");
    await chainNow(desk.db);
    await expect(sql`select operation_logs_purge(1)`.execute(desk.db)).rejects.toThrow("append-only");
    const { hash } = await desk.db.selectFrom("operation_logs").select("hash").where("seq", "=", 1).executeTakeFirstOrThrow();
    const at = desk.clock.now();
    const anchor = {
      month: "2026-11",
      row_count: 1,
      first_seq: 1,
      last_seq: 1,
      first_hash: hash ?? "",
      last_hash: hash ?? "",
      created_at: at,
    };
    await desk.db.insertInto("log_anchors").values(anchor).execute();
    await expect(desk.db.updateTable("log_anchors").set({ month: "2026-10" }).execute()).rejects.toThrow("append-only");
    await expect(desk.db.deleteFrom("log_anchors").execute()).rejects.toThrow("append-only");
    expect((await verifyLog(desk.db)).broken_seq).toBe(1);
  });

  test("a day's file that tells another hash is named", async () => {
    await desk.signIn("admin");
    await chainNow(desk.db);
    writeFileSync(path.join(dataDir, "log-anchor.txt"), `2026-11-19 1 ${"0".repeat(64)}\n`);
    expect(await compareDays(desk.db, dataDir)).toEqual({ days: 1, broken_seq: 1 });
  });

  test("a day's line without its row is broken, an emptied log too", async () => {
    await desk.signIn("admin");
    await chainNow(desk.db);
    const { hash } = await desk.db.selectFrom("operation_logs").select("hash").where("seq", "=", 1).executeTakeFirstOrThrow();
    writeFileSync(path.join(dataDir, "log-anchor.txt"), `2026-11-19 1 ${hash ?? ""}\n`);
    expect(await compareDays(desk.db, dataDir)).toEqual({ days: 1, broken_seq: null });
    await tamper("delete from operation_logs");
    expect(await verifyLog(desk.db)).toMatchObject({ checked: 0, broken_seq: null });
    expect(await compareDays(desk.db, dataDir)).toEqual({ days: 1, broken_seq: 1 });
  });

  test("what was chained since the last day's line is verified before the next one; a changed row stops it and alarms", async () => {
    rmSync(path.join(dataDir, "log-anchor.txt"), { force: true });
    desk.clock.set("2026-01-15T02:00:00.000Z");
    const write = async (i: number): Promise<void> => {
      const admin = await desk.signIn("admin");
      for (let n = 0; n < 4; n++) await admin("preference_update", { key: `table:v${i}x${n}`, value: { page_size: 20 } });
    };
    await days(1, write);
    await runJobs();
    await days(1, write);
    await tamper("update operation_logs set actor_name = 'x' where seq = 7");
    await expect(runJobs()).rejects.toThrow("broken at 7");
    const lines = readFileSync(path.join(dataDir, "log-anchor.txt"), "utf8").trim().split("\n");
    expect(lines.map((l) => l.split(" ").slice(0, 2))).toEqual([["2026-01-15", "5"]]);
    const told = await desk.db.selectFrom("outbound_messages").select("content").where("template", "=", "log_broken").execute();
    expect(told).toEqual([{ content: "操作日志第 7 条与链不符，每日存档已停止，请立即核查" }]);
  });
});
