/**
 * Forward-only migrations: server/migrations/0001_name.sql, 0002_…, each once, each in its own transaction with
 * `lock_timeout` 2 s and a few tries. A file that begins with `-- no-transaction` (for `create index concurrently`)
 * runs statement by statement and must bear being run again; its statements end with `;` at the end of a line.
 *
 *   const applied = await migrate(pool);   // throws MigrationError when files and database do not agree
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

export interface Migration {
  readonly name: string;
  readonly sha256: string;
  readonly sql: string;
  readonly transaction: boolean;
}

/** Files and database do not agree, or a file failed; names the file. */
export class MigrationError extends Error {}

export const migrationsDir = path.resolve(import.meta.dirname, "../../../migrations");
const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/;
/** Any number that nobody else uses for an advisory lock on this database. */
const LOCK = 7_205_510_291;
const LOCK_NOT_AVAILABLE = "55P03";
const TRIES = 8;

/** All files in order. Line ends do not count in the hash, so a Windows checkout agrees with a Linux one. */
export function readMigrations(dir: string = migrationsDir): Migration[] {
  const names = readdirSync(dir)
    .filter((n) => n.endsWith(".sql"))
    .sort();
  names.forEach((name, i) => {
    const number = FILE.exec(name)?.[1];
    if (!number) throw new MigrationError(`${name} is not named like 0001_noun.sql`);
    if (number === FILE.exec(names[i - 1] ?? "")?.[1]) throw new MigrationError(`${name} has the number of ${names[i - 1]}`);
  });
  return names.map((name) => {
    const sql = readFileSync(path.join(dir, name), "utf8").replaceAll("\r\n", "\n");
    return { name, sql, sha256: createHash("sha256").update(sql).digest("hex"), transaction: !sql.startsWith("-- no-transaction") };
  });
}

/** One hash over all files: names a template database or a cached dump. */
export const migrationsHash = (migrations: readonly Migration[]): string =>
  createHash("sha256")
    .update(migrations.map((m) => m.name + m.sha256).join("\n"))
    .digest("hex")
    .slice(0, 16);

/** Applies what is missing and answers its names. Several servers may start at once: one migrates, the others wait. */
export async function migrate(pool: pg.Pool, dir: string = migrationsDir): Promise<string[]> {
  const migrations = readMigrations(dir);
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await takeLock(client);
    await client.query(
      "create table if not exists migration (name text primary key, sha256 text not null, at timestamptz not null default now())",
    );
    const pending = pendingOf(migrations, (await client.query<Done>("select name, sha256 from migration order by name")).rows);
    for (const migration of pending) await apply(client, migration);
    return pending.map((m) => m.name);
  } finally {
    await client.query("rollback; select pg_advisory_unlock_all(); reset all").catch(() => undefined);
    client.release();
  }
}

type Done = Pick<Migration, "name" | "sha256">;

/** Files not yet applied. Rows beyond our last file belong to a newer version running beside us and are left alone. */
function pendingOf(migrations: readonly Migration[], done: readonly Done[]): Migration[] {
  const last = migrations.at(-1)?.name ?? "";
  const lastDone = done.filter((d) => d.name <= last).at(-1)?.name ?? "";
  for (const d of done) {
    const file = migrations.find((m) => m.name === d.name);
    if (!file && d.name < last) throw new MigrationError(`${d.name} is applied to this database, but its file is missing`);
    if (file && file.sha256 !== d.sha256)
      throw new MigrationError(`${d.name} was changed after it was applied; put the change into a new file`);
  }
  const pending = migrations.filter((m) => !done.some((d) => d.name === m.name));
  const late = pending.find((m) => m.name < lastDone);
  if (late) throw new MigrationError(`${late.name} comes before ${lastDone}, which is applied already; give it a later number`);
  return pending;
}

async function takeLock(client: pg.PoolClient): Promise<void> {
  for (let i = 0; i < 1200; i++) {
    const { rows } = await client.query<{ ok: boolean }>("select pg_try_advisory_lock($1) as ok", [LOCK]);
    if (rows[0]?.ok) return;
    await sleep(500);
  }
  throw new MigrationError("another server has been migrating this database for 10 minutes");
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await (migration.transaction ? applyWhole(client, migration) : applySteps(client, migration));
      return;
    } catch (e) {
      await client.query("rollback");
      const busy = e instanceof Error && "code" in e && e.code === LOCK_NOT_AVAILABLE;
      if (!busy || attempt === TRIES)
        throw new MigrationError(`${migration.name}: ${e instanceof Error ? e.message : String(e)}`, { cause: e });
      await sleep(250 * attempt);
    }
  }
}

async function applyWhole(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query("begin");
  await client.query("set local lock_timeout = '2s'");
  await client.query(migration.sql);
  await record(client, migration);
  await client.query("commit");
}

async function applySteps(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query("set lock_timeout = '2s'");
  for (const step of migration.sql.split(/;[ \t]*$/m)) if (step.replaceAll(/^\s*--.*$/gm, "").trim()) await client.query(step);
  await record(client, migration);
}

const record = (client: pg.PoolClient, { name, sha256 }: Migration): Promise<unknown> =>
  client.query("insert into migration (name, sha256) values ($1, $2)", [name, sha256]);
