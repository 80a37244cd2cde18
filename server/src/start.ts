/** Starts a whole server from its configuration; `run-server.ts` uses it. */
import type { Clock } from "#kit/clock.ts";
import type { Config } from "#kit/config.ts";
import { openDatabase } from "#kit/database.ts";
import { clearBegun, openFiles } from "#kit/files-open.ts";
import { openLog } from "#kit/logger.ts";
import { migrate } from "#kit/migrate.ts";
import { openSeals } from "#kit/seal-move.ts";
import { loadSealKeys } from "#kit/seal-keys.ts";
import { assertSecrets } from "#kit/secret-marks.ts";
import { loadKeys } from "./account/index.ts";
import { consoleDir, createApp } from "./app.ts";
import { firstData } from "./first-data.ts";
import { secretsOf } from "./secrets.ts";
import { startChain } from "./setting/index.ts";

export interface Running {
  url: string;
  stop(): Promise<void>;
}

const isLoopback = (host: string): boolean => /^(127\.|::1$|localhost$)/.test(host);

export async function start(config: Config, clock: Clock): Promise<Running> {
  const log = openLog(config.logLevel);
  loadKeys(config.dataDir);
  loadSealKeys(config.dataDir, config.sealKey);
  const { database, embedded } = await openDatabase(config, (line) => log.warn(line));
  const close = async (): Promise<void> => {
    await database.close();
    await embedded?.stop();
  };
  try {
    await migrate(database.pool);
    await assertSecrets(database.db, secretsOf(config), clock.now());
    await openSeals(database.db, clock.now());
    await clearBegun(config);
    const files = openFiles(config);
    const lines = await firstData(database.db, files, config, clock.now());
    const app = await createApp({ config, database, listenUrl: config.databaseUrl, clock, files, log, consoleDir });
    const url = await app.http.listen({ host: config.host, port: config.port });
    const runner = app.startJobs();
    const chain = startChain({
      db: database.db,
      clock,
      onFault: (e) => log.error({ err: e }, "operation log not chained"),
    });
    announce(url, lines, config);
    return {
      url,
      stop: async () => {
        await app.close();
        await runner.stop();
        await chain.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function announce(url: string, lines: readonly string[], config: Config): void {
  console.log(`VisaDesk ${url}`);
  for (const line of lines) console.log(line);
  if (!isLoopback(config.host)) console.warn(`监听在 ${config.host}：请在前面使用 TLS 代理，否则密码和令牌会明文传输`);
  if (!config.databaseUrl) console.log("使用内置数据库：进程被杀不丢数据，断电可能丢失；正式使用请设置 DATABASE_URL");
}
