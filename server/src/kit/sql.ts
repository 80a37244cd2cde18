/**
 * SQL text with numbered parameters, for the hot queries. A text is built once per filter shape in microseconds
 * and run as a named prepared statement; Kysely costs ~130 µs a query (docs/decisions).
 *
 *   const where = and([q`o.order_status = any(${states})`, input.keyword && q`…`]);
 *   const list = await rows<OrderRow>(ctx.db, q`select o.id from orders o where ${where}`);
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type pg from "pg";
import type { Db } from "./db.ts";
import { pgTypes } from "./pg-types.ts";
import { runNamed, runRead } from "./statement.ts";

/** Text pieces with values between them: `pieces.length = values.length + 1`. */
export interface Sql {
  readonly pieces: readonly string[];
  readonly values: readonly unknown[];
}
const isSql = (v: unknown): v is Sql => typeof v === "object" && v !== null && "pieces" in v && "values" in v;

/** Tagged template: plain values become parameters, `Sql` values are spliced in. */
export function q(strings: TemplateStringsArray, ...args: readonly unknown[]): Sql {
  const pieces: string[] = [strings[0] ?? ""];
  const values: unknown[] = [];
  args.forEach((arg, i) => {
    const after = strings[i + 1] ?? "";
    if (isSql(arg)) {
      pieces.push((pieces.pop() ?? "") + (arg.pieces[0] ?? ""), ...arg.pieces.slice(1));
      values.push(...arg.values);
      pieces.push((pieces.pop() ?? "") + after);
    } else {
      values.push(arg);
      pieces.push(after);
    }
  });
  return { pieces, values };
}

/** A trusted piece of SQL text: column names and keywords written in the code, never input. */
export const raw = (text: string): Sql => ({ pieces: [text], values: [] });
export const nothing: Sql = raw("");

export function joined(list: readonly Sql[], separator: string): Sql {
  return list.reduce<Sql>((acc, s, i) => (i === 0 ? s : q`${acc}${raw(separator)}${s}`), nothing);
}
/** Conditions joined with `and`; falsy ones fall away; `true` when none is left. */
export function and(list: readonly (Sql | false | null | undefined | "")[]): Sql {
  const kept = list.filter((s): s is Sql => isSql(s));
  return kept.length
    ? joined(
        kept.map((s) => q`(${s})`),
        " and ",
      )
    : raw("true");
}
export function or(list: readonly Sql[]): Sql {
  return list.length
    ? joined(
        list.map((s) => q`(${s})`),
        " or ",
      )
    : raw("false");
}

export const textOf = (s: Sql): string => s.pieces.reduce((acc, p, i) => (i === 0 ? p : `${acc}$${i}${p}`));

/** Which root database has a transaction open in this async context. */
export const openTransaction = new AsyncLocalStorage<{ db: Db | null }>();

/** Refuses the root database inside a transaction: a deadlock with one connection, a silent bug with ten. */
export function assertOutsideTransaction(): void {
  if (openTransaction.getStore()?.db) throw new Error("root database used inside a transaction; use ctx.db");
}

const pools = new WeakMap<object, pg.Pool>();
export const rememberPool = (db: Db, pool: pg.Pool): void => void pools.set(db, pool);
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db);
  if (!pool) throw new Error("no root database: a transaction inside another, or one that has ended");
  return pool;
}
const clients = new WeakMap<object, pg.PoolClient>();
/** The connection a transaction's handle stands for; null once the transaction has ended. */
export const rememberClient = (tx: Db, client: pg.PoolClient | null): void => void (client ? clients.set(tx, client) : clients.delete(tx));

/** Is this the handle of a transaction? */
export const isTransaction = (db: Db): boolean => clients.has(db);

/** Statement names by text; capped, because every name is kept by every connection. */
const names = new Map<string, string>();
const MAX_NAMES = 500;
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MAX_NAMES) return undefined;
  const name = `q_${createHash("sha1").update(text).digest("hex").slice(0, 16)}`;
  names.set(text, name);
  return name;
}

/**
 * Runs a query and answers its rows, as a named prepared statement unless `named` is false: pattern searches must be
 * planned with their values, a generic plan would lose the index.
 */
export async function rows<T>(db: Db, query: Sql, options: { named?: boolean } = {}): Promise<T[]> {
  const text = textOf(query);
  const client = clients.get(db);
  if (!client) assertOutsideTransaction();
  const name = options.named === false ? undefined : nameOf(text);
  const values = [...query.values];
  if (name === undefined) return (await (client ?? poolOf(db)).query({ text, values })).rows as T[];
  const config = { name, text, values };
  return (client ? await runNamed(client, config, pgTypes) : await runRead(poolOf(db), config, pgTypes)) as T[];
}

/** The first row, or undefined. */
export async function row<T>(db: Db, query: Sql, options: { named?: boolean } = {}): Promise<T | undefined> {
  return (await rows<T>(db, query, options))[0];
}

/** Escapes a text for LIKE. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
