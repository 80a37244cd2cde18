/** Sealing the operation log: a timer, not a queued job, because it runs every few seconds and leaves no trace when idle. */
import { existsSync } from "node:fs";
import { appendFile, readFile } from "node:fs/promises";
import path from "node:path";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Clock } from "#kit/clock.ts";
import { inTransaction, type Db } from "#kit/db.ts";
import { BrokenChain, chainHead, sealLog } from "./operation-log.sql.ts";

const EVERY_MS = 5_000;

/** Seals everything that waits. Answers how many rows. */
export async function sealNow(db: Db): Promise<number> {
  let sealed = 0;
  for (;;) {
    const n = await inTransaction(db, (tx) => sealLog(tx));
    if (n === 0) return sealed;
    sealed += n;
  }
}

const DAY_FILE = "log-anchor.txt";

/** Writes the chain's head to the file beside the data, once a day: `2026-11-20 1234 hash`. */
async function anchor(db: Db, dataDir: string, now: Date): Promise<void> {
  const file = path.join(dataDir, DAY_FILE);
  const day = shanghaiDate(now);
  const lines = existsSync(file) ? (await readFile(file, "utf8")).trim().split("\n") : [];
  if (lines.at(-1)?.startsWith(day)) return;
  const head = await chainHead(db);
  if (head) await appendFile(file, `${day} ${head.seq} ${head.hash}\n`);
}

export interface SealingParts {
  db: Db;
  clock: Clock;
  dataDir: string;
  onFault(error: unknown): void;
}

/** Seals every five seconds until stopped; a broken chain stops it for good and is reported. */
export function startSealing(parts: SealingParts): { stop(): Promise<void> } {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const round = async (): Promise<void> => {
    try {
      await sealNow(parts.db);
      await anchor(parts.db, parts.dataDir, parts.clock.now());
    } catch (e) {
      if (e instanceof BrokenChain) stopped = true;
      parts.onFault(e);
    }
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
