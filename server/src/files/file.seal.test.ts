/** The walk that seals stored files: those from before the sealing, and those under an older key. */
import { readFileSync, writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runDue } from "#kit/job-runner.ts";
import type { JobParts } from "#kit/jobs.ts";
import { makeCtx } from "#kit/call/run.ts";
import { newestSealKey, takeSealKeys } from "#kit/seal/seal-keys.ts";
import { openSeals, sealMove, setNumbersInClear } from "#kit/seal/seal-move.ts";
import { q, row } from "#kit/db/sql.ts";
import { partsFor } from "../testing/ctx.ts";
import { emptyTables } from "../testing/database.ts";
import { fileDesk } from "../testing/file-desk.ts";
import { fileSealSources } from "./index.ts";

const { clock, db, files, rawPath, send } = await fileDesk();
const [oldKey, newKey] = [Buffer.alloc(32, 11), Buffer.alloc(32, 12)];
const faults: unknown[] = [];
const jobs: JobParts = {
  db,
  defs: [sealMove(fileSealSources)],
  clock,
  ctxOf: (on, now) => makeCtx({ ...partsFor(db), files }, on, {}, null, now),
  onFault: (e) => void faults.push(e),
};
const seals = (): Promise<{ clear_left: boolean; key_id: string | null } | undefined> =>
  row(db, q`select clear_left, key_id from seal_state`);
const pdf = (n: number): Buffer => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(100_000, n), Buffer.from("%%EOF")]);
const read = async (key: string): Promise<Buffer | null> => {
  const found = await files.get(key);
  return found && buffer(found.stream);
};
/** Uploads, keys in order. */
async function uploaded(count: number, from: number): Promise<string[]> {
  const keys: string[] = [];
  for (let i = 0; i < count; i++) keys.push(String((await send(pdf(from + i), "a.pdf")).body["key"]));
  return keys;
}

beforeEach(async () => {
  await emptyTables(db);
  await row(
    db,
    q`insert into seal_state (clear_left) values (true) on conflict (one) do update set clear_left = true, key_id = null, moved_at = null`,
  );
  takeSealKeys([oldKey]);
  faults.length = 0;
});
afterEach(() => setNumbersInClear(false));

test("files in clear are sealed, missing ones passed by, public ones left as they are", async () => {
  const keys = await uploaded(3, 1);
  for (const [i, key] of keys.entries()) writeFileSync(rawPath(key), pdf(1 + i));
  const missing = String((await send(pdf(9), "a.pdf")).body["key"]);
  await files.remove(missing);
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#3366cc" } })
    .png()
    .toBuffer();
  const open = String((await send(picture, "a.png", "public_image")).body["key"]);
  const shown = readFileSync(rawPath(open));
  await openSeals(db, clock.now());
  expect(await Promise.all(keys.map(read))).toEqual([pdf(1), pdf(2), pdf(3)]);
  await runDue(jobs);
  expect(faults).toEqual([]);
  expect(await seals()).toEqual({ clear_left: false, key_id: newestSealKey().id });
  for (const [i, key] of keys.entries()) expect(readFileSync(rawPath(key)).includes(Buffer.alloc(16, 1 + i))).toBe(false);
  expect(readFileSync(rawPath(open)).equals(shown)).toBe(true);
  expect(await Promise.all(keys.map(read))).toEqual([pdf(1), pdf(2), pdf(3)]);
  expect(await read(missing)).toBeNull();
});

test("after a new key everything needs the new one alone; a damaged file is named and stops nothing", async () => {
  await row(db, q`update seal_state set clear_left = false, key_id = ${newestSealKey().id}`);
  const [first = "", damaged = "", last = ""] = await uploaded(3, 20);
  const stored = readFileSync(rawPath(damaged));
  stored[900] = (stored[900] ?? 0) ^ 1;
  writeFileSync(rawPath(damaged), stored);
  takeSealKeys([newKey, oldKey]);
  await openSeals(db, clock.now());
  await runDue(jobs);
  expect(await seals()).toEqual({ clear_left: false, key_id: newestSealKey().id });
  takeSealKeys([newKey]);
  expect([await read(first), await read(last)]).toEqual([pdf(20), pdf(22)]);
  expect(readFileSync(rawPath(damaged)).equals(stored)).toBe(true);
  const noted = await db.selectFrom("operation_logs").select(["noun", "reason"]).where("endpoint", "=", "seal_move").execute();
  expect(noted).toEqual([{ noun: "files", reason: "文件已损坏或被改动，未能重新加密" }]);
});

test("a file removed while it is sealed anew does not come back", async () => {
  const [key = ""] = await uploaded(1, 40);
  takeSealKeys([newKey, oldKey]);
  const reseal = files.reseal.bind(files);
  files.reseal = async (k) => {
    // The row goes first, then the object: here between its reading and its writing.
    await row(db, q`delete from files where key = ${k}`);
    await reseal(k);
  };
  await openSeals(db, clock.now());
  await runDue(jobs);
  files.reseal = reseal;
  expect(await files.get(key)).toBeNull();
});
