/** Rows of a batch inside one transaction: a refused row leaves nothing behind, the others stand. */
import type { Db } from "./db.ts";
import { HttpError, Refusal } from "../http/refuse.ts";
import { raw, rows } from "./sql.ts";

/** Answers null when `work` succeeded, else its refusal; only expected refusals are caught. */
export async function attempt(tx: Db, work: () => Promise<unknown>): Promise<Refusal | HttpError | null> {
  await rows(tx, raw("savepoint row_attempt"));
  try {
    await work();
    await rows(tx, raw("release savepoint row_attempt"));
    return null;
  } catch (e) {
    if (!(e instanceof Refusal) && !(e instanceof HttpError)) throw e;
    await rows(tx, raw("rollback to savepoint row_attempt"));
    return e;
  }
}
