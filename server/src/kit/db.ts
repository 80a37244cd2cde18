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
  type Transaction,
  type UnknownRow,
} from "kysely";
import pg from "pg";
import { assertOutsideTransaction, openTransaction, poolOf, rememberClient, rememberPool } from "./sql.ts";
import type { Tables } from "./tables.gen.ts";

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

const safeInt = (v: string): number => {
  const n = Number(v);
  if (!Number.isSafeInteger(n)) throw new RangeError(`int8 ${v} is beyond 2^53`);
  return n;
};
/** `infinity` stays a word: sort columns use it for "no time". */
/** `2026-11-20 04:05:06.12+00` → `2026-11-20T04:05:06.120Z`, by cutting; other offsets go through Date, infinity stays. */
const isoTime = (v: string): string => {
  if (v.endsWith("+00") && v.length >= 22 && v.length <= 29 && v[10] === " ")
    return `${v.slice(0, 10)}T${v.slice(11, 19)}.${v.slice(20, -3).slice(0, 3).padEnd(3, "0")}Z`;
  return v.endsWith("infinity") ? v : new Date(v.length <= 22 && !v.includes("+") ? `${v}Z` : v).toISOString();
};

const parsers = new Map<number, (v: string) => unknown>([
  [20, safeInt],
  [1016, (v) => (v === "{}" ? [] : v.slice(1, -1).split(",").map(safeInt))],
  [1082, (v) => v],
  [1182, (v) => (v === "{}" ? [] : v.slice(1, -1).split(","))],
  [1184, isoTime],
  [1114, isoTime],
]);

export const pgTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};

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
    connectionTimeoutMillis: 5_000,
    application_name: "visadesk",
    // The pool waits for onConnect, though its type does not say so.
    ...(options.embedded ? { onConnect: discardAll } : {}),
    // jit: short statements that look dear to the planner would be compiled for longer than they run.
    ...(options.embedded ? {} : { statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000, options: "-c jit=off" }),
  });
  // Without a listener a database restart kills the process.
  pool.on("error", (e) => options.onError?.(e));
  pool.on("connect", (client) => {
    client.on("error", (e) => options.onError?.(e));
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new RootGuard()] });
  rememberPool(db, pool);
  return { db, pool, embedded: options.embedded ?? false, close: () => pool.end() };
}

/** One dialect per connection, so that a transaction costs none; it goes with the connection. */
interface Lent {
  kysely: Kysely<Tables>;
  /** Statements of a handle that outlived its transaction are refused. */
  isOpen: boolean;
}
const lent = new WeakMap<pg.ClientBase, Lent>();
function lend(client: pg.PoolClient): Lent {
  const known = lent.get(client);
  if (known) return known;
  const query = (...args: [string, unknown[]]): Promise<pg.QueryResult> =>
    made.isOpen ? client.query(...args) : Promise.reject(new Error("the transaction has ended"));
  const pool = { connect: () => Promise.resolve({ query, release: () => undefined }), end: () => Promise.resolve() };
  const made: Lent = {
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) }),
    isOpen: false,
  };
  lent.set(client, made);
  return made;
}

/** Runs `work` in one transaction. Inside it only the given `tx` may be used. Never await network, files or hashing in it. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  assertOutsideTransaction();
  const client = await poolOf(db).connect();
  const loan = lend(client);
  const tx = loan.kysely.withoutPlugins() as Tx;
  const store: { db: Db | null } = { db };
  let broken = false;
  try {
    await client.query("begin");
    loan.isOpen = true;
    rememberClient(tx, client);
    const answer = await openTransaction.run(store, () => work(tx));
    await client.query("commit");
    return answer;
  } catch (e) {
    // A connection that cannot roll back is not given to anybody else.
    await client.query("rollback").catch(() => (broken = true));
    throw e;
  } finally {
    store.db = null;
    loan.isOpen = false;
    rememberClient(tx, null);
    client.release(broken);
  }
}
