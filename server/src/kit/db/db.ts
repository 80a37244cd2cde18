/**
 * One driver for PostgreSQL and the embedded database: Kysely over pg. Parsers are set once: int8 → safe integer
 * (throws beyond 2^53), numeric → string, date → "YYYY-MM-DD", timestamptz → ISO 8601 UTC.
 *
 *   const db = openDb({ url, max: 10 });   await inTransaction(db, async (tx) => { … });
 */
import {
  Kysely,
  PostgresDialect,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type PostgresPool,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from "kysely";
import pg from "pg";
import type { Db, Tx } from "./db-type.ts";
import { plainDriver } from "./driver.ts";
import { assertOutsideTransaction, openTransaction, rememberHeld, rememberRoot, rootOf } from "./sql.ts";
import { pgTypes } from "./pg-types.ts";
import { quickDriver } from "./statement.ts";
import type { Tables } from "./tables.gen.ts";
import { forgetWritten, noteWrites } from "./writes.ts";

export type { Db, Tx } from "./db-type.ts";

class RootGuard implements KyselyPlugin {
  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    assertOutsideTransaction();
    return args.node;
  }
  transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(args.result);
  }
}

export interface DbOptions {
  url?: string;
  /** Directory of a unix socket, for the embedded database. */
  host?: string;
  port?: number;
  max: number;
  /** The embedded backend outlives its connections: start each with DISCARD ALL. */
  embedded?: boolean;
  /** Beside the server's own connection to the embedded database, whose session both share: keeps nothing in it, discards nothing. */
  beside?: boolean;
  /** The driver as it comes, without what reaches into it (driver.ts). */
  plain?: boolean;
  onError?: (error: Error) => void;
}

export interface OpenDb {
  db: Db;
  pool: pg.Pool;
  embedded: boolean;
  close(): Promise<void>;
}

const discardAll = (client: pg.ClientBase): unknown => client.query("DISCARD ALL");

export function openDb(options: DbOptions): OpenDb {
  const pool = new pg.Pool({
    ...(options.url
      ? { connectionString: options.url }
      : { host: options.host, port: options.port, user: "postgres", database: "postgres", password: "postgres", ssl: false }),
    max: options.max,
    types: pgTypes,
    idleTimeoutMillis: options.embedded ? 0 : 60_000,
    // Who waits for the one connection of the embedded database waits for the work of others, not for a server that is away.
    connectionTimeoutMillis: options.embedded ? 30_000 : 5_000,
    application_name: "visadesk",
    pipeline: !options.embedded && !options.plain,
    // The pool waits for onConnect, though its type does not say so.
    ...(options.embedded && !options.beside ? { onConnect: discardAll } : {}),
    // jit: short statements that look dear to the planner would be compiled for longer than they run.
    ...(options.embedded ? {} : { statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000, options: "-c jit=off" }),
  });
  // Without a listener a database restart kills the process.
  pool.on("error", (e) => options.onError?.(e));
  pool.on("connect", (client) => {
    client.on("error", (e) => options.onError?.(e));
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new RootGuard()] });
  rememberRoot(db, { pool, driver: options.plain || options.beside ? plainDriver : quickDriver });
  return { db, pool, embedded: options.embedded ?? false, close: () => pool.end() };
}

/** One dialect per connection, so that a transaction costs none; it goes with the connection. */
interface Lent {
  kysely: Kysely<Tables>;
  /** Statements of a handle that outlived its transaction are refused. */
  isOpen: boolean;
  wrote: Set<string>;
}
const lent = new WeakMap<pg.ClientBase, Lent>();
function lend(client: pg.PoolClient): Lent {
  const known = lent.get(client);
  if (known) return known;
  const query = (...args: [string, unknown[]]): Promise<pg.QueryResult> => {
    if (!made.isOpen) return Promise.reject(new Error("the transaction has ended"));
    noteWrites(args[0], made.wrote);
    return client.query(...args);
  };
  const pool = { connect: () => Promise.resolve({ query, release: () => undefined }), end: () => Promise.resolve() };
  const made: Lent = {
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) }),
    isOpen: false,
    wrote: new Set(),
  };
  lent.set(client, made);
  return made;
}

interface Tail {
  asked: Promise<unknown>[];
  isPipelined: boolean;
}
const tails = new WeakMap<Db, Tail>();
/**
 * What nobody reads the answer of need not be waited for: it is asked now, and what became of it is looked at with the
 * commit. A failed one rolls the transaction back. Where a connection takes one question at a time it is waited for.
 */
export async function beforeCommit(tx: Db, asked: Promise<unknown>): Promise<void> {
  asked.catch(() => undefined);
  const tail = tails.get(tx);
  if (!tail) throw new Error("beforeCommit outside a transaction");
  tail.asked.push(asked);
  if (!tail.isPipelined) await asked;
}

/** Commits, and throws what one of `asked` failed with; PostgreSQL answers the commit of a failed transaction by a rollback. */
async function commit(client: pg.PoolClient, { asked }: Tail): Promise<void> {
  const committed = client.query("commit");
  const failed = asked.map((a) => a.catch((e: unknown) => committed.then(() => Promise.reject(e as Error))));
  const [done] = await Promise.all([committed, ...failed]);
  if (done.command !== "COMMIT") throw new Error("the transaction had failed and was rolled back");
}

const ABORTED = "25P02";
/** Why a transaction failed: where a statement only says that it had failed before, the statement that did. */
async function causeOf(e: unknown, { asked }: Tail): Promise<unknown> {
  if (!(e instanceof pg.DatabaseError) || e.code !== ABORTED) return e;
  const failed = (await Promise.allSettled(asked)).find((a) => a.status === "rejected");
  return failed ? failed.reason : e;
}

/** Runs `work` in one transaction. Inside it only the given `tx` may be used. Never await network, files or hashing in it. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  assertOutsideTransaction();
  const { pool, driver } = rootOf(db);
  const client = await pool.connect();
  const loan = lend(client);
  const tx = loan.kysely.withoutPlugins() as Tx;
  const store: { db: Db | null } = { db };
  const tail: Tail = { asked: [], isPipelined: driver.isPipelined(client) };
  let broken = false;
  try {
    await driver.begin(client);
    loan.isOpen = true;
    loan.wrote = new Set();
    rememberHeld(tx, { client, driver, wrote: loan.wrote });
    tails.set(tx, tail);
    const answer = await openTransaction.run(store, () => work(tx));
    await commit(client, tail);
    forgetWritten(loan.wrote);
    return answer;
  } catch (e) {
    // A connection that cannot roll back is not given to anybody else.
    await client.query("rollback").catch(() => (broken = true));
    throw await causeOf(e, tail);
  } finally {
    store.db = null;
    loan.isOpen = false;
    rememberHeld(tx, null);
    client.release(broken);
  }
}
