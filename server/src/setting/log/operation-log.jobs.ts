/**
 * Chaining, anchoring and purging the operation log. Chaining is a timer, not a queued job, because it runs every few
 * seconds and leaves no trace when idle.
 */
import { existsSync } from "node:fs";
import { appendFile, readFile } from "node:fs/promises";
import path from "node:path";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Clock } from "#kit/clock.ts";
import type { Ctx } from "#kit/call/context.ts";
import { inTransaction, type Db } from "#kit/db/db.ts";
import type { JobCtx, JobDef } from "#kit/jobs.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { dayOf } from "#kit/range.ts";
import { holdersOf } from "../../account/index.ts";
import {
  BrokenChain,
  chainHead,
  chainStart,
  hashesAt,
  lastBefore,
  oldestChained,
  purgeMonth,
  chainLog,
  verifyLog,
} from "./operation-log-chain.sql.ts";
import { config } from "../sys-config/sys-config.ts";

const EVERY_MS = 5_000;
const DAY_MS = 86_400_000;

/** Chains everything that waits. Answers how many rows. */
export async function chainNow(db: Db): Promise<number> {
  let chained = 0;
  for (;;) {
    const n = await inTransaction(db, (tx) => chainLog(tx));
    if (n === 0) return chained;
    chained += n;
  }
}

const ALARM = "log_broken";
/** Tells everybody who reads the log that its chain is broken and what stopped over it; once per number. */
async function alarmBroken(ctx: Pick<Ctx, "db" | "now">, seq: number, what: "封链" | "每日存档"): Promise<void> {
  const told = await ctx.db
    .selectFrom("outbound_messages")
    .select("id")
    .where("template", "=", ALARM)
    .where("ref_noun", "=", "operation_log")
    .where("ref_id", "=", seq)
    .limit(1)
    .executeTakeFirst();
  if (told) return;
  for (const holder of await holdersOf(ctx.db, may.operation_log))
    await sendMessage(ctx, {
      channel: "in_app",
      template: ALARM,
      receiver: holder.account,
      receiver_worker_id: holder.id,
      content: `操作日志第 ${seq} 条与链不符，${what}已停止，请立即核查`,
      ref_noun: "operation_log",
      ref_id: seq,
    });
}

const DAY_FILE = "log-anchor.txt";
const fileOf = (dataDir: string): string => path.join(dataDir, DAY_FILE);
const linesOf = async (dataDir: string): Promise<string[]> =>
  existsSync(fileOf(dataDir)) ? (await readFile(fileOf(dataDir), "utf8")).split("\n").filter(Boolean) : [];

interface Day {
  day: string;
  seq: number;
  hash: string;
}
const daysOf = async (dataDir: string): Promise<Day[]> =>
  (await linesOf(dataDir)).map((line) => line.split(" ")).map(([day = "", seq, hash = ""]) => ({ day, seq: Number(seq), hash }));

/** Writes the chain's head as the last of yesterday, once: `2026-11-20 1234 hash`. What was chained since the line before is verified first. */
async function writeDay(db: Db, dataDir: string, now: Date): Promise<string | null> {
  const day = dayOf(now, -1);
  const days = await daysOf(dataDir);
  if (days.some((d) => d.day === day)) return null;
  const { broken_seq } = await compareDays(db, dataDir);
  if (broken_seq !== null) throw new BrokenChain(broken_seq);
  const head = await chainHead(db);
  if (!head) return null;
  const since = await verifyLog(db, { from: (days.at(-1)?.seq ?? 0) + 1, to: head.seq });
  if (since.broken_seq !== null) throw new BrokenChain(since.broken_seq);
  await appendFile(fileOf(dataDir), `${day} ${head.seq} ${head.hash}\n`);
  return day;
}

