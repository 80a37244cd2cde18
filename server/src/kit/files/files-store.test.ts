/** Both stores keep the same promises. */
import { once } from "node:events";
import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { LinkSigner, linkSecret } from "./file-links.ts";
import { LocalFiles } from "./files-local.ts";
import { openFiles } from "./files-open.ts";
import { S3Files } from "./files-s3.ts";
import { testSealKeys } from "../seal/seal-keys.ts";
import { testStores } from "../../testing/loops/parts/stores.ts";

testSealKeys();
const { home, s3, stores } = await testStores();
const signer = new LinkSigner("secret");
const source = path.join(home, "source");

describe.each(stores)("%s", (_name, { store }) => {
  test("what is put is got, with size and type", async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));
    writeFileSync(source, bytes);
    await store.put("private/ab/abc.pdf", source, "application/pdf");
    const found = await store.get("private/ab/abc.pdf");
    expect(found?.size).toBe(bytes.length);
    expect(found?.contentType).toBe("application/pdf");
    expect(found && Buffer.compare(await buffer(found.stream), bytes)).toBe(0);
  });

  test("an object is never overwritten", async () => {
    writeFileSync(source, "first");
    await store.put("public/aa/once.json", source, "application/json");
    writeFileSync(source, "second");
    await store.put("public/aa/once.json", source, "application/json");
    const found = await store.get("public/aa/once.json");
    expect(found && (await buffer(found.stream)).toString()).toBe("first");
  });

  test("missing and removed objects are null", async () => {
    expect(await store.get("public/aa/none.png")).toBeNull();
    writeFileSync(source, "x");
    await store.put("public/aa/gone.png", source, "image/png");
    await store.remove("public/aa/gone.png");
    await store.remove("public/aa/gone.png");
    expect(await store.get("public/aa/gone.png")).toBeNull();
  });

  test.each([
    "../etc/passwd",
    "private/../../x.png",
    "private/.hidden",
    "/etc/passwd",
    "other/aa/b.png",
    "private//x.png",
    "private/a\u0000b.png",
    "public/aa/B.png",
    `public/${"a".repeat(200)}.png`,
  ])("%j is no key", async (key) => {
    await expect(store.get(key)).rejects.toThrow(RangeError);
    await expect(store.put(key, source, "image/png")).rejects.toThrow(RangeError);
  });
});

test("a wrong secret is refused by the object store, and the fault says so", async () => {
  const wrong = new S3Files({ ...s3, secretKey: "wrong" }, "secret");
  writeFileSync(source, "x");
  await expect(wrong.put("public/aa/wrong.png", source, "image/png")).rejects.toThrow("403");
});

test("local: only its owner reads an object, whatever its source allows", async () => {
  writeFileSync(source, "x");
  chmodSync(source, 0o644);
  for (const key of ["private/ab/mode.png", "public/aa/mode.png"]) {
    await new LocalFiles(path.join(home, "local"), "secret").put(key, source);
    expect(statSync(path.join(home, "local", key)).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(path.join(home, "local", key))).mode & 0o777).toBe(0o700);
  }
});

test("a full object store is told like a full disk", async () => {
  const full = http.createServer((req, res) => res.writeHead(req.method === "HEAD" ? 404 : 507).end()).listen(0, "127.0.0.1");
  onTestFinished(() => void full.close());
  await once(full, "listening");
  const store = new S3Files({ ...s3, endpoint: `http://127.0.0.1:${(full.address() as AddressInfo).port}` }, "secret");
  writeFileSync(source, "x");
  for (const key of ["private/aa/full.png", "public/aa/full.png"])
    await expect(store.put(key, source, "image/png")).rejects.toMatchObject({ code: "ENOSPC" });
});

test("local: nothing but whole objects lies in the folder", () => {
  const names = readdirSync(path.join(home, "local"), { recursive: true, encoding: "utf8" });
  expect(names.filter((n) => n.startsWith("parts/"))).toEqual([]);
});

describe("links", () => {
  const now = new Date("2026-11-20T02:00:00Z");
  const partsOf = (url: string): [string | null, string | null] => {
    const query = new URL(url, "http://x").searchParams;
    return [query.get("e"), query.get("s")];
  };
  test("a private address is good for its seconds, for its key, and for no other secret", () => {
    const [e, s] = partsOf(signer.link("private/ab/abc.pdf", 60, now));
    expect(signer.secondsLeft("private/ab/abc.pdf", e, s, now)).toBe(60);
    expect(signer.secondsLeft("private/ab/abc.pdf", e, s, new Date(now.getTime() + 60_000))).toBe(0);
    expect(signer.secondsLeft("private/ab/abd.pdf", e, s, now)).toBe(0);
    expect(signer.secondsLeft("private/ab/abc.pdf", String(Number(e) + 60), s, now)).toBe(0);
    expect(new LinkSigner("other").secondsLeft("private/ab/abc.pdf", e, s, now)).toBe(0);
    for (const bad of [undefined, null, "", ["x"], 5]) expect(signer.secondsLeft("private/ab/abc.pdf", e, bad, now)).toBe(0);
  });
  test("public addresses carry no signature", () => expect(signer.link("public/aa/x.png", 60, now)).toBe("/storage/public/aa/x.png"));
  test("the secret is made once per data folder; with an object store it comes from there", () => {
    const dataDir = path.join(home, "data");
    expect(linkSecret({ s3: null, dataDir })).toBe(linkSecret({ s3: null, dataDir }));
    expect(linkSecret({ s3, dataDir })).toBe(linkSecret({ s3, dataDir: "/elsewhere" }));
    expect(openFiles({ s3: null, dataDir })).toBeInstanceOf(LocalFiles);
    expect(openFiles({ s3, dataDir })).toBeInstanceOf(S3Files);
  });
});
