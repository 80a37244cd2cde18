/**
 * Readable document numbers: prefix + yyMMdd (Asia/Shanghai) + 6 digits, unique, with gaps where a transaction was
 * rolled back. The prefixes are those of core.md's list; each has a sequence in the first migration.
 *
 *   const order_no = await nextNumber(ctx.db, "V", ctx.now);   // V261120000123
 */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Db } from "./db.ts";
import { q, rows, type Sql } from "./sql.ts";

export type NumberPrefix =
  | "V"
  | "TK"
  | "BC"
  | "SQ"
  | "WL"
  | "TJ"
  | "RZ"
  | "BG"
  | "ZY"
  | "GD"
  | "HH"
  | "YJ"
  | "HK"
  | "TX"
  | "FK"
  | "TZ"
  | "PZ"
  | "FP"
  | "SG"
  | "JS"
  | "DC"
  | "BX";

/** The number that a sequence's value stands for on a day. */
export const numberOf = (prefix: NumberPrefix, at: Date, n: number): string =>
  prefix + shanghaiDate(at).slice(2).replaceAll("-", "") + String(n).padStart(6, "0");

/** The next number where its row is written: one statement less. */
export const numberSql = (prefix: NumberPrefix, at: Date): Sql =>
  q`(select ${numberOf(prefix, at, 0).slice(0, -6)} || lpad(n, greatest(6, length(n)), '0') from (select nextval(${`number_${prefix.toLowerCase()}`}::regclass)::text as n) x)`;

/** `n` numbers at once, in one query. */
export async function nextNumbers(db: Db, prefix: NumberPrefix, now: Date, n: number): Promise<string[]> {
  if (n < 1) return [];
  const taken = await rows<{ n: number }>(
    db,
    q`select nextval(${`number_${prefix.toLowerCase()}`}::regclass) as n from generate_series(1, ${n}::int)`,
  );
  return taken.map((t) => numberOf(prefix, now, t.n));
}

export async function nextNumber(db: Db, prefix: NumberPrefix, now: Date): Promise<string> {
  const [no] = await nextNumbers(db, prefix, now, 1);
  if (no === undefined) throw new Error("no number");
  return no;
}
