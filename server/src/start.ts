/** Starts a whole server from its configuration; `run-server.ts` uses it. */
import type { Clock } from "#kit/clock.ts";
import type { Config } from "#kit/config.ts";
import { openDatabase, renewDatabase } from "#kit/db/database.ts";
import { clearBegun, openFiles } from "#kit/files/files-open.ts";
import { setFirstLoad } from "#kit/first-load.ts";
import type { JobRunner } from "#kit/job-runner.ts";
import { giveBack } from "#kit/call/memory.ts";
import { openLog, type Logger } from "#kit/call/logger.ts";
import { migrate } from "#kit/db/migrate.ts";
import { openSeals } from "#kit/seal/seal-move.ts";
import { loadSealKeys } from "#kit/seal/seal-keys.ts";
import { assertSecrets } from "#kit/seal/secret-marks.ts";
import { loadKeys } from "./account/index.ts";
import { consoleDir, createApp } from "./app.ts";
import { firstData } from "./first-data.ts";
import { FirstOrders } from "./first-orders.ts";
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
    const { lines, ordersDue } = await firstData({ db: database.db, files, config, clock });
    if (ordersDue) setFirstLoad({ done: 0, count: 0 });
    const app = await createApp({ config, database, listenUrl: config.databaseUrl, clock, files, log, consoleDir });
    const url = await app.http.listen({ host: config.host, port: config.port });
    const loaded = async (): Promise<void> => {
      if (embedded) await renewDatabase(database, embedded);
      giveBack();
    };
    const orders = ordersDue ? new FirstOrders({ config, now: clock.now().toISOString(), socket: embedded }) : null;
    const background = startBackground(orders, { loaded, startJobs: () => app.startJobs() }, log);
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
        await background.stop();
        await chain.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Jobs act upon orders: they begin when all are there. A load that failed leaves the door open for reading alone, until the next start. */
function startBackground(
  orders: FirstOrders | null,
  { loaded, startJobs }: { loaded: () => Promise<void>; startJobs: () => JobRunner },
  log: Logger,
): { stop(): Promise<void> } {
  let stopping = false;
  let runner: JobRunner | null = null;
  const loading = (orders ? orders.made.then(loaded) : Promise.resolve())
    .then(() => {
      setFirstLoad(null);
      if (!stopping) runner = startJobs();
    })
    .catch((e: unknown) => {
      if (!stopping) log.error({ err: e }, "demo orders not made; the next start makes them");
    });
  return {
    stop: async () => {
      stopping = true;
      orders?.end();
      await loading;
      await runner?.stop();
    },
  };
}

function announce(url: string, lines: readonly string[], config: Config): void {
  console.log(`VisaDesk ${url}`);
  for (const line of lines) console.log(line);
  if (!isLoopback(config.host)) console.warn(`监听在 ${config.host}：请在前面使用 TLS 代理，否则密码和令牌会明文传输`);
  if (!config.databaseUrl) console.log("使用内置数据库：进程被杀不丢数据，断电可能丢失；正式使用请设置 DATABASE_URL");
}
