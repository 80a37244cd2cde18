import { beforeEach, describe, expect, test } from "vitest";
import { emptyTables, onEmbedded, testDatabase } from "../testing/database.ts";
import { partsFor } from "../testing/ctx.ts";
import { TestClock } from "./clock.ts";
import { slotOf } from "./cron.ts";
import { inTransaction } from "./db/db.ts";
import { kitJobs, runDue, startJobs } from "./job-runner.ts";
import { cancelJob, claim, enqueue, runClaimed, type JobDef, type JobParts } from "./jobs.ts";
import { Refusal } from "./http/refuse.ts";
import { makeCtx } from "./call/run.ts";

const { db } = await testDatabase();
const clock = new TestClock("2026-11-20T02:00:00Z");
const faults: unknown[] = [];
const parts = (...defs: JobDef[]): JobParts => ({
  db,
  defs,
  clock,
  ctxOf: (at, now) => makeCtx(partsFor(db), at, {}, null, now),
  onFault: (e) => void faults.push(e),
});
const job = (run: JobDef["run"], more: Partial<JobDef> = {}): JobDef => ({ name: "probe", label: "试", run, ...more });
const put = (payload = {}, options = {}) => enqueue(db, "probe", payload, options, clock.now());
const state = (id: number | null) => db.selectFrom("jobs").selectAll().where("id", "=", Number(id)).executeTakeFirstOrThrow();
const never = new AbortController().signal;

beforeEach(async () => {
  await emptyTables(db);
  clock.set("2026-11-20T02:00:00Z");
  faults.length = 0;
});

