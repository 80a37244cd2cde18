/**
 * The embedded database's own process: PGlite behind a private unix socket, one session. Started by
 * embedded.ts with the data directory and the socket path; ends when its server ends.
 *
 * The session is shared by the server's client, by that of the first load and by our maintenance, so they take turns
 * between two complete exchanges, never between a Parse and its Sync or inside a transaction.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { PGlite } from "@electric-sql/pglite";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { DirectoryInUse, lockDirectory, type DirectoryLock } from "./embedded-lock.ts";

export type ToChild = { kind: "ping" | "checkpoint" | "stop"; id: number };
export type FromChild =
  | { kind: "ready"; token: string }
  | { kind: "done"; id: number; error?: string }
  | { kind: "refused"; why: "in_use" | "damaged" | "failed"; message: string };

const QUERY = 0x51;
/** Parse, Bind, Describe, Execute, Close, Flush: an exchange that only Sync ends. A start is answered whole. */
const MIDWAY = new Set(Buffer.from("PBDECH"));
const SYNC = 0x53;
const ERROR = 0x45;

const tell = (message: FromChild): void => void process.send?.(message);
const message = (type: number, text?: string): Uint8Array => {
  const body = text === undefined ? Buffer.alloc(0) : Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head.writeUInt8(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

type StreamOptions = Parameters<PGlite["execProtocolRawStream"]>[1];
interface Chore {
  readonly sql: string;
  done(error?: string): void;
}

class Backend extends PGlite {
  #midway = false;
  readonly #chores: Chore[] = [];

  /** Runs `sql` as soon as no exchange of the client is under way. */
  chore(sql: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#chores.push({ sql, done: (error) => (error ? reject(new Error(error)) : resolve()) });
    void this.runExclusive(() => this.#runChores());
    return promise;
  }

  /** Maintenance is waiting for the client to finish. */
  get busy(): boolean {
    return this.#chores.length > 0;
  }

  /** Asked before another client's turn: an exchange is one client's until its end, as a transaction is. */
  override isInTransaction(): boolean {
    return this.#midway || super.isInTransaction();
  }

  /** Rolls back after a client that went away; in the middle of an exchange it leaves the backend waiting for its Sync. */
  override async exec(...args: Parameters<PGlite["exec"]>): ReturnType<PGlite["exec"]> {
    if (this.#midway) await this.runExclusive(() => super.execProtocolRawStream(message(SYNC), { onRawData: () => undefined }));
    const answer = await super.exec(...args);
    this.#midway = false;
    return answer;
  }

  override async execProtocolRawStream(bytes: Uint8Array, options: StreamOptions): Promise<void> {
    try {
      await super.execProtocolRawStream(bytes, options);
    } catch (e) {
      // Refusals of SQL are answers, not exceptions: what is thrown here has broken the backend. The server restarts it.
      process.stderr.write(`${e instanceof Error ? e.stack : String(e)}\n`);
      process.exit(70);
    }
    this.#midway = MIDWAY.has(bytes[0] ?? 0);
    await this.#runChores();
  }

  async #runChores(): Promise<void> {
    while (!this.isInTransaction()) {
      const chore = this.#chores.shift();
      if (!chore) return;
      let failed = false;
      await super.execProtocolRawStream(message(QUERY, chore.sql), { onRawData: (data) => (failed ||= data[0] === ERROR) });
      chore.done(failed ? `${chore.sql} failed` : undefined);
    }
  }
}

const startParams = [...PGlite.defaultStartParams, "-c", "max_wal_size=64MB", "-c", "jit=off", "-c", "random_page_cost=1.1"];

async function open(dataDir: string, onStderr: (line: string) => boolean = () => true): Promise<Backend> {
  const db = new Backend({ dataDir, extensions: { btree_gist }, startParams, onStderr });
  await db.waitReady;
  return db;
}

/** The directory is there and does not open. Nothing is repaired, deleted or made anew: somebody has to decide. */
class Damaged extends Error {}

async function openExisting(dir: string): Promise<Backend> {
  // PGlite takes a directory without this file for an empty one, and would make a database over what is left of ours.
  if (!existsSync(path.join(dir, "PG_VERSION"))) throw new Damaged("PG_VERSION is missing");
  let said = "";
  try {
    return await open(dir, (line) => {
      said = /(?:PANIC|FATAL): +(.+)/.exec(line)?.[1] ?? said;
      return true;
    });
  } catch (e) {
    throw new Damaged(said || (e instanceof Error ? e.message : String(e)));
  }
}

/** Made under another name and renamed when whole, so that `pg` is never half a database. */
async function openDirectory(home: string): Promise<Backend> {
  const dir = path.join(home, "pg");
  if (!existsSync(dir)) {
    const fresh = `${dir}.new`;
    rmSync(fresh, { recursive: true, force: true });
    const db = await open(fresh);
    await db.exec("CHECKPOINT");
    await db.close();
    renameSync(fresh, dir);
  }
  return openExisting(dir);
}

async function serve(home: string, socketPath: string): Promise<void> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const lock = await lockDirectory(path.join(home, "pg.lock"));
  const db = await openDirectory(home);
  rmSync(socketPath, { force: true });
  // The server's client, that of the first load, and places for one that reconnects before its old socket is gone.
  const server = new PGLiteSocketServer({ db, path: socketPath, maxConnections: 4 });
  await server.start();
  obey(db, server, lock, socketPath);
  tell({ kind: "ready", token: lock.token });
}

function obey(db: Backend, server: PGLiteSocketServer, lock: DirectoryLock, socketPath: string): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await server.stop();
    if (db.isInTransaction()) await db.exec("ROLLBACK");
    await db.exec("CHECKPOINT");
    await db.close();
    lock.release();
    // The folder is the server's, who may start another one on it; whoever is left alone clears up.
    rmSync(process.connected ? socketPath : path.dirname(socketPath), { recursive: true, force: true });
    process.exit(0);
  };
  process.on("disconnect", () => void stop());
  process.on("message", (m: ToChild) => {
    if (m.kind === "stop") return void stop();
    if (m.kind === "ping") {
      // A client in the middle of a transaction is no reason to doubt us: its own statements prove the backend.
      if (!db.busy) void db.chore("SELECT 1");
      return tell({ kind: "done", id: m.id });
    }
    return void db.chore("CHECKPOINT").then(
      () => tell({ kind: "done", id: m.id }),
      (e: Error) => tell({ kind: "done", id: m.id, error: e.message }),
    );
  });
}

// Ctrl-C reaches the whole terminal group; only the server decides when the database ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
const [home, socketPath] = process.argv.slice(2);
if (!home || !socketPath) throw new Error("embedded-child is started by embedded.ts");
serve(home, socketPath).catch((e: unknown) => {
  if (!(e instanceof DirectoryInUse)) process.stderr.write(`${e instanceof Error ? e.stack : String(e)}\n`);
  const why = e instanceof DirectoryInUse ? "in_use" : e instanceof Damaged ? "damaged" : "failed";
  tell({ kind: "refused", why, message: e instanceof Error ? e.message : String(e) });
  process.exitCode = 1;
  process.disconnect?.();
});
