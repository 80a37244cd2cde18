/**
 * Background jobs: rows of `jobs`, put in by the transaction that wants them, run at least once under a lease.
 *
 *   export const jobs: JobDef[] = [{ name: "order_pay_expire", label: "超时未支付取消", cron: "every minute", run: async (ctx) => … }];
 *   await ctx.enqueue("order_pay_expire", { order_id }, { key: `order:${id}`, run_at });
 *
 * A job may run again after a crash. What must happen once goes into `ctx.change`, which refuses a runner that lost its
 * lease, or the whole job is `atomic`: its effect and its end are one transaction. Nothing slow belongs in either.
 */
import { randomUUID } from "node:crypto";
import type { Clock } from "./clock.ts";
import type { Ctx, JobOptions, LogEntry } from "./call/context.ts";
import type { Cron } from "./cron.ts";
import { inTransaction, type Db } from "./db/db.ts";
import { writeLog } from "./call/log.ts";
import { HttpError, Refusal } from "./http/refuse.ts";
import { hot, q, row } from "./db/sql.ts";

export type JobPayload = Readonly<Record<string, unknown>>;

export interface Progress {
  /** Shows how far the job is and throws when it must stop. Cheap: written at most twice a second. */
  set(n: number, total?: number | null): Promise<void>;
  /** Throws when the owner asked to cancel, the lease is lost or the process stops. */
  throwIfCancelled(): Promise<void>;
}

/** The system's context on the pool; changes go through `change`. */
export interface JobCtx extends Ctx {
  readonly job_id: number;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
  /** One transaction with its own context; its notes become log rows. Never `progress` inside. */
  change<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
}

export interface JobDef {
  readonly name: string;
  readonly label: string;
  readonly cron?: Cron;
  /** Effect and end in one transaction: exactly once. `ctx.db` is that transaction; no `progress`, no `change`. */
  readonly atomic?: true;
  /** Answers what is kept as the job's result. */
  run(ctx: JobCtx, payload: JobPayload, progress: Progress): Promise<unknown>;
  /** In the transaction that ends a job without success, for nouns that show its state; its notes are logged. `refusal`: what a person may read. */
  ended?(ctx: Ctx, payload: JobPayload, state: "failed" | "cancelled", refusal: string | null): Promise<void>;
}

/** A context that also hands out what was noted and deferred; `makeCtx` of run.ts makes it. */
export type OpenCtx = Ctx & { readonly entries: readonly LogEntry[]; readonly after: readonly (() => void | Promise<void>)[] };

export interface JobParts {
  readonly db: Db;
  readonly defs: readonly JobDef[];
  readonly clock: Clock;
  ctxOf(db: Db, now: Date): OpenCtx;
  onFault?(error: unknown, job: string, id: number): void;
  observe?(job: string, outcome: "done" | "retry" | "failed" | "cancelled" | "stopped", ms: number): void;
}

export interface ClaimedJob {
  readonly id: number;
  readonly job: string;
  readonly payload: JobPayload;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly cancel_asked: boolean;
  readonly token: string;
}

export const LEASE_MS = 60_000;
const PROGRESS_MS = 500;

/** Inserts a job in the caller's transaction; null when a waiting or running one holds its key. */
export async function enqueue(db: Db, job: string, payload: JobPayload, options: JobOptions, now: Date): Promise<number | null> {
  const made = await row<{ id: number }>(
    db,
    hot(q`
    insert into jobs (job, key, payload, title, owner_id, max_attempts, run_at, created_at)
    values (${job}, ${options.key ?? null}, ${JSON.stringify(payload)}, ${options.title ?? ""}, ${options.owner_id ?? null}, ${options.max_attempts ?? 5}, ${options.run_at ?? now}, ${now})
    on conflict (job, key) where key is not null and state in ('waiting', 'running') do nothing returning id`),
  );
  return made?.id ?? null;
}

/** Asks a job to stop: a waiting one is cancelled at once, a running one at its next `progress`. Answers its state. */
export async function cancelJob(db: Db, id: number, now: Date): Promise<string | null> {
  const left = await row<{ state: string }>(
    db,
    q`
    update jobs set cancel_asked = true, state = case when state = 'waiting' then 'cancelled' else state end,
      finished_at = case when state = 'waiting' then ${now}::timestamptz else finished_at end
    where id = ${id} and state in ('waiting', 'running') returning state`,
  );
  return left?.state ?? null;
}

