/** The loops that run jobs: cron slots, dead runners' jobs, then what is due. One at a time on the embedded database. */
import { randomUUID } from "node:crypto";
import { slotOf } from "./cron.ts";
import { inTransaction } from "./db/db.ts";
import { claim, enqueue, giveUp, LEASE_MS, runClaimed, type ClaimedJob, type JobDef, type JobParts } from "./jobs.ts";
import { sweepRequests } from "./call/run.ts";
import { hot, q, row, rows } from "./db/sql.ts";

export interface JobRunner {
  /** Looks for due jobs at once instead of at the next poll. */
  wake(): void;
  /** Takes no more jobs; long ones go back to the queue at their next `progress`. Answers when all are out. */
  stop(graceMs?: number): Promise<void>;
}

export interface JobRunnerOptions extends JobParts {
  readonly embedded: boolean;
  readonly pollMs?: number;
}

const NEVER = new AbortController().signal;

/** Starts the loops. */
export function startJobs(options: JobRunnerOptions): JobRunner {
  assertDefs(options.defs);
  const stopping = new AbortController();
  const keeper = makeKeeper(options);
  let bell = Promise.withResolvers<void>();
  const wake = (): void => {
    bell.resolve();
    bell = Promise.withResolvers<void>();
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const ran = await keeper()
        .then(() => runNext(options, stopping.signal))
        .catch((e: unknown) => {
          options.onFault?.(e, "", 0);
          return false;
        });
      if (!ran && !stopping.signal.aborted) await Promise.race([bell.promise, pause(options.pollMs ?? 500)]);
    }
  };
  const loops = Promise.all(Array.from({ length: options.embedded ? 1 : 2 }, loop));
  return {
    wake,
    stop: async (graceMs = 15_000) => {
      stopping.abort();
      wake();
      await Promise.race([loops, pause(graceMs)]);
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());

/** Runs everything that is due now, cron slots included, and answers how many jobs ran. For tests and commands. */
export async function runDue(parts: JobParts): Promise<number> {
  assertDefs(parts.defs);
  await makeKeeper(parts)();
  let n = 0;
  while (await runNext(parts, NEVER)) n++;
  return n;
}

function assertDefs(defs: readonly JobDef[]): void {
  const names = new Set<string>();
  for (const d of defs) {
    if (names.has(d.name)) throw new Error(`two jobs are named ${d.name}`);
    names.add(d.name);
    if (d.cron) slotOf(d.cron, new Date(0));
  }
}

async function runNext(parts: JobParts, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const job = await claim(parts);
  const def = job && parts.defs.find((d) => d.name === job.job);
  if (!job || !def) return false;
  await runClaimed(parts, def, job, signal);
  return true;
}

/** Cron slots and expired leases; remembers what it saw, so most looks cost one small query. */
function makeKeeper(parts: JobParts): () => Promise<void> {
  const seen = new Map<string, number>();
  return async () => {
    await takeBack(parts);
    for (const def of parts.defs) {
      if (!def.cron) continue;
      const slot = slotOf(def.cron, parts.clock.now());
      if (seen.get(def.name) === slot.getTime()) continue;
      await openSlot(parts, def, slot);
      seen.set(def.name, slot.getTime());
    }
  };
}

/** The slot's row decides which process puts its job in the queue. */
async function openSlot(parts: JobParts, def: JobDef, slot: Date): Promise<void> {
  await inTransaction(parts.db, async (tx) => {
    const mine = await row(
      tx,
      hot(q`insert into job_slots (job, slot) values (${def.name}, ${slot}) on conflict do nothing returning job`),
    );
    if (mine) await enqueue(tx, def.name, {}, { key: "cron" }, parts.clock.now());
  });
}

/** Jobs whose runner died: back to the queue, or ended when their attempts are used up. */
async function takeBack(parts: JobParts): Promise<void> {
  const now = parts.clock.now();
  const token = randomUUID();
  const dead = await rows<Omit<ClaimedJob, "token">>(
    parts.db,
    hot(q`
    update jobs set lease_token = ${token}, lease_until = ${new Date(now.getTime() + LEASE_MS)}
    where id in (select id from jobs where state = 'running' and lease_until < ${now} for update skip locked)
    returning id, job, payload, attempts, max_attempts, cancel_asked`),
  );
  for (const found of dead) {
    const job: ClaimedJob = { ...found, token };
    const def = parts.defs.find((d) => d.name === job.job) ?? { name: job.job, label: job.job, run: () => Promise.resolve() };
    if (job.cancel_asked) await giveUp(parts, def, job, "cancelled", null);
    else if (job.attempts >= job.max_attempts) await giveUp(parts, def, job, "failed", "执行中断");
    else
      await row(
        parts.db,
        q`update jobs set state = 'waiting', run_at = ${now}, error = '执行中断', lease_token = null, lease_until = null where id = ${job.id} and lease_token = ${token}`,
      );
  }
}

const KEEP_DAYS = 30;
/** Forgets finished jobs, old slots and the answers kept for repeated keys. */
const jobSweep: JobDef = {
  name: "job_sweep",
  label: "清理任务记录",
  cron: "every day 3:40",
  atomic: true,
  run: async (ctx) => {
    const before = new Date(ctx.now.getTime() - KEEP_DAYS * 86_400_000);
    await row(ctx.db, q`delete from job_slots where slot < ${before}`);
    await row(ctx.db, q`delete from jobs where finished_at < ${before}`);
    await row(ctx.db, q`delete from idempotency_keys where at < ${before}`);
  },
};
const requestSweep: JobDef = {
  name: "request_sweep",
  label: "清理请求号",
  cron: "every hour",
  atomic: true,
  run: (ctx) => sweepRequests(ctx.db, ctx.now),
};
/** What the kit itself needs done. */
export const kitJobs: readonly JobDef[] = [jobSweep, requestSweep];
