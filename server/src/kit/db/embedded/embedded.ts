/**
 * The embedded PostgreSQL, seen from the server: starts the child process, watches it, restarts it on the same
 * socket when it dies or hangs, and lets it checkpoint. Safe against process kill, not against power loss.
 *
 *   const pg = await startEmbedded(config.dataDir);
 *   const open = openDb({ host: pg.host, port: pg.port, max: 1, embedded: true });
 */
import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import type { FromChild, ToChild } from "./embedded-child.ts";
import { beat, DirectoryInUse } from "./embedded-lock.ts";
import { StartRefused } from "../../http/start-refused.ts";

export interface EmbeddedOptions {
  checkpointMs?: number;
  probeMs?: number;
  /** So many unanswered probes in a row and the child is killed. */
  probesMissed?: number;
  startMs?: number;
  /** Unexpected events, one line each. */
  log?: (line: string) => void;
}

export interface Embedded {
  /** Directory of the socket; with `port` what a PostgreSQL client needs. */
  readonly host: string;
  readonly port: number;
  readonly pid: number | undefined;
  stop(): Promise<void>;
  checkpoint(): Promise<void>;
  /** Ends the child in order and starts it again: its memory only ever grows. The caller keeps everybody else away meanwhile. */
  renew(): Promise<void>;
  /** Called after the child had to be started again; its connections are gone by then. */
  onRestart(listener: (reason: string) => void): void;
}

/** The directory does not open: its write-ahead log or its files are broken, or another version wrote them. */
export class DirectoryDamaged extends StartRefused {
  constructor(dir: string, reason: string) {
    super(
      `内置数据库打不开：${dir} 的预写日志或数据文件已损坏，或来自别的版本（${reason}）。没有删除或重建任何数据；请用备份的整个目录替换它再启动，或设置 DATABASE_URL 改用 PostgreSQL`,
    );
  }
}

const PORT = 5432;
const childFile = path.join(import.meta.dirname, "embedded-child.ts");
const defaults = {
  checkpointMs: 5 * 60_000,
  probeMs: 5_000,
  probesMissed: 12,
  startMs: 120_000,
  log: (line: string) => console.error(line),
};

/** Starts the database in `home`/pg, creating it when missing. Throws DirectoryInUse or DirectoryDamaged. */
export async function startEmbedded(home: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const host = socketDirectory();
  const keeper = new Keeper(path.resolve(home), host, { ...defaults, ...options });
  const cleanUp = (): void => rmSync(host, { recursive: true, force: true });
  process.on("exit", cleanUp);
  try {
    await keeper.start();
  } catch (e) {
    await keeper.stop();
    cleanUp();
    process.off("exit", cleanUp);
    throw e;
  }
  return {
    host,
    port: PORT,
    get pid() {
      return keeper.pid;
    },
    checkpoint: () => keeper.ask("checkpoint"),
    renew: () => keeper.renew(),
    onRestart: (listener) => void keeper.listeners.push(listener),
    stop: async () => {
      await keeper.stop();
      cleanUp();
      process.off("exit", cleanUp);
    },
  };
}

/** Only this user may enter (mode 700). Socket paths are limited to about 100 bytes. */
function socketDirectory(): string {
  const tmp = os.tmpdir();
  return mkdtempSync(path.join(tmp.length > 60 ? "/tmp" : tmp, "visadesk-"));
}

type Settings = Required<EmbeddedOptions>;

class Keeper {
  readonly listeners: ((reason: string) => void)[] = [];
  readonly #home: string;
  readonly #socket: string;
  readonly #settings: Settings;
  readonly #waiting = new Map<number, { resolve: () => void; reject: (e: Error) => void }>();
  #child: ChildProcess | null = null;
  #token = "";
  #timers: NodeJS.Timeout[] = [];
  #nextId = 1;
  #unanswered = 0;
  #ready = false;
  #stopping = false;
  #reason = "";