export class JobCancelled extends Error {}
export class LeaseLost extends Error {}
export class Stopping extends Error {}

/** Runs one claimed job and writes how it ended. Never throws for what the job does. */
export async function runClaimed(parts: JobParts, def: JobDef, job: ClaimedJob, signal: AbortSignal): Promise<void> {
  const started = performance.now();
  const outcome = await outcomeOf(parts, def, job, signal);
  parts.observe?.(def.name, outcome, performance.now() - started);
}

async function outcomeOf(
  parts: JobParts,
  def: JobDef,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<"done" | "retry" | "failed" | "cancelled" | "stopped"> {
  const beat = setInterval(() => void extend(parts, job).catch(() => undefined), LEASE_MS / 3);
  try {
    if (job.cancel_asked) throw new JobCancelled();
    if (def.atomic) await runAtomic(parts, def, job, signal);
    else {
      const result = await def.run(jobCtx(parts, parts.db, def, job, signal), job.payload, progressOf(parts, job, signal));
      await inTransaction(parts.db, (tx) => finish(tx, parts, job, result));
    }
    return "done";
  } catch (error) {
    return await endBadly(parts, def, job, error);
  } finally {
    clearInterval(beat);
  }
}

async function runAtomic(parts: JobParts, def: JobDef, job: ClaimedJob, signal: AbortSignal): Promise<void> {
  const none: Progress = { set: () => Promise.resolve(), throwIfCancelled: () => Promise.resolve() };
  await change(parts, def, job, async (ctx) => {
    const inner: JobCtx = Object.assign(ctx, { job_id: job.id, signal, change: <T>(work: (c: Ctx) => Promise<T>) => work(ctx) });
    await finish(ctx.db, parts, job, await def.run(inner, job.payload, none));
  });
}

function jobCtx(parts: JobParts, db: Db, def: JobDef, job: ClaimedJob, signal: AbortSignal): JobCtx {
  return Object.assign(parts.ctxOf(db, parts.clock.now()), {
    job_id: job.id,
    signal,
    change: <T>(work: (ctx: Ctx) => Promise<T>) => change(parts, def, job, work),
  });
}

/** The fence: the row stays locked until commit, so nobody takes the job over in between. */
async function assertHeld(db: Db, job: ClaimedJob): Promise<void> {
  const held = await row(
    db,
    hot(q`select 1 from jobs where id = ${job.id} and state = 'running' and lease_token = ${job.token} for update`),
  );
  if (!held) throw new LeaseLost(`job ${job.id} was taken over`);
}

async function change<T>(parts: JobParts, def: JobDef, job: ClaimedJob, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { value, after } = await inTransaction(parts.db, async (tx) => {
    await assertHeld(tx, job);
    const ctx = parts.ctxOf(tx, parts.clock.now());
    const done = await work(ctx);
    if (ctx.entries.length) await writeLog(tx, ctx, { name: def.name, kind: "write" }, ctx.entries, "ok", 0);
    return { value: done, after: ctx.after };
  });
  for (const run of after)
    void Promise.resolve()
      .then(run)
      .catch((e: unknown) => parts.onFault?.(e, job.job, job.id));
  return value;
}

/** Row counts of the query builder are bigints. */
const jsonOf = (result: unknown): string => JSON.stringify(result ?? null, (_key, v: unknown) => (typeof v === "bigint" ? Number(v) : v));

async function finish(db: Db, parts: JobParts, job: ClaimedJob, result: unknown): Promise<void> {
  const ended = await row(
    db,
    hot(q`
    update jobs set state = 'done', result = ${jsonOf(result)}, error = null, lease_until = null, lease_token = null, finished_at = ${parts.clock.now()}
    where id = ${job.id} and state = 'running' and lease_token = ${job.token} returning id`),
  );
  if (!ended) throw new LeaseLost(`job ${job.id} was taken over`);
}

const backoffMs = (attempts: number): number => Math.min(3_600_000, 5_000 * 4 ** (attempts - 1));

async function endBadly(
  parts: JobParts,
  def: JobDef,
  job: ClaimedJob,
  error: unknown,
): Promise<"retry" | "failed" | "cancelled" | "stopped"> {
  if (error instanceof LeaseLost) return "stopped";
  if (error instanceof Stopping) {
    await again(parts, job, parts.clock.now(), null, job.attempts - 1);
    return "stopped";
  }
  if (error instanceof JobCancelled) {
    await giveUp(parts, def, job, "cancelled", null);
    return "cancelled";
  }
  const message = error instanceof Error ? error.message : String(error);
  // What was refused will be refused again.
  const refused = error instanceof Refusal || (error instanceof HttpError && error.status < 500);
  if (!refused) {
    parts.onFault?.(error, job.job, job.id);
    if (job.attempts < job.max_attempts) {
      await again(parts, job, new Date(parts.clock.now().getTime() + backoffMs(job.attempts)), message, job.attempts);
      return "retry";
    }
  }
  await giveUp(parts, def, job, "failed", message, refused ? message : null);
  return "failed";
}

const again = (parts: JobParts, job: ClaimedJob, at: Date, message: string | null, attempts: number): Promise<unknown> =>
  row(
    parts.db,
    q`
    update jobs set state = 'waiting', run_at = ${at}, attempts = ${attempts}, error = ${message}, lease_until = null, lease_token = null
    where id = ${job.id} and lease_token = ${job.token}`,
  );

/** Ends a job without success, telling its noun in the same transaction. */
export async function giveUp(
  parts: JobParts,
  def: JobDef,
  job: ClaimedJob,
  state: "failed" | "cancelled",
  message: string | null,
  refusal: string | null = null,
): Promise<void> {
  await inTransaction(parts.db, async (tx) => {
    await assertHeld(tx, job);
    const now = parts.clock.now();
    await row(
      tx,
      q`update jobs set state = ${state}, error = ${message}, lease_until = null, lease_token = null, finished_at = ${now} where id = ${job.id}`,
    );
    const ctx = parts.ctxOf(tx, now);
    await def.ended?.(ctx, job.payload, state, refusal);
    if (ctx.entries.length) await writeLog(tx, ctx, { name: def.name, kind: "write" }, ctx.entries, "ok", 0);
  });
}

/** Puts the lease off; answers whether the job is still ours and whether it should stop. */
async function extend(parts: JobParts, job: ClaimedJob, n?: number, total?: number | null): Promise<void> {
  const until = new Date(parts.clock.now().getTime() + LEASE_MS);
  const held = await row<{ cancel_asked: boolean }>(
    parts.db,
    q`
    update jobs set lease_until = ${until}, progress = coalesce(${n ?? null}::int, progress), progress_total = coalesce(${total ?? null}::int, progress_total)
    where id = ${job.id} and state = 'running' and lease_token = ${job.token} returning cancel_asked`,
  );
  if (!held) throw new LeaseLost(`job ${job.id} was taken over`);
  if (held.cancel_asked) throw new JobCancelled();
}

function progressOf(parts: JobParts, job: ClaimedJob, signal: AbortSignal): Progress {
  let last = 0;
  const look = async (n?: number, total?: number | null): Promise<void> => {
    if (signal.aborted) throw new Stopping();
    const at = performance.now();
    if (last && at - last < PROGRESS_MS && n !== total) return;
    last = at;
    await extend(parts, job, n, total);
  };
  return { set: look, throwIfCancelled: () => look() };
}

/** Takes the next due job; skips what other processes hold. */
export async function claim(parts: JobParts): Promise<ClaimedJob | null> {
  const now = parts.clock.now();
  const token = randomUUID();
  const taken = await row<Omit<ClaimedJob, "token">>(
    parts.db,
    hot(q`
    update jobs set state = 'running', attempts = attempts + 1, started_at = coalesce(started_at, ${now}), lease_token = ${token}, lease_until = ${new Date(now.getTime() + LEASE_MS)}
    where id = (
      select id from jobs where state = 'waiting' and run_at <= ${now} and job = any(${parts.defs.map((d) => d.name)})
      order by run_at, id limit 1 for update skip locked)
    returning id, job, payload, attempts, max_attempts, cancel_asked`),
  );
  return taken ? { ...taken, token } : null;
}
