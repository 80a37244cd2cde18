/**
 * Commands of the host: `npm run host -- worker reset-password admin`. They open the database themselves; with the
 * embedded one the server must be stopped, because only one process may hold its directory.
 */
import process from "node:process";
import { systemClock } from "#kit/clock.ts";
import { ConfigError, readConfig } from "#kit/config.ts";
import { inTransaction, type Db } from "#kit/db.ts";
import { DirectoryInUse } from "#kit/embedded-lock.ts";
import { openFiles } from "#kit/files-open.ts";
import { openLog } from "#kit/logger.ts";
import { migrate } from "#kit/migrate.ts";
import { Refusal } from "#kit/refuse.ts";
import { makeCtx, type AppParts } from "#kit/run.ts";
import { writeLog } from "#kit/log.ts";
import { loadKeys } from "./account/index.ts";
import { config as sysConfig, hostCommands, type HostCommand } from "./setting/index.ts";
import { openDatabase } from "./start.ts";

export const commands: readonly HostCommand[] = [...hostCommands];

export const usage = (): string[] => ["用法：npm run host -- <命令> <参数>", ...commands.map((c) => `  ${c.words} ${c.takes}  ${c.label}`)];

/** The command these words name and its argument, or null. */
export function commandOf(words: readonly string[]): { command: HostCommand; argument: string } | null {
  const command = commands.find((c) => c.words === words.slice(0, -1).join(" "));
  const argument = words.at(-1)?.trim();
  return command && argument ? { command, argument } : null;
}

/** One command in one transaction with its log row; answers the lines to print. */
export async function runCommand(
  parts: Pick<AppParts, "db" | "files">,
  command: HostCommand,
  argument: string,
  now: Date,
): Promise<string[]> {
  const all: AppParts = {
    ...parts,
    clock: { now: () => now },
    serving: {},
    principalOf: () => Promise.resolve({ principal: null }),
    config: (db: Db, key) => sysConfig(db, key),
  };
  return inTransaction(parts.db, async (tx) => {
    const ctx = makeCtx(all, tx, { request_id: crypto.randomUUID() }, null, now);
    const lines = await command.run(ctx, argument);
    await writeLog(tx, ctx, { name: command.name, kind: "write" }, ctx.entries, "ok", 0);
    return lines;
  });
}

async function runWords(words: readonly string[]): Promise<string[]> {
  const asked = commandOf(words);
  if (!asked) throw new ConfigError(words.join(" ") || "命令", `没有这个命令\n${usage().join("\n")}`);
  const config = readConfig(process.env);
  loadKeys(config.dataDir);
  const { database, embedded } = await openDatabase(config, openLog(config.logLevel));
  try {
    await migrate(database.pool);
    return await runCommand({ db: database.db, files: openFiles(config) }, asked.command, asked.argument, systemClock.now());
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

/** Runs the words of a command line, prints what comes of them and answers the exit code. */
export async function host(words: readonly string[]): Promise<number> {
  try {
    for (const line of await runWords(words)) console.log(line);
    return 0;
  } catch (error) {
    if (error instanceof DirectoryInUse) console.error("数据目录正被使用：请先停止服务，再执行主机命令");
    else console.error(error instanceof Refusal || error instanceof ConfigError ? error.message : error);
    return 1;
  }
}
