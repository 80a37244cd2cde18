/**
 * How statements reach the database. `quick` (statement.ts) reaches into the pinned driver to talk less; `plain` is the
 * driver as it comes: no pipeline, nothing prepared. `DB_PLAIN=1` switches, should the quick one ever be in doubt.
 */
import type pg from "pg";

export type Row = Record<string, unknown>;
export interface Question {
  text: string;
  values: unknown[];
  /** Asked so often that it is kept prepared, under this name. */
  name?: string;
}

export interface Driver {
  /** Does this connection take a question before the last one is answered? */
  isPipelined(client: pg.PoolClient): boolean;
  begin(client: pg.PoolClient): Promise<void>;
  /** On one connection. */
  run(client: pg.PoolClient, question: Question): Promise<Row[]>;
  /** On any connection, outside a transaction. */
  read(pool: pg.Pool, question: Question): Promise<Row[]>;
}

/** What runs last on a connection that takes one question at a time. */
const queues = new WeakMap<pg.PoolClient, Promise<unknown>>();
export function inTurn<T>(client: pg.PoolClient, ask: () => Promise<T>): Promise<T> {
  const answer = (queues.get(client) ?? Promise.resolve()).then(ask);
  queues.set(
    client,
    answer.catch(() => undefined),
  );
  return answer;
}

export const rowsOf = async (on: pg.PoolClient | pg.Pool, { text, values }: Question): Promise<Row[]> =>
  (await on.query<Row>({ text, values })).rows;

export const plainDriver: Driver = {
  isPipelined: () => false,
  begin: async (client) => void (await client.query("begin")),
  run: (client, question) => inTurn(client, () => rowsOf(client, question)),
  read: rowsOf,
};
