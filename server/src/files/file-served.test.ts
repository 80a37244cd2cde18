/** What `/storage` answers: parts of files, and nothing of a file that is not as it was stored. */
import { readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { emptyTables } from "../testing/database.ts";
import { fileDesk } from "../testing/file-desk.ts";

const { app, db, clock, faults, files, get, rawPath, send } = await fileDesk();
beforeEach(async () => {
  await emptyTables(db);
  faults.length = 0;
});

const PDF = Buffer.concat([
  Buffer.from("%PDF-1.7\n"),
  Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 7919) % 251)),
  Buffer.from("%%EOF"),
]);
const address = (key: string): string => files.link(key, 60, clock.now());
const keyOf = async (data: Buffer, name: string, purpose?: string): Promise<string> =>
  String((await send(data, name, purpose)).body["key"]);

describe("parts of a file", () => {
  test.each([
    ["bytes=0-0", 0, 0],
    ["bytes=0-", 0, PDF.length - 1],
    ["bytes=65535-65536", 65_535, 65_536],
    ["bytes=70000-90000", 70_000, 90_000],
    ["bytes=-5", PDF.length - 5, PDF.length - 1],
    ["bytes=-999999", 0, PDF.length - 1],
    ["bytes=9-999999", 9, PDF.length - 1],
  ])("%s is answered 206 with its place", async (range, start, end) => {
    const answer = await get(address(await keyOf(PDF, "a.pdf")), { range });
    expect([answer.statusCode, answer.headers["content-range"], answer.headers["content-length"], answer.headers["accept-ranges"]]).toEqual(
      [206, `bytes ${start}-${end}/${PDF.length}`, String(end - start + 1), "bytes"],
    );
    expect(answer.rawPayload.equals(PDF.subarray(start, end + 1))).toBe(true);
    expect(answer.headers["cache-control"]).toMatch(/^private, max-age=\d+$/);
  });

  test.each(["bytes=0-1,5-6", "bytes=5-2", "bytes=-", "bytes=x-", "lines=0-1", "bytes 0-1"])("%s means the whole file", async (range) => {
    const answer = await get(address(await keyOf(PDF, "a.pdf")), { range });
    expect([answer.statusCode, answer.headers["content-length"], answer.headers["accept-ranges"]]).toEqual([
      200,
      String(PDF.length),
      "bytes",
    ]);
    expect(answer.rawPayload.equals(PDF)).toBe(true);
  });

  test("a condition on a version means the whole file: we tell none", async () =>
    expect((await get(address(await keyOf(PDF, "a.pdf")), { range: "bytes=0-1", "if-range": '"x"' })).statusCode).toBe(200));

  test.each([`bytes=${PDF.length}-`, "bytes=-0", "bytes=900000-900001"])("%s lies beyond: 416 with the length, not kept", async (range) => {
    const answer = await get(address(await keyOf(PDF, "a.pdf")), { range });
    expect([answer.statusCode, answer.headers["content-range"], answer.headers["cache-control"]]).toEqual([
      416,
      `bytes */${PDF.length}`,
      "no-store",
    ]);
    expect(answer.json()).toMatchObject({ ret: -1, msg: "请求的范围超出文件" });
  });

  test("public files too; a private one asks for its signature as ever", async () => {
    const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: "#123456" } })
      .jpeg()
      .toBuffer();
    const shown = `/storage/${await keyOf(picture, "a.jpg", "public_image")}`;
    const whole = (await get(shown)).rawPayload;
    const part = await get(shown, { range: "bytes=2-9" });
    expect([part.statusCode, part.rawPayload.equals(whole.subarray(2, 10))]).toEqual([206, true]);
    expect((await get(`/storage/${await keyOf(PDF, "a.pdf")}`, { range: "bytes=0-1" })).statusCode).toBe(403);
  });
});

describe("a file that was changed on the disk", () => {
  const flip = (key: string, from: (length: number) => number): void => {
    const stored = readFileSync(rawPath(key));
    const at = from(stored.length);
    stored[at] = (stored[at] ?? 0) ^ 1;
    writeFileSync(rawPath(key), stored);
  };
  test("in its first chunk: 500 without a byte of it, and a line in the log", async () => {
    const key = await keyOf(PDF, "a.pdf");
    flip(key, () => 500);
    const answer = await get(address(key));
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([500, "no-store"]);
    expect(answer.json()).toMatchObject({ ret: -1, body: null });
    expect(faults).toHaveLength(1);
  });

  test("further back: the connection ends before the wrong bytes, and a line in the log", async () => {
    const long = Buffer.concat([PDF, Buffer.alloc(4_000_000, 66)]);
    const key = await keyOf(long, "a.pdf");
    flip(key, (length) => length - 10);
    const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    const got = await new Promise<{ bytes: Buffer; complete: boolean }>((resolve, reject) => {
      http
        .get({ port, path: address(key) }, (res) => {
          const parts: Buffer[] = [];
          res.on("data", (part: Buffer) => parts.push(part));
          res.on("error", () => undefined);
          res.on("close", () => resolve({ bytes: Buffer.concat(parts), complete: res.complete }));
        })
        .on("error", reject);
    });
    expect(got.complete).toBe(false);
    expect(got.bytes.length).toBeLessThan(long.length);
    expect(got.bytes.equals(long.subarray(0, got.bytes.length))).toBe(true);
    expect(faults).toHaveLength(1);
  });

  test("a picture of it is not made", async () => {
    const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: "#123456" } })
      .png()
      .toBuffer();
    const key = await keyOf(picture, "a.png");
    expect((await get(`${address(key)}&x-oss-process=image/info`)).json()).toMatchObject({ FileSize: { value: String(picture.length) } });
    flip(key, (length) => length - 30);
    for (const process of ["image/info", "image/resize,w_32"])
      expect((await get(`${address(key)}&x-oss-process=${process}`)).statusCode).toBe(500);
  });
});
