/** A migrated embedded directory, made once per state of the migrations and copied for every test file. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { openDb } from "#kit/db/db.ts";
import { startEmbedded } from "#kit/db/embedded/embedded.ts";
import { migrate, migrationsHash, readMigrations } from "#kit/db/migrate.ts";

const cache = path.resolve(import.meta.dirname, "../../../node_modules/.cache/visadesk");

export async function embeddedTemplate(): Promise<string> {
  const home = path.join(cache, `pg-${migrationsHash(readMigrations())}`);
  if (existsSync(home)) return home;
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(path.join(cache, "new-"));
  const embedded = await startEmbedded(fresh);
  const open = openDb({ host: embedded.host, port: embedded.port, max: 1, embedded: true });
  try {
    await migrate(open.pool);
  } finally {
    await open.close();
    await embedded.stop();
  }
  try {
    renameSync(fresh, home);
  } catch {
    // Another run was faster; its copy is as good.
    rmSync(fresh, { recursive: true, force: true });
  }
  return home;
}
