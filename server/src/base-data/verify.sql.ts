import type { Db } from "#kit/db.ts";
import { q, raw, rows, type Sql } from "#kit/sql.ts";

/** Condition over a record `r`: its facts were never checked against the source, or too long ago. */
export const isVerifyDue = (now: Date, alias = "r"): Sql => {
  const column = (name: string): Sql => raw(`${alias}.${name}`);
  return q`(${column("verified_at")} is null or ${column("verified_at")} <= ${now}::timestamptz - make_interval(months => ${column("verify_months")}))`;
};

/** Names of the due records of a table that products on sale rest on. */
export const dueNames = async (db: Db, table: string, name: string, when: Sql, onSale: Sql, now: Date): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      db,
      q`select ${raw(`r.${name}`)} as name from ${raw(table)} r where ${when} and ${isVerifyDue(now)} and ${onSale} order by r.verified_at nulls first, r.id`,
    )
  ).map((r) => r.name);