/** Does what the daily file says still stand in the chain? Answers the first number that differs; only purged rows may be missing. */
export async function compareDays(db: Db, dataDir: string): Promise<{ days: number; broken_seq: number | null }> {
  const days = await daysOf(dataDir);
  const known = new Map(
    (
      await hashesAt(
        db,
        days.map((d) => d.seq),
      )
    ).map((l) => [l.seq, l.hash]),
  );
  const purged = (await chainStart(db)).seq;
  const wrong = days.find((d) => {
    const now = known.get(d.seq);
    return now === undefined ? d.seq > purged : now !== d.hash;
  });
  return { days: days.length, broken_seq: wrong?.seq ?? null };
}

/** First instant after the Shanghai month of `at`. */
const monthEnd = (at: Date): Date => {
  const [year = 0, month = 0] = shanghaiDate(at).split("-").map(Number);
  return new Date(Date.UTC(year, month, 1) - 8 * 3_600_000);
};

/** Takes away the oldest whole month beyond `log_keep_days`; false when there is none. */
async function purgeOldest(ctx: JobCtx): Promise<boolean> {
  const keep = await config(ctx.db, "log_keep_days");
  const oldest = await oldestChained(ctx.db);
  if (!oldest) return false;
  const end = monthEnd(new Date(oldest.at));
  if (end.getTime() > ctx.now.getTime() - keep * DAY_MS) return false;
  const last = await lastBefore(ctx.db, end);
  if (!last || last.seq < oldest.seq) return false;
  const { broken_seq } = await verifyLog(ctx.db, { from: oldest.seq, to: last.seq });
  if (broken_seq !== null) throw new BrokenChain(broken_seq);
  const month = shanghaiDate(new Date(oldest.at)).slice(0, 7);
  const row_count = last.seq - oldest.seq + 1;
  await ctx.change(async (c) => {
    const anchor = { month, row_count, first_seq: oldest.seq, last_seq: last.seq, first_hash: oldest.hash, last_hash: last.hash };
    await purgeMonth(c.db, { ...anchor, created_at: c.now });
    c.note({ noun: "log_anchor", noun_no: month, reason: `清理${month}的日志${row_count}条，超过保留天数${keep}` });
  });
  return true;
}

/** Yesterday's hash into the file beside the data, then the months that are over. */
async function anchorAndPurge(ctx: JobCtx, dataDir: string): Promise<{ day: string | null; months: number }> {
  try {
    const day = await writeDay(ctx.db, dataDir, ctx.now);
    let months = 0;
    while (await purgeOldest(ctx)) months++;
    return { day, months };
  } catch (e) {
    if (e instanceof BrokenChain) await ctx.change((c) => alarmBroken(c, e.seq, "每日存档"));
    throw e;
  }
}

/** Jobs that need to know where the data lies. */
export const operationLogJobs = (dataDir: string): JobDef[] => [
  { name: "log_anchor", label: "操作日志存档", cron: "every day 0:05", run: (ctx) => anchorAndPurge(ctx, dataDir) },
];

export interface ChainParts {
  db: Db;
  clock: Clock;
  onFault(error: unknown): void;
}

/** Chains every five seconds until stopped; a broken chain stops it for good and alarms whoever reads the log. */
export function startChain(parts: ChainParts): { stop(): Promise<void> } {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const round = async (): Promise<void> => {
    stopped = !(await chainRound(parts)) || stopped;
    if (!stopped) timer = later();
  };
  const later = (): NodeJS.Timeout =>
    setTimeout(() => {
      running = round();
    }, EVERY_MS).unref();
  let timer = later();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** One round; false when the chain is broken and nothing more may be chained. */
export async function chainRound(parts: ChainParts): Promise<boolean> {
  try {
    await chainNow(parts.db);
    return true;
  } catch (e) {
    parts.onFault(e);
    if (!(e instanceof BrokenChain)) return true;
    await inTransaction(parts.db, (tx) => alarmBroken({ db: tx, now: parts.clock.now() }, e.seq, "封链")).catch((fault: unknown) =>
      parts.onFault(fault),
    );
    return false;
  }
}
