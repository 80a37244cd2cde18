import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase, renewDatabase } from "./database.ts";

it("an embedded database that starts anew is no lost connection; who asks meanwhile waits", async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "vd-database-"));
  const told: string[] = [];
  const { database, embedded } = await openDatabase({ databaseUrl: null, plainDriver: false, dataDir }, (line) => told.push(line));
  onTestFinished(async () => {
    await database.close();
    await embedded?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  if (!embedded) throw new Error("not embedded");
  const before = embedded.pid;
  const renewed = renewDatabase(database, embedded);
  expect((await database.pool.query("select 1 as x")).rows).toEqual([{ x: 1 }]);
  await renewed;
  expect(embedded.pid).not.toBe(before);
  expect(told).toEqual([]);
}, 60_000);