  constructor(home: string, host: string, settings: Settings) {
    this.#home = home;
    this.#socket = path.join(host, `.s.PGSQL.${PORT}`);
    this.#settings = settings;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    await this.#launch();
    const { probeMs, checkpointMs, log } = this.#settings;
    this.#timers = [
      setInterval(() => this.#probe(), probeMs),
      setInterval(() => void this.ask("checkpoint").catch((e: Error) => log(`embedded database: ${e.message}`)), checkpointMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /** One child from fork to "ready". */
  #launch(): Promise<void> {
    const child = fork(childFile, [this.#home, this.#socket], {
      execArgv: [],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      serialization: "json",
    });
    this.#child = child;
    this.#unanswered = 0;
    let lastWords = "";
    child.stderr?.on("data", (text: Buffer) => (lastWords = (lastWords + text.toString()).slice(-2_000)));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#ready = false;
    const slow = setTimeout(() => this.#kill("did not start in time"), this.#settings.startMs);
    child.on("message", (m: FromChild) => {
      if (m.kind === "refused") reject(this.#refusal(m));
      if (m.kind === "done") this.#answered(m);
      if (m.kind !== "ready") return;
      this.#ready = true;
      this.#token = m.token;
      resolve();
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      clearTimeout(slow);
      for (const w of this.#waiting.values()) w.reject(new Error("the database process ended"));
      this.#waiting.clear();
      const how = this.#reason || `ended with ${signal ?? code} ${lastWords.trim()}`.trim();
      this.#reason = "";
      const ready = this.#ready;
      this.#ready = false;
      if (ready && !this.#stopping) void this.#relaunch(how);
      else reject(new Error(`the embedded database could not start: ${how}`));
    });
    return promise.finally(() => clearTimeout(slow));
  }

  #refusal({ why, message }: Extract<FromChild, { kind: "refused" }>): Error {
    if (why === "in_use") return new DirectoryInUse(message);
    if (why === "damaged") return new DirectoryDamaged(path.join(this.#home, "pg"), message);
    return new Error(`the embedded database could not start: ${message}`);
  }

  async #relaunch(reason: string): Promise<void> {
    this.#settings.log(`embedded database: ${reason}; starting it again`);
    for (let wait = 100; !this.#stopping; wait = Math.min(wait * 2, 10_000)) {
      try {
        await this.#launch();
        for (const listener of this.listeners) listener(reason);
        return;
      } catch (e) {
        this.#settings.log(`embedded database: ${e instanceof Error ? e.message : String(e)}`);
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  #answered(m: Extract<FromChild, { kind: "done" }>): void {
    this.#unanswered = 0;
    const waiting = this.#waiting.get(m.id);
    this.#waiting.delete(m.id);
    if (m.error === undefined) waiting?.resolve();
    else waiting?.reject(new Error(m.error));
  }

  #kill(reason: string): void {
    this.#reason = reason;
    this.#child?.kill("SIGKILL");
  }

  #send(message: ToChild): boolean {
    return this.#child?.connected === true && this.#child.send(message, () => undefined);
  }

  #probe(): void {
    if (!this.#ready) return;
    if (this.#unanswered >= this.#settings.probesMissed) return this.#kill("did not answer");
    // The heartbeat is for servers in other containers; losing the lock means another one took the directory.
    if (!beat(path.join(this.#home, "pg.lock"), this.#token)) return this.#kill("lost the lock of its directory");
    this.#unanswered += 1;
    this.#send({ kind: "ping", id: 0 });
  }

  ask(kind: "checkpoint"): Promise<void> {
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.set(id, { resolve, reject });
    if (this.#child?.connected !== true) {
      this.#waiting.delete(id);
      reject(new Error("the database process is not running"));
    } else this.#send({ kind, id });
    return promise;
  }

  async renew(): Promise<void> {
    // Not ready: its end is no accident, and nobody probes it.
    this.#ready = false;
    await this.#end();
    if (!this.#stopping) await this.#launch().catch((e: Error) => this.#relaunch(e.message));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#end();
  }

  /** Checkpoint, close, end; a child that takes longer than 15 s is killed, which loses nothing. */
  async #end(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const late = setTimeout(() => child.kill("SIGKILL"), 15_000);
    this.#send({ kind: "stop", id: 0 });
    await ended;
    clearTimeout(late);
  }
}
