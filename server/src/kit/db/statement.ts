/**
 * Named prepared statements with as little talk as they need. Three things cost more than most queries themselves:
 * the system call that wakes the database, the description of columns that are known, a connection taken for one read.
 *
 * - What is asked within one turn of the event loop leaves in one write per connection (the driver's pipeline mode).
 * - Columns are described once per statement and connection; later rows are read by what was learnt.
 * - Quick reads share a connection while others of them run on it. A statement that proved slow goes alone, so nothing
 *   waits behind it.
 */
import type { Duplex } from "node:stream";
import pg from "pg";

/** What is used of the driver beyond its types; pg stands pinned, statement.test.ts would notice a change. */
interface Wire {
  stream: Duplex;
  describe(message: unknown): void;
}
interface Field {
  name: string;
  dataTypeID: number;
  format: "text" | "binary";
}
interface DriverQuery {
  name: string;
  callback: (error: Error | null, rows: Row[]) => void;
  prepare(connection: Wire): void;
}
const DriverQuery = (pg as unknown as { Query: new (config: pg.QueryConfig) => DriverQuery }).Query;

export type Named = pg.QueryConfig & { name: string };
type Row = Record<string, unknown>;
type Parse = (text: string) => unknown;
interface Shape {
  names: readonly string[];
  parsers: readonly Parse[];
  empty: Row;
}

/** Shapes learnt on a connection, and the same connection without the word "describe". */
interface Learnt {
  shapes: Map<string, Shape>;
  quiet: Wire;
}
const learnt = new WeakMap<Wire, Learnt>();
function learntOn(connection: Wire): Learnt {
  const known = learnt.get(connection);
  if (known) return known;
  const quiet = Object.create(connection, { describe: { value: () => undefined } }) as Wire;
  const made = { shapes: new Map<string, Shape>(), quiet };
  learnt.set(connection, made);
  return made;
}

class Statement extends DriverQuery {
  readonly #types: pg.CustomTypesConfig;
  readonly #rows: Row[] = [];
  #learnt: Learnt | null = null;
  #shape: Shape | null = null;
  #fault: Error | null = null;
  constructor(config: pg.QueryConfig, types: pg.CustomTypesConfig, done: (error: Error | null, rows: Row[]) => void) {
    super(config);
    this.#types = types;
    this.callback = done;
  }
  override prepare(connection: Wire): void {
    this.#learnt = learntOn(connection);
    this.#shape = this.#learnt.shapes.get(this.name) ?? null;
    super.prepare(this.#shape ? this.#learnt.quiet : connection);
  }
  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    const empty: Row = {};
    for (const f of fields) empty[f.name] = null;
    this.#shape = {
      names: fields.map((f) => f.name),
      parsers: fields.map((f) => this.#types.getTypeParser(f.dataTypeID, f.format) as Parse),
      empty: { ...empty },
    };
    this.#learnt?.shapes.set(this.name, this.#shape);
  }
  handleDataRow({ fields: values }: { fields: readonly (string | null)[] }): void {
    const shape = this.#shape;
    if (!shape || this.#fault) return;
    const made: Row = { ...shape.empty };
    try {
      for (const [i, name] of shape.names.entries()) {
        const v = values[i];
        if (v !== null && v !== undefined) made[name] = shape.parsers[i]?.(v);
      }
    } catch (e) {
      this.#fault = e as Error;
    }
    this.#rows.push(made);
  }
  handleCommandComplete(): void {
    // Rows are all that is asked for.
  }
  handleReadyForQuery(): void {
    this.callback(this.#fault, this.#rows);
  }
}

/** Holds what is written to a connection until this turn of the event loop has asked everything. */
function gather(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: Wire }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

/** What runs last on a connection that takes one question at a time. */
const queues = new WeakMap<pg.PoolClient, Promise<unknown>>();

/** Runs a named statement on a connection and answers its rows. */
export function runNamed(client: pg.PoolClient, config: Named, types: pg.CustomTypesConfig): Promise<Row[]> {
  if (isPipelined(client)) return send(client, config, types);
  const before = queues.get(client) ?? Promise.resolve();
  const answer = before.then(() => send(client, config, types));
  queues.set(
    client,
    answer.catch(() => undefined),
  );
  return answer;
}

function send(client: pg.PoolClient, config: Named, types: pg.CustomTypesConfig): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    gather(client);
    // The driver's type knows its own queries and cursors only.
    const statement = new Statement(config, types, (e, list) => (e ? reject(e) : resolve(list)));
    client.query(statement as unknown as pg.Submittable);
  });
}

