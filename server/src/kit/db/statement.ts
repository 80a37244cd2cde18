/**
 * The quick driver: hot statements with as little talk as they need. All that reaches into the driver's privates is here. Three things cost more than most queries themselves:
 * the system call that wakes the database, the description of columns that are known, a connection taken for one read.
 *
 * - What is asked within one turn of the event loop leaves in one write per connection (the driver's pipeline mode).
 * - Columns are described once per statement and connection; later rows are read by what was learnt.
 * - Quick reads share a connection while others of them run on it. A statement that proved slow goes alone, so nothing
 *   waits behind it.
 * - A connection keeps MAX_KEPT statements, those used last; PostgreSQL keeps every prepared one until it is told otherwise.
 */
import type { Duplex } from "node:stream";
import pg from "pg";
import { inTurn, rowsOf, type Driver, type Question, type Row } from "./driver.ts";
import { pgTypes } from "./pg-types.ts";

/** What is used of the driver beyond its types; pg stands pinned, statement.test.ts would notice a change. */
interface Wire {
  stream: Duplex;
  describe(message: unknown): void;
  close(message: { type: "S"; name: string }): void;
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
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

type Named = Question & { name: string };
type Parse = (text: string) => unknown;
interface Shape {
  names: readonly string[];
  parsers: readonly Parse[];
  empty: Row;
}

export const MAX_KEPT = 150;
/** Shapes learnt on a connection, the one used last at the end, and the same connection without the word "describe". */
interface Learnt {
  shapes: Map<string, Shape | null>;
  quiet: Wire;
}
const learnt = new WeakMap<Wire, Learnt>();
function learntOn(connection: Wire): Learnt {
  const known = learnt.get(connection);
  if (known) return known;
  const quiet = Object.create(connection, { describe: { value: () => undefined } }) as Wire;
  const made = { shapes: new Map<string, Shape | null>(), quiet };
  learnt.set(connection, made);
  return made;
}

/** Lets the statement go that was not asked for longest, unless it is just being prepared. */
function letGo(connection: Wire, shapes: Learnt["shapes"]): void {
  const [name] = shapes.keys();
  if (name === undefined || connection.submittedNamedStatements[name] !== undefined) return;
  shapes.delete(name);
  if (connection.parsedStatements[name] === undefined) return;
  delete connection.parsedStatements[name];
  connection.close({ type: "S", name });
}

class Statement extends DriverQuery {
  readonly #rows: Row[] = [];
  #learnt: Learnt | null = null;
  #shape: Shape | null = null;
  #fault: Error | null = null;
  constructor(config: Named, done: (error: Error | null, rows: Row[]) => void) {
    super(config);
    this.callback = done;
  }
  override prepare(connection: Wire): void {
    this.#learnt = learntOn(connection);
    const { shapes } = this.#learnt;
    this.#shape = shapes.get(this.name) ?? null;
    shapes.delete(this.name);
    shapes.set(this.name, this.#shape);
    if (shapes.size > MAX_KEPT) letGo(connection, shapes);
    super.prepare(this.#shape ? this.#learnt.quiet : connection);
  }
  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    const empty: Row = {};
    for (const f of fields) empty[f.name] = null;
    this.#shape = {
      names: fields.map((f) => f.name),
      parsers: fields.map((f) => pgTypes.getTypeParser(f.dataTypeID, f.format) as Parse),
      empty: { ...empty },
    };
    if (this.#learnt?.shapes.has(this.name)) this.#learnt.shapes.set(this.name, this.#shape);
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

const isPipelined = (client: pg.PoolClient): boolean => (client as unknown as { pipeline: boolean }).pipeline;

function run(client: pg.PoolClient, question: Question): Promise<Row[]> {
  const ask = (): Promise<Row[]> => (isHot(question) ? send(client, question) : rowsOf(client, question));
  return isPipelined(client) ? ask() : inTurn(client, ask);
}
const isHot = (question: Question): question is Named => question.name !== undefined;

function send(client: pg.PoolClient, config: Named): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    gather(client);
    // The driver's type knows its own queries and cursors only.
    const statement = new Statement(config, (e, list) => (e ? reject(e) : resolve(list)));
    client.query(statement as unknown as pg.Submittable);
  });
}

/** `begin` leaves together with the first statement, where the connection can. */
async function begin(client: pg.PoolClient): Promise<void> {
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
const MAX_TIMED = 1_000;
function timed(name: string, ms: number): void {
  if (lastMs.size >= MAX_TIMED) lastMs.clear();
  lastMs.set(name, ms);
}

async function runAlone(pool: pg.Pool, config: Named): Promise<Row[]> {
  const client = await pool.connect();
  const began = performance.now();
  let broken = false;
  try {
    return await run(client, config);
  } catch (e) {
    broken = !(e instanceof pg.DatabaseError);
    throw e;
  } finally {
    timed(config.name, performance.now() - began);
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

async function runBeside(pool: pg.Pool, config: Named): Promise<Row[]> {
  const list = lanes.get(pool) ?? [];
  lanes.set(pool, list);
  const lane = laneOf(pool, list);
  lane.running += 1;
  const began = performance.now();
  let broken = false;
  try {
    return await run(await lane.client, config);
  } catch (e) {
    broken = !(e instanceof pg.DatabaseError);
    throw e;
  } finally {
    const now = performance.now();
    timed(config.name, now - Math.max(began, lane.answered));
    lane.answered = now;
    void leave(list, lane, broken);
  }
}

/** A hot read outside a transaction: beside others on a shared connection, or alone where it was slow last time. */
function read(pool: pg.Pool, question: Question): Promise<Row[]> {
  if (!isHot(question)) return rowsOf(pool, question);
  const alone = lanesOf(pool) === 0 || (lastMs.get(question.name) ?? 0) > SLOW_MS;
  return alone ? runAlone(pool, question) : runBeside(pool, question);
}

export const quickDriver: Driver = { isPipelined, begin, run, read };
