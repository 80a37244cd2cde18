/** A directory that does not open: one line that says so, and not a byte of it changed. */
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { DirectoryDamaged, startEmbedded } from "./embedded.ts";
import { StartRefused } from "../../http/start-refused.ts";

let whole: string;
let home: string;

const valuesOf = async (dir: string, write = false): Promise<unknown[]> => {
  const embedded = await startEmbedded(dir, { log: () => undefined });
  const client = new pg.Client({ host: embedded.host, port: embedded.port, user: "postgres", database: "postgres" });
  try {
    await client.connect();
    if (write) await client.query("create table t as select generate_series(1, 3) as v");
    return (await client.query("select v from t order by v")).rows.map((r: { v: unknown }) => r.v);
  } finally {
    await client.end();
    await embedded.stop();
  }
};

beforeAll(async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "vd-damage-"));
  whole = path.join(dir, "whole");
  home = path.join(dir, "home");
  expect(await valuesOf(whole, true)).toEqual([1, 2, 3]);
  return () => rmSync(dir, { recursive: true, force: true });
});
beforeEach(() => {
  rmSync(home, { recursive: true, force: true });
  cpSync(whole, home, { recursive: true });
});

const inPg = (...names: string[]): string => path.join(home, "pg", ...names);
const segments = (): string[] =>
  readdirSync(inPg("pg_wal"))
    .filter((f) => /^[0-9A-F]{24}$/.test(f))
    .map((f) => inPg("pg_wal", f));
/** Every file with what it holds; the note about the process that last tried is nobody's data. */
const contents = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(inPg(), { recursive: true, withFileTypes: true })
      .filter((f) => f.isFile() && f.name !== "postmaster.pid")
      .map((f) => path.join(f.parentPath, f.name))
      .map((f) => [f, createHash("sha256").update(readFileSync(f)).digest("hex")]),
  );

test.each<[string, () => void]>([
  ["write-ahead log of zeros", () => segments().forEach((f) => writeFileSync(f, Buffer.alloc(statSync(f).size)))],
  ["write-ahead log cut off", () => segments().forEach((f) => truncateSync(f, 1000))],
  ["write-ahead log gone", () => segments().forEach((f) => rmSync(f))],
  ["folder of the write-ahead log gone", () => rmSync(inPg("pg_wal"), { recursive: true })],
  ["control file of zeros", () => writeFileSync(inPg("global", "pg_control"), Buffer.alloc(8192))],
  ["written by another version", () => writeFileSync(inPg("PG_VERSION"), "15\n")],
  ["without its version, which looks like no database at all", () => rmSync(inPg("PG_VERSION"))],
])("%s", async (_what, damage) => {
  damage();
  const before = contents();
  const error = await valuesOf(home).then(
    () => null,
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(DirectoryDamaged);
  expect(error).toBeInstanceOf(StartRefused);
  expect(String(error)).toContain(inPg());
  expect(String(error)).toMatch(/预写日志或数据文件已损坏.*没有删除或重建.*备份.*DATABASE_URL/);
  expect(String(error)).not.toContain("\n");
  expect(contents()).toEqual(before);
  // What the line advises works: the copy in its place.
  rmSync(home, { recursive: true });
  cpSync(whole, home, { recursive: true });
  expect(await valuesOf(home)).toEqual([1, 2, 3]);
});
