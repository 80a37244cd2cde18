import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { TEST_NOW } from "../../testing/business.ts";
import { emptyTables, onEmbedded, testDatabase } from "../../testing/database.ts";
import { openDb } from "./db.ts";
import { migrate, MigrationError, migrationsHash, readMigrations } from "./migrate.ts";

const { pool, url } = await testDatabase({ blank: true });
const migrated = await testDatabase();

function files(of: Record<string, string>): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), "vd-migrations-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(of)) writeFileSync(path.join(dir, name), text);
  return dir;
}
const count = async (table: string): Promise<unknown> => (await pool.query(`select count(*)::int as n from ${table}`)).rows[0];

beforeEach(async () => {
  await pool.query("drop schema public cascade; create schema public");
});

describe("migrations", () => {
  it("apply each file once, in order, and know what is done", async () => {
    const dir = files({
      "0001_a.sql": "create table a (v int); insert into a values (1);",
      "0002_b.sql": "insert into a select v + 1 from a;",
    });
    expect(await migrate(pool, dir)).toEqual(["0001_a.sql", "0002_b.sql"]);
    expect(await migrate(pool, dir)).toEqual([]);
    writeFileSync(path.join(dir, "0003_c.sql"), "insert into a values (9)");
    expect(await migrate(pool, dir)).toEqual(["0003_c.sql"]);
    expect(await count("a")).toEqual({ n: 3 });
  });

  it("leave nothing of a file that fails", async () => {
    const dir = files({
      "0001_a.sql": "create table a (v int);",
      "0002_b.sql": "insert into a values (1); insert into nowhere values (1);",
    });
    await expect(migrate(pool, dir)).rejects.toThrow(/^0002_b\.sql: .*nowhere/);
    expect(await count("a")).toEqual({ n: 0 });
    writeFileSync(path.join(dir, "0002_b.sql"), "insert into a values (1);");
    expect(await migrate(pool, dir)).toEqual(["0002_b.sql"]);
  });

  it("refuse a changed, a missing and a late file", async () => {
    const dir = files({ "0001_a.sql": "create table a ();", "0003_c.sql": "create table c ();" });
    await migrate(pool, dir);
    writeFileSync(path.join(dir, "0002_b.sql"), "create table b ();");
    await expect(migrate(pool, dir)).rejects.toThrow("0002_b.sql comes before 0003_c.sql");
    rmSync(path.join(dir, "0002_b.sql"));
    writeFileSync(path.join(dir, "0001_a.sql"), "create table a (v int);");
    await expect(migrate(pool, dir)).rejects.toThrow("0001_a.sql was changed");
    rmSync(path.join(dir, "0001_a.sql"));
    await expect(migrate(pool, dir)).rejects.toThrow("0001_a.sql is applied to this database, but its file is missing");
  });

  it("let an older version run beside a newer one", async () => {
    await migrate(pool, files({ "0001_a.sql": "create table a ();", "0002_b.sql": "create table b ();" }));
    expect(await migrate(pool, files({ "0001_a.sql": "create table a ();" }))).toEqual([]);
  });

  it("refuse badly named and doubly numbered files", () => {
    expect(() => readMigrations(files({ "1_a.sql": "" }))).toThrow(MigrationError);
    expect(() => readMigrations(files({ "0001_a.sql": "", "0001_b.sql": "" }))).toThrow("0001_b.sql has the number of 0001_a.sql");
  });

  it("hash the same on every checkout", () => {
    const unix = readMigrations(files({ "0001_a.sql": "select 1;\nselect 2;\n" }));
    const windows = readMigrations(files({ "0001_a.sql": "select 1;\r\nselect 2;\r\n" }));
    expect(migrationsHash(windows)).toBe(migrationsHash(unix));
  });

  it("run a no-transaction file statement by statement", async () => {
    const dir = files({
      "0001_a.sql": "create table a (v int);",
      "0002_index.sql": "-- no-transaction\ncreate index concurrently a_v on a (v);\ncreate index concurrently a_v_down on a (v desc);\n",
    });
    await migrate(pool, dir);
    const { rows } = await pool.query("select indexname from pg_indexes where tablename = 'a' order by 1");
    expect(rows).toEqual([{ indexname: "a_v" }, { indexname: "a_v_down" }]);
  });

  it("wait at most 2 s for a lock, then try again", { timeout: 20_000, skip: onEmbedded() }, async () => {
    const dir = files({ "0001_a.sql": "create table a ();" });
    await migrate(pool, dir);
    const blocker = await pool.connect();
    await blocker.query("begin; lock table a in access exclusive mode");
    setTimeout(() => void blocker.query("rollback").then(() => blocker.release()), 2_600);
    writeFileSync(path.join(dir, "0002_b.sql"), "alter table a add v int;");
    expect(await migrate(pool, dir)).toEqual(["0002_b.sql"]);
  });

  it("are done by one of several servers that start together", { skip: onEmbedded() }, async () => {
    const dir = files({ "0001_a.sql": "create table a (v int); insert into a values (1); select pg_sleep(0.3);" });
    const other = openDb({ url, max: 1 });
    const done = await Promise.all([migrate(pool, dir), migrate(other.pool, dir)]);
    await other.close();
    expect(done.flat()).toEqual(["0001_a.sql"]);
    expect(await count("a")).toEqual({ n: 1 });
  });

  it("of this product are all in the test template, and tables can be emptied", async () => {
    expect(await migrate(migrated.pool)).toEqual([]);
    const { rows } = await migrated.pool.query("select name from migration order by name");
    const names = readdirSync(path.resolve(import.meta.dirname, "../../../migrations")).filter((n) => n.endsWith(".sql"));
    expect(rows.map((r: { name: string }) => r.name)).toEqual(names);
    await migrated.db.insertInto("teams").values({ name: "一组", created_at: TEST_NOW, updated_at: TEST_NOW }).execute();
    await emptyTables(migrated.db);
    expect(await migrated.db.selectFrom("teams").select("id").execute()).toEqual([]);
    await migrated.db.insertInto("teams").values({ name: "二组", created_at: TEST_NOW, updated_at: TEST_NOW }).execute();
    expect(await migrated.db.selectFrom("teams").select(["id", "name", "country_ids"]).execute()).toEqual([
      { id: 1, name: "二组", country_ids: [] },
    ]);
  });

  it("let no column take its time from the database: it comes with the row, by the server's clock", async () => {
    const { rows } = await migrated.pool.query(
      `select adrelid::regclass::text as table, pg_get_expr(adbin, adrelid) as value from pg_attrdef
       where pg_get_expr(adbin, adrelid) ~* 'now\\(|current_|local|_timestamp' and adrelid <> 'migration'::regclass`,
    );
    expect(rows).toEqual([]);
  });
});

it("what is append-only is not emptied either", async () => {
  const { rows: tables } = await migrated.pool.query<{ name: string }>(
    `select distinct t.tgrelid::regclass::text as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where p.prosrc like '%append-only%' and t.tgtype & 1 = 1 and t.tgparentid = 0 order by 1`,
  );
  const names = tables.map((t) => t.name);
  expect(names).toEqual(expect.arrayContaining(["journals", "journal_lines", "operation_logs", "log_anchors"]));
  for (const name of names)
    for (const how of ["", " cascade"])
      await expect(migrated.pool.query(`truncate ${name}${how}`), name + how).rejects.toThrow(/append-only|referenced in a foreign key/);
  await expect(migrated.pool.query("truncate workers cascade")).rejects.toThrow("append-only");
});
