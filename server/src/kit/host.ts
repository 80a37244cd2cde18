/**
 * Commands of the host, never reachable over HTTP: one transaction each, and a log row with actor `host`.
 *
 *   export const workerHost = { "worker unlock": { usage: "<账号>", label: "解锁员工", args: 1, run: async ({ args }, ctx) => … } } satisfies HostCommands;
 */
import type { Actor, Ctx } from "./call/context.ts";
import { inTransaction } from "./db/db.ts";
import { writeLog } from "./call/log.ts";
import { Refusal, refuse } from "./http/refuse.ts";
import { makeCtx, type AppParts } from "./call/run.ts";

export interface HostCall {
  readonly args: readonly string[];
  /** `--name value`, or `--name` alone as an empty text. */
  readonly options: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly print: (line: string) => void;
}

export interface HostCommand {
  /** What follows the name, for the help. */
  readonly usage: string;
  readonly label: string;
  /** How many words it takes; fewer only where `least` says so. */
  readonly args: number;
  readonly least?: number;
  readonly options?: readonly string[];
  /** Slow work (hashing) before the transaction; its answer is `run`'s third argument. */
  prepare?(call: HostCall, ctx: Ctx): Promise<unknown>;
  /** Answers the exit code; nothing means 0. */
  run(call: HostCall, ctx: Ctx, prepared: unknown): Promise<number | void>;
}
/** A command with slow work before its transaction; `run` gets what `prepare` made. */
export const preparedHost = <P>(
  command: Omit<HostCommand, "prepare" | "run"> & {
    prepare(call: HostCall, ctx: Ctx): Promise<P>;
    run(call: HostCall, ctx: Ctx, prepared: P): Promise<number | void>;
  },
): HostCommand => command;
export type HostCommands = Readonly<Record<string, HostCommand>>;

const HOST: Actor = { kind: "host", id: null, name: "主机命令" };

/** Name of a command in the log. */
export const hostEndpoint = (name: string): string => `host/${name}`;

const helpOf = (commands: HostCommands): string[] => [
  "用法：npm run host -- <命令>",
  ...Object.entries(commands).map(([name, c]) => `  ${`${name} ${c.usage}`.trim()}    ${c.label}`),
];

interface Asked {
  name: string;
  command: HostCommand;
  args: string[];
  options: Record<string, string>;
}

/** The command of a command line; the longest name that fits. */
function asked(commands: HostCommands, argv: readonly string[]): Asked | string {
  const name = [2, 1].map((n) => argv.slice(0, n).join(" ")).find((n) => n in commands);
  const command = name === undefined ? undefined : commands[name];
  if (name === undefined || !command) return argv.length > 0 ? `没有这个命令：${argv.join(" ")}` : "";
  const options: Record<string, string> = {};
  const args: string[] = [];
  const rest = argv.slice(name.split(" ").length);
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i] ?? "";
    if (!word.startsWith("--")) args.push(word);
    else {
      const next = rest[i + 1];
      const hasValue = next !== undefined && !next.startsWith("--");
      options[word.slice(2)] = hasValue ? next : "";
      if (hasValue) i++;
    }
  }
  const unknown = Object.keys(options).find((o) => !command.options?.includes(o));
  if (unknown !== undefined) return `${name} 没有选项 --${unknown}`;
  const fits = args.length <= command.args && args.length >= (command.least ?? command.args);
  return fits ? { name, command, args, options } : `用法：${name} ${command.usage}`;
}

/** Runs one command line and answers the exit code: 0 done, 1 refused or misspelt, others by the command. */
export async function runHost(
  parts: AppParts,
  commands: HostCommands,
  argv: readonly string[],
  io: Pick<HostCall, "dataDir" | "print">,
): Promise<number> {
  const found = asked(commands, argv);
  if (typeof found === "string") {
    for (const line of [found, ...helpOf(commands)].filter(Boolean)) io.print(line);
    return 1;
  }
  const { name, command, args, options } = found;
  const call: HostCall = { ...io, args, options };
  const now = parts.clock.now();
  const ctxOn = (db: AppParts["db"]): ReturnType<typeof makeCtx> =>
    Object.assign(makeCtx(parts, db, { request_id: crypto.randomUUID(), ip: "", agent: "" }, null, now), { actor: HOST });
  try {
    const prepared = await command.prepare?.(call, ctxOn(parts.db));
    const { code, after } = await inTransaction(parts.db, async (tx) => {
      const ctx = ctxOn(tx);
      const answer = await command.run(call, ctx, prepared);
      await writeLog(tx, ctx, { name: hostEndpoint(name), kind: "write" }, ctx.entries, "ok", 0);
      return { code: answer ?? 0, after: ctx.after };
    });
    for (const work of after) await work();
    return code;
  } catch (e) {
    if (!(e instanceof Refusal)) throw e;
    io.print(e.message);
    return 1;
  }
}

/** An option that must be there. */
export function needOption(call: HostCall, name: string): string {
  const value = call.options[name];
  return value ? value : refuse("bad_input", `请加上 --${name}`);
}