/** Does the connection take a question before the last one is answered? The embedded database does not. */
export const isPipelined = (client: pg.PoolClient): boolean => (client as unknown as { pipeline: boolean }).pipeline;

/** `begin` leaves together with the first statement, where the connection can. */
export async function begin(client: pg.PoolClient): Promise<void> {
  if (!isPipelined(client)) return void (await client.query("begin"));
  gather(client);
  // When it fails, so does every statement behind it.
  client.query("begin").catch(() => undefined);
}

interface Lane {
  client: Promise<pg.PoolClient>;
  running: number;
  /** When its last answer came: the next statement's own time begins there at the earliest. */
  answered: number;
}
const LANES = 2;
const SLOW_MS = 50;
const lanes = new WeakMap<pg.Pool, Lane[]>();
/** Milliseconds a statement took by itself when it last ran, without what it waited for. */
const lastMs = new Map<string, number>();

async function runAlone(pool: pg.Pool, config: Named, types: pg.CustomTypesConfig): Promise<Row[]> {
  const client = await pool.connect();
  const began = performance.now();
  let broken = false;
  try {
    return await runNamed(client, config, types);
  } catch (e) {
    broken = !(e instanceof pg.DatabaseError);
    throw e;
  } finally {
    lastMs.set(config.name, performance.now() - began);
    client.release(broken);
  }
}

const maxOf = (pool: pg.Pool): number => pool.options.max ?? 10;
/** A small pool has no connection to spare: one that is shared without a pause would be kept from everybody else. */
const lanesOf = (pool: pg.Pool): number =>
  (pool.options as { pipeline?: boolean }).pipeline ? Math.min(LANES, Math.floor(maxOf(pool) / 4)) : 0;

/** The less busy of the shared connections; another is taken from the pool while the pool has one. */
function laneOf(pool: pg.Pool, list: Lane[]): Lane {
  const free = pool.idleCount > 0 || pool.totalCount < maxOf(pool);
  if (list.length >= lanesOf(pool) || (list.length > 0 && !free)) return list.reduce((a, b) => (b.running < a.running ? b : a));
  const made = { client: pool.connect(), running: 0, answered: 0 };
  list.push(made);
  return made;
}

/** A broken connection is shared no longer; the last who used one gives it back. */
async function leave(list: Lane[], lane: Lane, broken: boolean): Promise<void> {
  lane.running -= 1;
  const i = list.indexOf(lane);
  if (i >= 0 && (broken || lane.running === 0)) list.splice(i, 1);
  if (lane.running > 0) return;
  const client = await lane.client.catch(() => null);
  client?.release(broken);
}

async function runBeside(pool: pg.Pool, config: Named, types: pg.CustomTypesConfig): Promise<Row[]> {
  const list = lanes.get(pool) ?? [];
  lanes.set(pool, list);
  const lane = laneOf(pool, list);
  lane.running += 1;
  const began = performance.now();
  let broken = false;
  try {
    return await runNamed(await lane.client, config, types);
  } catch (e) {
    broken = !(e instanceof pg.DatabaseError);
    throw e;
  } finally {
    const now = performance.now();
    lastMs.set(config.name, now - Math.max(began, lane.answered));
    lane.answered = now;
    void leave(list, lane, broken);
  }
}

/** Runs a named read outside a transaction: beside others on a shared connection, or alone where it was slow last time. */
export function runRead(pool: pg.Pool, config: Named, types: pg.CustomTypesConfig): Promise<Row[]> {
  const alone = lanesOf(pool) === 0 || (lastMs.get(config.name) ?? 0) > SLOW_MS;
  return alone ? runAlone(pool, config, types) : runBeside(pool, config, types);
}
