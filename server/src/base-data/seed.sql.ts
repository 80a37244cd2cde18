import type { Tx } from "#kit/db.ts";
import { q, rows } from "#kit/sql.ts";

/** One process seeds at a time. */
export const seedLock = async (tx: Tx): Promise<void> => void (await rows(tx, q`select pg_advisory_xact_lock(hashtext('visadesk seed'))`));
