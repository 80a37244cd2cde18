/**
 * A throw-away PostgreSQL for tests, bench and crash proofs, from /usr/lib/postgresql/<newest>/bin (installed with
 * apt-get where missing and allowed). It runs as user postgres when we are root, as a direct child, in a temporary
 * folder, and ends when this process ends.
 *
 *   const postgres = await ensurePostgres();   …   await postgres.stop();
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export interface PostgresOptions {
  /** Durable as in production; tests and bench do without. */
  fsync?: boolean;
  settings?: Readonly<Record<string, string>>;
}

export interface Postgres {
  /** Of the database `postgres`; `urlOf(name)` of another one. */
  readonly url: string;
  readonly version: number;
  urlOf(database: string): string;
  /** `kill -9` of the postmaster and all its backends. */
  crash(): Promise<void>;
  /** Orderly restart that cuts every connection ("fast"). */
  restart(): Promise<void>;
  /** Starts again after `crash`. */
  start(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

const LIB = "/usr/lib/postgresql";

/** Finds, or installs, the newest PostgreSQL and starts a fresh cluster. Throws one clear line when it cannot. */
export async function ensurePostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const bin = findBin() ?? installBin();
  const owner = ownerOf();
  const dir = mkdtempSync(path.join(os.tmpdir(), "visadesk-pg-"));
  if (owner) chownSync(dir, owner.uid, owner.gid);
  const data = path.join(dir, "data");
  const args = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"];
  execFileSync(path.join(bin, "initdb"), args, { ...owner, cwd: dir, stdio: ["ignore", "ignore", "inherit"] });
  const cluster = new Cluster(bin, dir, await freePort(), { ...owner }, options);
  await cluster.start();
  return cluster;
}

function findBin(): string | null {
  const versions = existsSync(LIB) ? readdirSync(LIB).filter((v) => existsSync(path.join(LIB, v, "bin/initdb"))) : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  if (newest) return path.join(LIB, newest, "bin");
  const onPath = (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .find((d) => existsSync(path.join(d, "initdb")) && existsSync(path.join(d, "postgres")));
  return onPath ?? null;
}

function installBin(): string {
  const hint = "PostgreSQL is needed for this: install it (Debian: apt-get install postgresql) and run again";
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) throw new Error(hint);
  console.error("installing PostgreSQL (apt-get install postgresql)");
  aptInstall("postgresql");
  const bin = findBin();
  if (!bin) throw new Error(`PostgreSQL could not be installed. ${hint}`);
  return bin;
}

/** Installs Debian packages; the caller looks whether that helped. */
export function aptInstall(...packages: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-qq"], { env, stdio: ["ignore", "ignore", "inherit"] });
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { env, stdio: ["ignore", "ignore", "inherit"] });
}

/** postgres refuses to run as root. */
function ownerOf(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer();
  server.on("error", reject);
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    server.close(() => resolve(port));
  });
  return promise;
}

class Cluster implements Postgres {
  readonly #bin: string;
  readonly #dir: string;
  readonly #port: number;
  readonly #owner: { uid?: number; gid?: number };
  readonly #options: PostgresOptions;
  readonly #end = (): void => void this.#child?.kill("SIGQUIT");
  #child: ChildProcess | null = null;
  version = 0;

  constructor(bin: string, dir: string, port: number, owner: { uid?: number; gid?: number }, options: PostgresOptions) {
    this.#bin = bin;
    this.#dir = dir;
    this.#port = port;
    this.#owner = owner;
    this.#options = options;
  }

  get url(): string {
    return this.urlOf("postgres");
  }
  urlOf(database: string): string {
    return `postgresql://postgres@127.0.0.1:${this.#port}/${database}`;
  }

  #settings(): string[] {
    const safe = this.#options.fsync ? "on" : "off";
    const settings: Record<string, string> = {
      port: String(this.#port),
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      fsync: safe,
      synchronous_commit: safe,
      full_page_writes: safe,
      max_connections: "400",
      shared_buffers: "128MB",
      timezone: "UTC",
      log_min_messages: "fatal",
      ...this.#options.settings,
    };
    return Object.entries(settings).flatMap(([k, v]) => ["-c", `${k}=${v}`]);
  }

  async start(): Promise<void> {
    const command = [path.join(this.#bin, "postgres"), "-D", path.join(this.#dir, "data"), ...this.#settings()];
    // Ends with us even when we are killed.
    const guarded = existsSync("/usr/bin/setpriv") ? ["/usr/bin/setpriv", "--pdeathsig", "QUIT", ...command] : command;
    const child = spawn(guarded[0] ?? "", guarded.slice(1), { ...this.#owner, cwd: this.#dir, stdio: ["ignore", "ignore", "pipe"] });
    let words = "";
    child.stderr.on("data", (d: Buffer) => (words = (words + d.toString()).slice(-2_000)));
    this.#child = child;
    process.on("exit", this.#end);
    for (let i = 0; i < 300; i++) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL could not start: ${words.trim()}`);
      const version = await answers(this.url);
      if (version) return void (this.version = version);
      await sleep(100);
    }
    throw new Error(`PostgreSQL did not answer within 30 s: ${words.trim()}`);
  }

  /** 0 = waits for nobody (INT: fast shutdown); KILL needs the backends gone too before a restart is allowed. */
  async #signal(signal: "SIGINT" | "SIGKILL"): Promise<void> {
    const child = this.#child;
    process.off("exit", this.#end);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (signal === "SIGKILL") for (const pid of childrenOf(child.pid ?? 0)) killIfThere(pid);
    child.kill(signal);
    await ended;
  }

  async crash(): Promise<void> {
    await this.#signal("SIGKILL");
  }
  async restart(): Promise<void> {
    await this.#signal("SIGINT");
    await this.start();
  }
  async stop(): Promise<void> {
    await this.#signal("SIGINT");
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

/** A backend may end by itself between being listed and being killed. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (e) {
    if (!(e instanceof Error && "code" in e && e.code === "ESRCH")) throw e;
  }
}

function childrenOf(pid: number): number[] {
  const found = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return (found.stdout ?? "").split(/\s+/).filter(Boolean).map(Number);
}

/** Server version number, 0 while it does not answer. */
async function answers(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ v: string }>("select current_setting('server_version_num') as v");
    return Number(rows[0]?.v ?? 0);
  } catch {
    return 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}
