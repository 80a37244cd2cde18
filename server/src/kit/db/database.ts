/** The configured database: PostgreSQL by its address, or the embedded one in the data directory. */
import type pg from "pg";
import type { Config } from "../config.ts";
import { openDb, type OpenDb } from "./db.ts";
import { startEmbedded, type Embedded } from "./embedded/embedded.ts";

/** Opens it; `warn` hears of lost connections and restarts. Close the pool first, then stop `embedded`. */
export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "dataDir" | "plainDriver">,
  warn: (line: string) => void,
): Promise<{ database: OpenDb; embedded: Embedded | null }> {
  const onError = (e: Error): void => warn(`database connection lost: ${e.message}`);
  if (config.databaseUrl)
    return { database: openDb({ url: config.databaseUrl, max: 10, plain: config.plainDriver, onError }), embedded: null };
  const embedded = await startEmbedded(config.dataDir, { log: warn });
  return {
    database: openDb({ host: embedded.host, port: embedded.port, max: 1, embedded: true, plain: config.plainDriver, onError }),
    embedded,
  };
}

/** A load blows the embedded database up and its memory never shrinks: it starts anew, its one connection held meanwhile. */
export async function renewDatabase({ pool }: OpenDb, embedded: Embedded): Promise<void> {
  const client = await pool.connect();
  try {
    // Ended by us: nobody is told that it was lost.
    await (client as pg.PoolClient & Pick<pg.Client, "end">).end();
    await embedded.renew();
  } finally {
    client.release(true);
  }
}
