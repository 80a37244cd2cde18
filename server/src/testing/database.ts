/**
 * A database of its own for a test file, copied from the migrated template.
 *
 *   const { db } = await testDatabase();          // in beforeAll; closed and dropped after the file
 *   beforeEach(() => emptyTables(db));
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { openDb, type Db, type OpenDb } from "#kit/db/db.ts";
import { startEmbedded } from "#kit/db/embedded/embedded.ts";

export interface TestDatabase extends OpenDb {
  /** For a second pool or a server process on the same database. */
  readonly url: string;
  /** Staff, reference data and catalogue of `TEST_NOW` are there. */
  readonly seeded: boolean;
}

export interface TestDatabaseOptions {
  max?: number;
  /** Without tables and without the template: for tests of migrating itself. */
  blank?: boolean;
  /** From the template that holds staff, reference data and catalogue too; the embedded database has none. */
  seeded?: boolean;
}

/** True when the suite runs on the embedded database, where nothing runs at the same time. */
export const onEmbedded = (): boolean => inject("testServer").url === null;

/** Call in a test file's beforeAll or at its top; it cleans up after the file by itself. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { url, template, seeded } = inject("testServer");
  const open =
    url === null
      ? await copyDirectory(template, options)
      : await copyDatabase(url, options.blank ? "template0" : options.seeded ? seeded : template, options);
  afterAll(() => open.close());
  return open;
}

async function copyDatabase(adminUrl: string, template: string, { max = 10, seeded = false }: TestDatabaseOptions): Promise<TestDatabase> {
  const name = `t_${crypto.randomUUID().replaceAll("-", "")}`;
  await asAdmin(adminUrl, `create database ${name} template ${template}`);
  const url = adminUrl.replace(/\/postgres$/, `/${name}`);
  const open = openDb({ url, max });
  return {
    ...open,
    url,
    seeded,
    close: async () => {
      await open.close();
      await asAdmin(adminUrl, `drop database ${name} with (force)`);
    },
  };
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function copyDirectory(template: string, { blank = false }: TestDatabaseOptions): Promise<TestDatabase> {
  const home = mkdtempSync(path.join(os.tmpdir(), "visadesk-test-"));
  if (!blank) cpSync(path.join(template, "pg"), path.join(home, "pg"), { recursive: true });
  const embedded = await startEmbedded(home);
  const open = openDb({ host: embedded.host, port: embedded.port, max: 1, embedded: true });
  return {
    ...open,
    seeded: false,
    url: `postgresql://postgres@localhost:${embedded.port}/postgres?host=${encodeURIComponent(embedded.host)}`,
    close: async () => {
      await open.close();
      await embedded.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Empties the tables that hold rows, and only those; a few rows are deleted sooner than their tables are truncated. */
export async function emptyTables(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'migration'`.execute(db);
  if (rows.length === 0) return;
  const probes = rows.map(({ name }) => `select '${name}' as name where exists (select from ${name})`);
  const full = await sql<{ name: string }>`${sql.raw(probes.join(" union all "))}`.execute(db);
  if (full.rows.length === 0) return;
  const names = full.rows.map((r) => r.name);
  // Work that a call left behind (after its answer) may still hold locks; PostgreSQL then names one of the two a victim.
  await emptied(db, names).catch((e: unknown) => {
    if ((e as { code?: string }).code !== "40P01") throw e;
    return emptied(db, names);
  });
}

/** Numbers begin anew too. */
const emptied = (db: Db, names: readonly string[]): Promise<unknown> =>
  db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(names.map((name) => `delete from ${name}`).join("; ")).execute(tx);
    await sql`
      select setval(s.oid::regclass, q.seqstart, false) from pg_class s join pg_sequence q on q.seqrelid = s.oid
      where s.relnamespace = 'public'::regnamespace`.execute(tx);
  });

/** Append-only tables refuse even a truncate; a test's superuser switches their triggers off for himself. */
export const truncate = (db: Db, names: readonly string[]): Promise<unknown> =>
  db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(`truncate ${names.join(", ")} restart identity cascade`).execute(tx);
  });
