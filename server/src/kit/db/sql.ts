/**
 * SQL text with numbered parameters. A text is built in microseconds; Kysely costs ~130 µs a query (docs/decisions).
 * It is planned with its values; `hot` keeps the few prepared that are asked all day (docs/decisions/0028).
 *
 *   const where = and([q`o.order_status = any(${states})`, input.keyword && q`…`]);
 *   const list = await rows<OrderRow>(ctx.db, q`select o.id from orders o where ${where}`);
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type pg from "pg";
import type { Db } from "./db-type.ts";
import type { Driver } from "./driver.ts";
import { noteWrites } from "./writes.ts";

/** Text pieces with values between them: `pieces.length = values.length + 1`. */
export interface Sql {
  readonly pieces: readonly string[];
  readonly values: readonly unknown[];
  readonly hot?: true;
}
const isSql = (v: unknown): v is Sql => typeof v === "object" && v !== null && "pieces" in v;

interface Written {
  pieces: string[];
  values: unknown[];
}
const addText = (to: Written, text: string): void => void (to.pieces[to.pieces.length - 1] += text);

/** Templates inside templates are written out once, by whoever reads the outermost. */
class Template implements Sql {
  readonly #strings: readonly string[];
  readonly #args: readonly unknown[];
  #written: Written | null = null;
  constructor(strings: readonly string[], args: readonly unknown[]) {
    this.#strings = strings;
    this.#args = args;
  }
  get pieces(): readonly string[] {
    return this.#read().pieces;
  }
  get values(): readonly unknown[] {
    return this.#read().values;
  }
  #read(): Written {
    if (!this.#written) {
      const to = { pieces: [""], values: [] };
      this.#writeTo(to);
      this.#written = to;
    }
    return this.#written;
  }
  #writeTo(to: Written): void {
    const strings = this.#strings;
    addText(to, strings[0] ?? "");
    for (let i = 0; i < this.#args.length; i++) {
      const arg = this.#args[i];
      if (arg instanceof Template && !arg.#written) arg.#writeTo(to);
      else if (isSql(arg)) {
        addText(to, arg.pieces[0] ?? "");
        for (let n = 1; n < arg.pieces.length; n++) to.pieces.push(arg.pieces[n] ?? "");
        for (const v of arg.values) to.values.push(v);
      } else {
        to.values.push(arg);
        to.pieces.push("");
      }
      addText(to, strings[i + 1] ?? "");
    }
  }
}

/** Tagged template: plain values become parameters, `Sql` values are spliced in. */
export const q = (strings: TemplateStringsArray, ...args: readonly unknown[]): Sql => new Template(strings, args);

/** A trusted piece of SQL text: column names and keywords written in the code, never input. */
export const raw = (text: string): Sql => ({ pieces: [text], values: [] });
export const nothing: Sql = raw("");

const between = (list: readonly Sql[], before: string, separator: string, after: string): Sql =>
  list.length === 0 ? nothing : new Template([before, ...list.slice(1).map(() => separator), after], list);
export const joined = (list: readonly Sql[], separator: string): Sql => between(list, "", separator, "");
/** Conditions joined with `and`; falsy ones fall away; `true` when none is left. */
export function and(list: readonly (Sql | false | null | undefined | "")[]): Sql {
  const kept = list.filter((s): s is Sql => isSql(s));
  return kept.length ? between(kept, "(", ") and (", ")") : raw("true");
}
export const or = (list: readonly Sql[]): Sql => (list.length ? between(list, "(", ") or (", ")") : raw("false"));

/** The text with numbered parameters in place of the values. */
export function textOf({ pieces }: Sql): string {
  let text = pieces[0] ?? "";
  for (let i = 1; i < pieces.length; i++) text += `$${i}${pieces[i]}`;
  return text;
}

/** Which root database has a transaction open in this async context. */
export const openTransaction = new AsyncLocalStorage<{ db: Db | null }>();

/** Refuses the root database inside a transaction: a deadlock with one connection, a silent bug with ten. */
export function assertOutsideTransaction(): void {
  if (openTransaction.getStore()?.db) throw new Error("root database used inside a transaction; use ctx.db");
}

interface Root {
  pool: pg.Pool;
  driver: Driver;
}
const roots = new WeakMap<object, Root>();
export const rememberRoot = (db: Db, root: Root): void => void roots.set(db, root);
export function rootOf(db: Db): Root {
  const root = roots.get(db);
  if (!root) throw new Error("no root database: a transaction inside another, or one that has ended");
  return root;
}
interface Held {
  client: pg.PoolClient;
  driver: Driver;
  /** Watched tables that the transaction has written. */
  wrote: Set<string>;
}
const held = new WeakMap<object, Held>();
/** The connection a transaction's handle stands for; null once the transaction has ended. */
export const rememberHeld = (tx: Db, h: Held | null): void => void (h ? held.set(tx, h) : held.delete(tx));

/** Is this the handle of a transaction? */
export const isTransaction = (db: Db): boolean => held.has(db);

/**
 * A statement that is kept prepared: asked very often, in few texts, and well planned without seeing its values. A
 * search by pattern never is: a generic plan loses its index.
 */
export const hot = (query: Sql): Sql => ({ pieces: query.pieces, values: query.values, hot: true });
/** Names by text. */
const names = new Map<string, string>();
const MAX_NAMES = 1_000;
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MAX_NAMES) names.clear();
  const name = `q_${createHash("sha1").update(text).digest("hex").slice(0, 16)}`;
  names.set(text, name);
  return name;
}
/** The hot texts that were asked; for the test that counts them. */
export const hotTexts = (): readonly string[] => [...names.keys()];

/** Runs a query and answers its rows. */
export async function rows<T>(db: Db, query: Sql): Promise<T[]> {
  const text = textOf(query);
  const mine = held.get(db);
  if (!mine) assertOutsideTransaction();
  const question = { text, values: [...query.values], ...(query.hot && { name: nameOf(text) }) };
  if (!mine) {
    const { driver, pool } = rootOf(db);
    return (await driver.read(pool, question)) as T[];
  }
  noteWrites(text, mine.wrote);
  return (await mine.driver.run(mine.client, question)) as T[];
}

/** The first row, or undefined. */
export async function row<T>(db: Db, query: Sql): Promise<T | undefined> {
  return (await rows<T>(db, query))[0];
}

/** Escapes a text for LIKE. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
