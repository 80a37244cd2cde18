/** A disk that fills up, a caller who goes away, a process that was killed: nothing half stored, nothing in clear left behind. */
import fs, { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { answerOf } from "#kit/http/faults.ts";
import { clearWorkFolders, leftoverName } from "#kit/files/work-files.ts";
import { emptyTables } from "../testing/database.ts";
import { fileDesk } from "../testing/file-desk.ts";
import { uploadBody } from "../testing/upload.ts";

const { app, db, faults, lying, send, uploadHeaders } = await fileDesk();
const FULL = "服务器存储空间不足，文件没有保存，请联系管理员";
const SIZE = 400_000;
let n = 65;
/** Another content each time: what lies in the store already is not written again. */
const newPdf = (): Buffer => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(SIZE, n++), Buffer.from("%%EOF")]);
const work = (): string[] =>
  readdirSync(os.tmpdir()).filter((name) => name.startsWith("visadesk-work-") && name.includes(`.${process.pid}.`));

let listened: Promise<string> | null = null;
const listening = (): Promise<string> => (listened ??= app.listen({ port: 0, host: "127.0.0.1" }));

beforeEach(async () => {
  await emptyTables(db);
  faults.length = 0;
});
afterEach(() => void vi.restoreAllMocks());

type Written = (error: Error | null, bytes?: number) => void;
/** Every written byte after so many meets a full disk. */
function fillUp(after: number, code: string): void {
  let left = after;
  const full = (): Error => Object.assign(new Error(`${code}: no space left`), { code });
  const [write, writev] = [fs.write.bind(fs), fs.writev.bind(fs)] as ((...args: unknown[]) => void)[];
  const guarded =
    (real: ((...args: unknown[]) => void) | undefined) =>
    (...args: unknown[]): void => {
      for (const part of [args[1]].flat() as Buffer[]) left -= part.length;
      if (left >= 0) real?.(...args);
      else process.nextTick(args.at(-1) as Written, full());
    };
  vi.spyOn(fs, "write").mockImplementation(guarded(write));
  vi.spyOn(fs, "writev").mockImplementation(guarded(writev));
}

// The upload is written first, then once more into the store.
test.each([
  ["as it comes in", 0, "ENOSPC"],
  ["in the middle of it", 100_000, "ENOSPC"],
  ["while it is stored", SIZE + 100, "ENOSPC"],
  ["in the middle of storing it", SIZE + 100_000, "ENOSPC"],
  ["because a quota is used up", 100_000, "EDQUOT"],
])("the disk is full %s: 507 with its sentence, nothing kept", async (_when, after, code) => {
  const pdf = newPdf();
  const before = lying();
  fillUp(after, code);
  expect(await send(pdf, "a.pdf")).toMatchObject({ status: 507, ret: -1, msg: FULL, body: null });
  vi.restoreAllMocks();
  expect([lying(), work()]).toEqual([before, []]);
  expect(await db.selectFrom("files").selectAll().execute()).toEqual([]);
  expect(faults).toHaveLength(1);
  expect(await send(pdf, "a.pdf")).toMatchObject({ status: 200, ret: 0 });
});

test("the disk is full while a public picture is cleaned: 507, nothing kept", async () => {
  const before = lying();
  const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: "#123456" } })
    .png()
    .toBuffer();
  fillUp(picture.length, "ENOSPC");
  expect(await send(picture, "a.png", "public_image")).toMatchObject({ status: 507, msg: FULL });
  vi.restoreAllMocks();
  expect([lying(), work()]).toEqual([before, []]);
});

test("a full disk of the database is 507 with its own sentence, and stands in the log", () => {
  const answer = answerOf(Object.assign(new Error("could not extend file"), { code: "53100" }), "id");
  expect(answer).toMatchObject({ status: 507, fault: true, envelope: { ret: -1, msg: "服务器存储空间不足，内容没有保存，请联系管理员" } });
});

test("stored files are for us alone, and nothing of an upload stays outside the store", async () => {
  expect(await send(newPdf(), "a.pdf")).toMatchObject({ ret: 0 });
  expect(await send(Buffer.from("MZ"), "a.png")).toMatchObject({ status: 415 });
  expect(work()).toEqual([]);
  expect(lying().map((file) => [file, (statSync(file).mode & 0o777).toString(8)])).toEqual(lying().map((file) => [file, "600"]));
});

test("a caller who goes away in the middle leaves nothing", async () => {
  const { port } = new URL(await listening());
  const body = uploadBody(newPdf(), "a.pdf", "material");
  const head = Object.entries(uploadHeaders()).map(([k, v]) => `${k}: ${v}`);
  const socket = net.connect(Number(port));
  socket.write([`POST /api/file_upload HTTP/1.1`, "host: x", `content-length: ${body.length}`, ...head, "", ""].join("\r\n"));
  socket.write(body.subarray(0, 200_000));
  await expect.poll(work).toHaveLength(1);
  socket.destroy();
  await expect.poll(work).toEqual([]);
});

test("the rest of an upload that met a full disk is read off: its connection takes the next call", async () => {
  const { port } = new URL(await listening());
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const call = (method: string, url: string, headers: Record<string, string>, body?: Buffer): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const req = http.request({ agent, port, method, path: url, headers }, (res) => {
        res.resume().on("end", () => resolve(res.statusCode));
      });
      req.on("error", reject).end(body);
    });
  const long = uploadBody(Buffer.concat([newPdf(), Buffer.alloc(9_000_000, 66)]), "a.pdf", "result");
  fillUp(100_000, "ENOSPC");
  expect(await call("POST", "/api/file_upload", { ...uploadHeaders(), "content-length": String(long.length) }, long)).toBe(507);
  vi.restoreAllMocks();
  expect(await Promise.race([call("GET", "/healthz", {}), sleep(3_000)])).toBe(200);
});

test("what a killed process left is removed at the next start; what a living one works on stays", async () => {
  const folder = (name: string): string => {
    const at = path.join(os.tmpdir(), `visadesk-work-${name}-x`);
    mkdirSync(at);
    writeFileSync(path.join(at, "file"), "secret");
    onTestFinished(() => fs.rmSync(at, { recursive: true, force: true }));
    return at;
  };
  const mine = leftoverName();
  const dead = mine.replace(`.${process.pid}.`, ".4194999.");
  const living = folder(mine);
  const killed = folder(dead);
  const reused = folder(mine.replace(/\.(\d+)\.(\d+)\./, ".$1.1."));
  const elsewhere = folder(dead.replace(/^[0-9a-f]{8}/, "00000000"));
  const longAgo = folder(dead.replace(/^[0-9a-f]{8}/, "00000001"));
  utimesSync(longAgo, new Date(0), new Date(0));
  expect(statSync(living).isDirectory()).toBe(true);
  await clearWorkFolders();
  expect([living, killed, reused, elsewhere, longAgo].map((at) => existsSync(at))).toEqual([true, false, false, true, false]);
});