describe("queue", () => {
  test("a job runs once, with its payload, and keeps its result", async () => {
    const seen: unknown[] = [];
    const id = await put({ a: 1 });
    const p = parts(job((_ctx, payload) => Promise.resolve(seen.push(payload))));
    expect(await runDue(p)).toBe(1);
    expect(await runDue(p)).toBe(0);
    expect(seen).toEqual([{ a: 1 }]);
    expect(await state(id)).toMatchObject({ state: "done", result: 1, attempts: 1 });
  });

  test("an enqueue that is rolled back never runs", async () => {
    await expect(
      inTransaction(db, async (tx) => {
        await enqueue(tx, "probe", {}, {}, clock.now());
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await runDue(parts(job(() => Promise.resolve())))).toBe(0);
  });

  test("one waiting or running job per key; a later one after it is done", async () => {
    expect(await put({}, { key: "k" })).toBeTypeOf("number");
    expect(await put({}, { key: "k" })).toBeNull();
    await runDue(parts(job(() => Promise.resolve())));
    expect(await put({}, { key: "k" })).toBeTypeOf("number");
  });

  test("run_at is kept", async () => {
    await put({}, { run_at: new Date("2026-11-20T02:10:00Z") });
    const p = parts(job(() => Promise.resolve()));
    expect(await runDue(p)).toBe(0);
    clock.advance(10 * 60_000);
    expect(await runDue(p)).toBe(1);
  });

  test("a fault is tried again with growing waits, then failed, telling its noun", async () => {
    const ended: string[] = [];
    const id = await put({}, { max_attempts: 3 });
    const p = parts(
      job(() => Promise.reject(new Error("boom")), { ended: async (_c, _p, s, refusal) => void ended.push(`${s} ${refusal}`) }),
    );
    await runDue(p);
    expect(await state(id)).toMatchObject({ state: "waiting", attempts: 1, error: "boom" });
    expect(await runDue(p)).toBe(0);
    clock.advance(5_000);
    expect(await runDue(p)).toBe(1);
    clock.advance(5_000);
    expect(await runDue(p)).toBe(0);
    clock.advance(15_000);
    expect(await runDue(p)).toBe(1);
    expect(await state(id)).toMatchObject({ state: "failed", attempts: 3 });
    expect(ended).toEqual(["failed null"]);
    expect(faults).toHaveLength(3);
  });

  test("a refusal is not tried again", async () => {
    const id = await put();
    await runDue(parts(job(() => Promise.reject(new Refusal("not_found")))));
    expect(await state(id)).toMatchObject({ state: "failed", attempts: 1 });
  });
});

describe("lease", () => {
  test("a dead runner's job is taken over, and the late runner's change and end have no effect", async () => {
    const id = await put();
    const late = parts(job((ctx) => ctx.change((c) => c.db.insertInto("job_slots").values({ job: "T", slot: clock.now() }).execute())));
    const first = await claim(late);
    clock.advance(61_000);
    expect(await runDue(parts(job(() => Promise.resolve("second"))))).toBe(1);
    if (first) await runClaimed(late, late.defs[0] as JobDef, first, never);
    expect(await state(id)).toMatchObject({ state: "done", result: "second", attempts: 2 });
    expect(await db.selectFrom("job_slots").selectAll().execute()).toEqual([]);
  });

  test("a job whose runner dies every time ends as failed", async () => {
    const id = await put({}, { max_attempts: 1 });
    const ended: string[] = [];
    const p = parts(job(() => Promise.resolve(), { ended: async (_c, _p, s) => void ended.push(s) }));
    await claim(p);
    clock.advance(61_000);
    expect(await runDue(p)).toBe(0);
    expect(await state(id)).toMatchObject({ state: "failed", error: "执行中断" });
    expect(ended).toEqual(["failed"]);
  });

  test("atomic: the effect and the end are one transaction", async () => {
    const id = await put();
    let fail = true;
    const p = parts(
      job(
        async (ctx) => {
          await ctx.db
            .insertInto("job_slots")
            .values({ job: fail ? "X" : "Y", slot: clock.now() })
            .execute();
          if (fail) throw new Error("after the effect");
        },
        { atomic: true },
      ),
    );
    await runDue(p);
    fail = false;
    clock.advance(5_000);
    await runDue(p);
    expect(await db.selectFrom("job_slots").select("job").execute()).toEqual([{ job: "Y" }]);
    expect(await state(id)).toMatchObject({ state: "done", attempts: 2 });
  });

  test.skipIf(onEmbedded())("two runners never take the same job", async () => {
    for (let i = 0; i < 30; i++) await put({ i });
    const seen: unknown[] = [];
    const def = job(async (_c, payload) => void seen.push(payload["i"]));
    await Promise.all([runDue(parts(def)), runDue(parts(def)), runDue(parts(def))]);
    expect(seen.length).toBe(30);
    expect(new Set(seen).size).toBe(30);
  });
});

describe("progress and cancel", () => {
  test("progress is stored; cancelling stops the job at its next look", async () => {
    const id = await put();
    const ended: string[] = [];
    const p = parts(
      job(
        async (_c, _p, progress) => {
          await progress.set(3, 10);
          await cancelJob(db, Number(id), clock.now());
          await progress.throwIfCancelled();
          throw new Error("went on");
        },
        { ended: async (_c, _p, s) => void ended.push(s) },
      ),
    );
    await runDue(p);
    expect(await state(id)).toMatchObject({ state: "cancelled", progress: 3, progress_total: 10 });
    expect(ended).toEqual(["cancelled"]);
  });

  test("a waiting job is cancelled at once", async () => {
    const id = await put();
    expect(await cancelJob(db, Number(id), clock.now())).toBe("cancelled");
    expect(await runDue(parts(job(() => Promise.resolve())))).toBe(0);
  });

  test("a stopping process gives a long job back without counting the attempt", async () => {
    const id = await put();
    const started = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const runner = startJobs({
      ...parts(
        job(async (_c, _p, progress) => {
          started.resolve();
          await stopped.promise;
          await progress.set(1, 2);
        }),
      ),
      embedded: onEmbedded(),
      pollMs: 20,
    });
    await started.promise;
    const out = runner.stop();
    stopped.resolve();
    await out;
    expect(await state(id)).toMatchObject({ state: "waiting", attempts: 0 });
  });
});

describe("cron", () => {
  test("slots", () => {
    const at = new Date("2026-11-20T02:34:56Z");
    expect(slotOf("every minute", at).toISOString()).toBe("2026-11-20T02:34:00.000Z");
    expect(slotOf("every 15 minutes", at).toISOString()).toBe("2026-11-20T02:30:00.000Z");
    expect(slotOf("every hour", at).toISOString()).toBe("2026-11-20T02:00:00.000Z");
    expect(slotOf("every day 9:30", at).toISOString()).toBe("2026-11-20T01:30:00.000Z");
    expect(slotOf("every day 12:00", at).toISOString()).toBe("2026-11-19T04:00:00.000Z");
    expect(() => slotOf("every day 25:00", at)).toThrow("unknown cron");
  });

  test("a slot starts once, whoever looks; a missed one is made up for once", async () => {
    let runs = 0;
    const def = job(async () => void runs++, { cron: "every 5 minutes" });
    await Promise.all([runDue(parts(def)), runDue(parts(def))]);
    expect(runs).toBe(1);
    clock.advance(4 * 60_000);
    await runDue(parts(def));
    expect(runs).toBe(1);
    clock.advance(60 * 60_000);
    await runDue(parts(def));
    expect(runs).toBe(2);
  });

  test("finished jobs are forgotten after 30 days, request ids within the hour", async () => {
    await put();
    await db.insertInto("seen_requests").values({ request_id: crypto.randomUUID(), at: clock.now() }).execute();
    await runDue(parts(job(() => Promise.resolve())));
    clock.advance(31 * 86_400_000);
    await runDue(parts(...kitJobs));
    expect((await db.selectFrom("jobs").select("job").execute()).map((j) => j.job).toSorted()).toEqual(["job_sweep", "request_sweep"]);
    expect(await db.selectFrom("seen_requests").selectAll().execute()).toEqual([]);
  });
});
