/** The driver tests, run by the quick driver and by the plain one: whoever switches gets the same answers. */
import { afterAll, describe, expect, test } from "vitest";
import { onEmbedded, testDatabase } from "../../testing/database.ts";
import { beforeCommit, inTransaction, openDb } from "./db.ts";
import { hot, q, raw, row, rows } from "./sql.ts";
import { MAX_KEPT } from "./statement.ts";

const database = await testDatabase();
await database.pool.query(
  "create table t_statement (id int8 primary key, at timestamptz, on_day date, tags text[], body jsonb, share numeric, name text)",
);
await database.pool.query(`insert into t_statement
  select i, timestamptz '2026-11-20 04:05:06.12+00' + i * interval '1 second', date '2026-11-20', array['a', null, 'c"d'], jsonb_build_object('n', i), 1.50, case when i % 2 = 0 then '王' || i end
  from generate_series(1, 200) i`);
describe.each(onEmbedded() ? [false] : [false, true])("plain: %s", (plain) => {
  const open = plain ? openDb({ url: database.url, max: 10, plain }) : database;
  const { db, pool } = open;
  afterAll(() => (plain ? open.close() : undefined));
  const some = (from: number) => hot(q`select * from t_statement where id >= ${from}::int8 and id < ${from + 3}::int8 order by id`);

  test("a statement answers alike when its columns are described and when they are remembered", async () => {
    const first = await rows(db, some(4));
    expect(first).toEqual(
      [4, 5, 6].map((i) => ({
        id: i,
        at: `2026-11-20T04:05:${String(6 + i).padStart(2, "0")}.120Z`,
        on_day: "2026-11-20",
        tags: ["a", null, 'c"d'],
        body: { n: i },
        share: "1.50",
        name: i % 2 === 0 ? `王${i}` : null,
      })),
    );
    for (let i = 0; i < 5; i++) expect(await rows(db, some(4))).toEqual(first);
    expect(await rows(db, some(900))).toEqual([]);
    expect(await rows(db, hot(q`update t_statement set share = share where id = ${1}::int8`))).toEqual([]);
  });

  test("many at once each get their own rows, whatever fails beside them", async () => {
    const asked = Array.from({ length: 150 }, (_, i) =>
      i % 10 === 3
        ? rows(db, hot(q`select 1 / (id - ${i}::int8) as v from t_statement where id = ${i}::int8`)).then(
            () => "no error",
            (e: Error) => e.message,
          )
        : row<{ id: number }>(db, hot(q`select id from t_statement where id = ${i + 1}::int8`)).then((r) => r?.id),
    );
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 150 }, (_, i) => (i % 10 === 3 ? "division by zero" : i + 1)));
  });

  test("a number beyond 2^53 is an error, not a wrong number", async () => {
    const big = (v: string) => rows(db, hot(q`select ${v}::int8 as v`));
    expect(await big("9007199254740991")).toEqual([{ v: 9_007_199_254_740_991 }]);
    await expect(big("9007199254740993")).rejects.toThrow("beyond 2^53");
    expect(await big("5")).toEqual([{ v: 5 }]);
  });

  describe.skipIf(onEmbedded())("on PostgreSQL", () => {
    test("quick reads do not wait behind a statement that proved slow", async () => {
      const slow = hot(q`select pg_sleep(${0.4}::float8)`);
      await rows(db, slow);
      const began = performance.now();
      const sleeping = [rows(db, slow), rows(db, slow)];
      await Promise.all(Array.from({ length: 40 }, (_, i) => row(db, hot(q`select id from t_statement where id = ${i + 1}::int8`))));
      const waited = performance.now() - began;
      await Promise.all(sleeping);
      expect(waited).toBeLessThan(350);
    });

    test("under unbroken reading, on the smallest pool too, changes get their connection", async () => {
      for (const max of [1, 2, 4]) {
        const small = openDb({ url: database.url, max, plain });
        let reading = true;
        const readers = Array.from({ length: 6 }, async () => {
          while (reading) await row(small.db, hot(q`select id from t_statement where id = ${1}::int8`));
        });
        for (let i = 0; i < 5; i++)
          expect(await inTransaction(small.db, (tx) => row(tx, hot(q`select ${i}::int4 as v`)))).toEqual({ v: i });
        reading = false;
        await Promise.all(readers);
        await small.close();
      }
    });

    test("connections that are cut fail what runs on them, and the next question gets new ones", async () => {
      const sleeping = Array.from({ length: 6 }, (_, i) =>
        rows(db, hot(q`select pg_sleep(${5}::float8), ${i}::int4 as i`)).catch((e: Error) => e),
      );
      await expect
        .poll(
          async () =>
            (
              await pool.query(
                "select from pg_stat_activity where datname = current_database() and query like '%pg_sleep(%' and state = 'active' and pid <> pg_backend_pid()",
              )
            ).rowCount,
        )
        .toBeGreaterThan(0);
      await pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_sleep(%'",
      );
      for (const end of await Promise.all(sleeping)) expect(end).toBeInstanceOf(Error);
      const back = await Promise.all(
        Array.from({ length: 20 }, (_, i) => row<{ id: number }>(db, hot(q`select id from t_statement where id = ${i + 1}::int8`))),
      );
      expect(back.map((r) => r?.id)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
      await expect.poll(() => pool.idleCount).toBe(pool.totalCount);
    });
  });

  describe("transactions", () => {
    const count = async (): Promise<number | undefined> =>
      (await row<{ n: number }>(db, hot(q`select count(*)::int as n from t_statement where id > 1000`)))?.n;
    const base = plain ? 2000 : 1000;
    const put = (id: number) => hot(q`insert into t_statement (id) values (${id}::int8)`);

    test("what is asked before the commit is kept with it", async () => {
      const before = (await count()) ?? 0;
      await inTransaction(db, async (tx) => {
        await rows(tx, put(base + 1));
        await beforeCommit(tx, rows(tx, put(base + 2)));
      });
      expect(await count()).toBe(before + 2);
    });

    test("a last statement that fails takes the whole transaction with it and says why", async () => {
      const before = await count();
      const tried = inTransaction(db, async (tx) => {
        await rows(tx, put(base + 3));
        await beforeCommit(tx, rows(tx, put(1)));
      });
      await expect(tried).rejects.toThrow("duplicate key");
      const goesOn = inTransaction(db, async (tx) => {
        await beforeCommit(tx, rows(tx, put(1)));
        await rows(tx, put(base + 3));
      });
      await expect(goesOn).rejects.toThrow("duplicate key");
      expect(await count()).toBe(before);
    });

    test("a failure that nobody passed on is no success", async () => {
      const before = await count();
      const tried = inTransaction(db, async (tx) => {
        await rows(tx, put(base + 4));
        await rows(tx, put(1)).catch(() => null);
        return "done";
      });
      await expect(tried).rejects.toThrow("rolled back");
      expect(await count()).toBe(before);
    });

    test("one that throws before its first answer leaves nothing open", async () => {
      const before = await count();
      await expect(inTransaction(db, (tx) => Promise.all([rows(tx, put(base + 5)), Promise.reject(new Error("no"))]))).rejects.toThrow(
        "no",
      );
      expect(await count()).toBe(before);
      expect(await rows(db, hot(q`select txid_current_if_assigned() as v`))).toEqual([{ v: null }]);
    });
  });

  test("a connection keeps the statements it was asked last, and no more", async () => {
    const one = (i: number) => hot(q`select ${raw(String(i))}::int8 as v, name from t_statement where id = ${1}::int8`);
    const kept = await inTransaction(db, async (tx) => {
      for (let i = 0; i < MAX_KEPT + 60; i++) expect((await row<{ v: number }>(tx, one(i)))?.v).toBe(i);
      // The first has been let go and is prepared anew, the last is still there.
      for (const i of [0, MAX_KEPT + 59, 0]) expect((await row<{ v: number }>(tx, one(i)))?.v).toBe(i);
      return row<{ n: number }>(tx, q`select count(*)::int as n from pg_prepared_statements`);
    });
    expect(kept?.n).toBeLessThanOrEqual(plain ? 0 : MAX_KEPT);
    if (!plain) expect(kept?.n).toBeGreaterThan(MAX_KEPT - 10);
  });
  test("what is not hot is never kept", async () => {
    await inTransaction(db, async (tx) => {
      const count = q`select count(*)::int as n from pg_prepared_statements`;
      const before = await row<{ n: number }>(tx, count);
      for (let i = 0; i < 5; i++) await rows(tx, q`select ${i}::int8 as v`);
      expect(await row<{ n: number }>(tx, count)).toEqual(before);
    });
  });
});
