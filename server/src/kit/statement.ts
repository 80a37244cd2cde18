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

/** Runs a named statement on a connection and answers its rows. */
export function runNamed(client: pg.PoolClient, config: Named, types: pg.CustomTypesConfig): Promise<Row[]> {
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
}
const LANES = 2;
const SLOW_MS = 25;
const lanes = new WeakMap<pg.Pool, Lane[]>();
/** Milliseconds a statement took when it last ran. */
const lastMs = new Map<string, number>();

async function runAlone(pool: pg.Pool, config: Named, types: pg.CustomTypesConfig): Promise<Row[]> {
  const client = await pool.connect();
  let broken = false;
  try {
    return await runNamed(client, config, types);
  } catch (e) {
    broken = !(e instanceof pg.DatabaseError);
    throw e;
  } finally {
    client.release(broken);
  }
}

/** The less busy of the shared connections; each is taken from the pool when it is needed. */
function laneOf(pool: pg.Pool, list: Lane[]): Lane {
  if (list.length >= LANES) return list.reduce((a, b) => (b.running < a.running ? b : a));
  const made = { client: pool.connect(), running: 0 };
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
  let broken = false;
  try {
    return await runNamed(await lane.client, config, types);
  } catch (e) {
    broken = !(e instanceof pg.DatabaseError);
    throw e;
  } finally {
    void leave(list, lane, broken);
  }
}

/** Runs a named read outside a transaction: beside others on a shared connection, or alone where it was slow last time. */
export async function runRead(pool: pg.Pool, config: Named, types: pg.CustomTypesConfig): Promise<Row[]> {
  const alone = !(pool.options as { pipeline?: boolean }).pipeline || (lastMs.get(config.name) ?? 0) > SLOW_MS;
  const began = performance.now();
  try {
    return await (alone ? runAlone(pool, config, types) : runBeside(pool, config, types));
  } finally {
    lastMs.set(config.name, performance.now() - began);
  }
}
