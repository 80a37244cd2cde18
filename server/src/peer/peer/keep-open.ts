/** What begins with a peer that is open ends before it is closed, or finds it closed. */
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";

/**
 * Holds a peer against being closed until the end of the transaction, before it is judged whether it is open. Those who hold
 * it so do not wait for each other.
 */
export const keepOpen = (db: Db, peerId: number): Promise<unknown> => row(db, q`select id from peers where id = ${peerId} for key share`);
