/** Entry of the host commands: the same configuration and database as the server, no HTTP. `npm run host -- audit-verify` */
import process from "node:process";
import { systemClock } from "#kit/clock.ts";
import { readConfig } from "#kit/config.ts";
import { openDatabase } from "#kit/db/database.ts";
import { DirectoryInUse } from "#kit/db/embedded/embedded-lock.ts";
import { openFiles } from "#kit/files/files-open.ts";
import { hostEndpoint, runHost, type HostCommands } from "#kit/host.ts";
import { migrate } from "#kit/db/migrate.ts";
import { sealHost } from "#kit/seal/seal-host.ts";
import { loadSealKeys } from "#kit/seal/seal-keys.ts";
import { logsUnder } from "#kit/call/log.ts";
import type { AppParts } from "#kit/call/run.ts";
import { assertSecrets } from "#kit/seal/secret-marks.ts";
import { StartRefused } from "#kit/http/start-refused.ts";
import { loadKeys, secretHost } from "./account/index.ts";
import { diffOrders, diffsOf, reasonsOf, subjectNumbers, subjectsOf } from "./order/index.ts";
import { orderErasure } from "./erasure.ts";
import { ledgerHost } from "./finance/index.ts";
import { secretsOf } from "./secrets.ts";
import { config as sysConfig, erasureHost, operationLogHost, workerHost } from "./setting/index.ts";

/** Every host command; an area offers its own at its door. */
export const hostCommands = {
  ...workerHost,
  ...operationLogHost({ subjectsOf, subjectNumbers, reasonsOf, diffOrders, diffsOf }),
  ...erasureHost(orderErasure.eraseByNumber),
  ...secretHost,
  ...sealHost,
  ...ledgerHost,
} satisfies HostCommands;
logsUnder(
  "setting",
  Object.keys(hostCommands).map((name) => ({ name: hostEndpoint(name) })),
);

async function run(argv: readonly string[]): Promise<number> {
  const config = readConfig(process.env);
  loadKeys(config.dataDir);
  loadSealKeys(config.dataDir, config.sealKey);
  const { database, embedded } = await openDatabase(config, (line) => console.error(line));
  try {
    await migrate(database.pool);
    // The command that gives a lost key up is for those whom the comparison stops.
    if (argv[0] !== "secret") await assertSecrets(database.db, secretsOf(config), systemClock.now());
    const parts: AppParts = {
      db: database.db,
      clock: systemClock,
      files: openFiles(config),
      serving: {},
      principalOf: () => Promise.resolve({ principal: null }),
      config: sysConfig,
    };
    return await runHost(parts, hostCommands, argv, { dataDir: config.dataDir, print: (line) => console.log(line) });
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

/** Runs a command line against the configured database and answers the exit code. */
export async function hostMain(argv: readonly string[]): Promise<number> {
  try {
    return await run(argv);
  } catch (error) {
    if (error instanceof DirectoryInUse) console.error("数据目录正被使用：请先停止服务，再执行主机命令");
    else console.error(error instanceof StartRefused ? error.message : error);
    return 1;
  }
}

if (import.meta.main) process.exitCode = await hostMain(process.argv.slice(2));
