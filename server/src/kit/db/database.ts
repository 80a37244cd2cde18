/** The configured database: PostgreSQL by its address, or the embedded one in the data directory. */
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
