import type { Db } from "#kit/db/db.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";

/** Ids that a statement answers as `id`. */
export const idsOf = async (db: Db, text: Sql): Promise<number[]> => (await rows<{ id: number }>(db, text)).map((r) => r.id);
export const among = (column: Sql, ids: readonly number[]): Sql => q`${column} = any(${[...ids]}::int8[])`;
