/** The lock and the count behind the last-administrator rule. */
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";

/** One at a time: every change of who may do what waits here, so the last-administrator rule sees the truth. */
export const lockGrants = (db: Db): Promise<unknown> => rows(db, q`select pg_advisory_xact_lock(101001, 101002)`);

/** Enabled workers who hold both 101001 and 101002. */
export async function adminCount(db: Db): Promise<number> {
  const found = await row<{ n: number }>(
    db,
    q`
    select count(*)::int as n from workers w join roles r on r.id = w.role_id
    where w.status = 1 and (r.is_builtin or r.module_group @> array[101001, 101002])`,
  );
  return found?.n ?? 0;
}
