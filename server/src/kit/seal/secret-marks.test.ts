/** Servers of one database share its secrets, or do not start. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { secretHost } from "../../account/index.ts";
import { emptyTables, onEmbedded, testDatabase } from "../../testing/database.ts";
import { partsFor } from "../../testing/ctx.ts";
import { freePort, ServerProcess } from "../../testing/process.ts";
import { runHost } from "../host.ts";
import { migrate, migrationsDir, readMigrations } from "../db/migrate.ts";
import { assertSecrets, keyId, SecretsDiffer } from "./secret-marks.ts";
import { StartRefused } from "../http/start-refused.ts";

const { db, url } = await testDatabase();
const blank = await testDatabase({ blank: true });
const dirs = mkdtempSync(path.join(os.tmpdir(), "vd-secrets-"));
afterAll(() => rmSync(dirs, { recursive: true, force: true }));
beforeEach(() => emptyTables(db));

const now = new Date("2026-11-20T02:00:00.000Z");
const start = (...ids: string[]) => assertSecrets(db, [{ name: "seal", from: "/data/seal", ids }], now);
const line = (ids: string[]) =>
  start(...ids).then(
    () => "starts",
    (e: unknown) => (e instanceof SecretsDiffer && e instanceof StartRefused ? e.message : Promise.reject(e as Error)),
  );
const known = async (): Promise<string[]> =>
  (await db.selectFrom("secret_marks").select("key_id").orderBy("id").execute()).map((r) => r.key_id);

test("the first start remembers, the next ones compare", async () => {
  await start("aaaa1111");
  await start("aaaa1111");
  expect(await known()).toEqual(["aaaa1111"]);
  const refused = await line(["bbbb2222"]);
  expect(refused).toMatch(/数据库用的是 aaaa1111，\/data\/seal 是 bbbb2222.*覆盖它再启动.*secret forget seal/);
  expect(refused).not.toContain("\n");
  expect(await known()).toEqual(["aaaa1111"]);
});

test("a newer key joins where the older one is still there; a server without it does not start any more", async () => {
  await start("old");
  await start("new", "old");
  expect(await known()).toEqual(["old", "new"]);
  expect(await line(["new"])).toBe("starts");
  expect(await line(["new", "older than the database", "old"])).toBe("starts");
  expect(await known()).toEqual(["old", "new"]);
  expect(await line(["old"])).toContain("数据库用的是 new，/data/seal 是 old");
  expect(await line(["newest", "old"])).toContain("数据库用的是 new");
});

test("several keys at the first start: the newest is the one to have", async () => {
  await start("new", "old");
  expect(await line(["old"])).toContain("数据库用的是 new");
});

test("of servers that start at once with different keys one does", async () => {
  const ends = await Promise.all(["a", "b", "c", "d"].map((id) => line([id])));
  expect(ends.filter((e) => e === "starts")).toHaveLength(1);
  expect(await known()).toHaveLength(1);
});

test("an id tells keys apart and is nothing of the key", () => {
  const key = Buffer.alloc(32, 1);
  expect(keyId("a", key)).toMatch(/^[0-9a-f]{8}$/);
  expect(new Set([keyId("a", key), keyId("b", key), keyId("a", Buffer.alloc(32, 2))]).size).toBe(3);
});

test("a lost key is given up by the host, with a row in the log", async () => {
  const lines: string[] = [];
  const run = (...argv: string[]) => runHost(partsFor(db), secretHost, argv, { dataDir: "", print: (l) => lines.push(l) });
  await start("aaaa1111");
  expect(await run("secret", "forget", "no_such")).toBe(1);
  expect(lines.join()).toContain("已登记的是 seal");
  expect(await run("secret", "forget", "seal")).toBe(0);
  expect(await line(["bbbb2222"])).toBe("starts");
  expect(await db.selectFrom("operation_logs").select(["endpoint", "noun_no", "reason"]).execute()).toEqual([
    { endpoint: "host/secret forget", noun_no: "seal", reason: "忘记 aaaa1111" },
  ]);
});

test("a database from before the comparison knows its pepper by its password hashes", async () => {
  const before = path.join(dirs, "before");
  cpSync(migrationsDir, before, { recursive: true, filter: (f) => !(path.basename(f) >= "0037") || f === migrationsDir });
  await migrate(blank.pool, before);
  const add = (account: string, id: string) =>
    blank.pool.query("insert into workers (account, passwd) values ($1, $2)", [
      account,
      `$argon2id$v=19$m=8,t=1,p=1,keyid=${id}$c2FsdA$aGFzaA`,
    ]);
  await add("a", "12345678");
  await add("b", "12345678");
  await add("c", "99999999");
  await migrate(blank.pool);
  expect(readMigrations().some((m) => m.name === "0037_guards.sql")).toBe(true);
  expect((await blank.pool.query("select name, key_id from secret_marks")).rows).toEqual([{ name: "pepper", key_id: "12345678" }]);
});

describe.skipIf(onEmbedded())("two servers on one PostgreSQL", () => {
  test("with other secrets the second ends with one line; with the same it is ready", async () => {
    const first = path.join(dirs, "first");
    const other = path.join(dirs, "other");
    const serverOn = async (dir: string): Promise<ServerProcess> => {
      const server = new ServerProcess(await freePort(), { DATABASE_URL: url, DATA_DIR: dir, ADMIN_PASSWORD: "first-password" });
      onTestFinished(async () => void (server.alive && (await server.kill())));
      return server;
    };
    const one = await serverOn(first);
    await one.start();
    for (const file of ["pepper", "seal.key", "link-secret"]) {
      cpSync(first, other, { recursive: true });
      writeFileSync(path.join(other, file), "ab".repeat(32));
      const two = await serverOn(other);
      await expect(two.start()).rejects.toThrow("密钥与数据库不符");
      expect(await two.exit()).toBe(1);
      expect(two.lines.trim().split("\n")).toHaveLength(1);
      expect(two.lines).toContain(`${path.join(other, file)} 是`);
      expect(two.lines).not.toContain(readFileSync(path.join(first, file), "utf8"));
    }
    cpSync(first, other, { recursive: true });
    const two = await serverOn(other);
    await two.start();
    await Promise.all([one.kill("SIGTERM"), two.kill("SIGTERM")]);
  }, 120_000);
});
