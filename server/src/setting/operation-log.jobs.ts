/** Sealing the operation log: a timer, not a queued job, because it runs every few seconds and leaves no trace when idle. */
import { inTransaction, type Db } from "#kit/db.ts";
import { BrokenChain, sealLog } from "./operation-log.sql.ts";

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

/** Seals every five seconds until stopped; a broken chain stops it for good and is reported. */
export function startSealing(parts: { db: Db; onFault: (error: unknown) => void }): { stop(): Promise<void> } {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const round = async (): Promise<void> => {
    try {
      await sealNow(parts.db);
    } catch (e) {
      if (e instanceof BrokenChain) stopped = true;
      parts.onFault(e);
    }
    if (!stopped) timer = setTimeout(() => (running = round()), EVERY_MS).unref();
  };
  let timer = setTimeout(() => (running = round()), EVERY_MS).unref();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
