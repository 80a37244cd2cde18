/** Two calls at once on a real PostgreSQL: somebody else's transaction holds them until both have begun. */
import pg from "pg";
import { q, row } from "#kit/db/sql.ts";
import type { TestApp } from "./app.ts";

/** Until so many wait for a lock. */
export async function waits(app: TestApp, n: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const now = await row<{ n: number }>(
      app.db,
      q`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((now?.n ?? 0) >= n) return;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`fewer than ${n} wait`);
}
/** Somebody else's transaction, open while `work` runs. */
export async function beside<T>(app: TestApp, statement: string, params: readonly unknown[], work: () => Promise<T>): Promise<T> {
  const other = new pg.Client({ connectionString: app.database.url });
  await other.connect();
  try {
    await other.query("begin");
    await other.query(statement, [...params]);
    const begun = await work();
    await other.query("commit");
    return begun;
  } finally {
    await other.end();
  }
}
/** Both have begun and wait for what `statement` holds, or for each other; then they go on in this order. */
export async function inTurn<A, B>(
  app: TestApp,
  [statement, ...params]: readonly [string, ...unknown[]],
  first: () => Promise<A>,
  then: () => Promise<B>,
): Promise<[A, B]> {
  const calls = await beside(app, statement, params, async () => {
    const one = first();
    await waits(app, 1);
    const two = then();
    await waits(app, 2);
    return { one, two };
  });
  return Promise.all([calls.one, calls.two]);
}
