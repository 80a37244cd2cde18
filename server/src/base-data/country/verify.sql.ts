import type { Db } from "#kit/db/db.ts";
import { q, raw, rows, type Sql } from "#kit/db/sql.ts";
import { verifyDue } from "./country.sql.ts";

/** Names of the due records of a table that products on sale rest on. */
export const dueNames = async (db: Db, table: string, name: string, when: Sql, onSale: Sql, now: Date): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      db,
      q`select ${raw(`r.${name}`)} as name from ${raw(table)} r where ${when} and ${verifyDue("r", now)} and ${onSale} order by r.verified_at nulls first, r.id`,
    )
  ).map((r) => r.name);
