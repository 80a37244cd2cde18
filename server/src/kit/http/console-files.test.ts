/** The built console as browsers, proxies and probes ask for it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { partsFor } from "../../testing/ctx.ts";
import { testDatabase } from "../../testing/database.ts";
import { quietHttp } from "../../testing/quiet-http.ts";
import { createHttp } from "./http.ts";

const dir = mkdtempSync(path.join(os.tmpdir(), "vd-console-"));
const PAGE = `<!doctype html><title>VisaDesk</title>${"<p>x</p>".repeat(300)}`;
const SCRIPT = `console.log(${JSON.stringify("x".repeat(3000))})`;
function put(name: string, text: string, compressed = true): void {
  const file = path.join(dir, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  if (!compressed) return;
  writeFileSync(`${file}.gz`, gzipSync(text));
  writeFileSync(`${file}.br`, brotliCompressSync(text));
}
put("index.html", PAGE);
put("assets/main.js", SCRIPT);
put("assets/plain.txt", "plain", false);
put(".vite/manifest.json", "{}");
put(".sources", "secret of the build", false);
put("assets/.hidden", "hidden", false);

const { db } = await testDatabase();
const app = await createHttp({
  ...partsFor(db),
  ...quietHttp,
  consoleDir: dir,
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true, force: true });
});

const ask = (url: string, encoding?: string, method: "GET" | "HEAD" = "GET") =>
  app.inject({ method, url, headers: encoding === undefined ? {} : { "accept-encoding": encoding } });
const opened = (body: Buffer, encoding: unknown): string =>
  (encoding === "gzip" ? gunzipSync(body) : encoding === "br" ? brotliDecompressSync(body) : body).toString();

const ENCODINGS = [undefined, "", "identity", "gzip", "br", "gzip, deflate, br", "deflate", "*", "gzip;q=0", "identity;q=0, gzip", "zstd"];
const WANTED: Readonly<Record<string, string>> = { gzip: "gzip", br: "br", "identity;q=0, gzip": "gzip" };

test.each(ENCODINGS)("the page, a route of it and a file for Accept-Encoding %s", async (accept) => {
  for (const [url, text] of [
    ["/", PAGE],
    ["/?from=mail", PAGE],
    ["/orders/7?tab=log", PAGE],
    ["/assets", PAGE],
    ["/assets/", PAGE],
    ["/index.html", PAGE],
    ["/assets/main.js", SCRIPT],
    ["/assets/plain.txt", "plain"],
  ] as const) {
    const a = await ask(url, accept);
    expect([a.statusCode, opened(a.rawPayload, a.headers["content-encoding"])], url).toEqual([200, text]);
    if (text !== "plain" && WANTED[accept ?? ""]) expect(a.headers["content-encoding"], url).toBe(WANTED[accept ?? ""]);
    expect(a.headers["cache-control"], url).toBe(text !== PAGE ? "public, max-age=31536000, immutable" : "no-cache");
    expect(a.headers["content-type"], url).toMatch(
      text === PAGE ? /^text\/html; charset=utf-8$/i : /^(application\/javascript|text\/plain)/,
    );
    expect(a.headers["content-security-policy"], url).toContain("default-src 'self'");
    const head = await ask(url, accept, "HEAD");
    expect([head.statusCode, head.body, head.headers["content-type"]], `HEAD ${url}`).toEqual([200, "", a.headers["content-type"]]);
  }
});

test.each([
  "/.vite",
  "/.vite/",
  "/.vite/manifest.json",
  "/.sources",
  "/%2esources",
  "/%2Evite/manifest.json",
  "/assets/.hidden",
  "/.env",
  "/./.sources",
])("nothing behind a dot: %s", async (url) => {
  for (const accept of ENCODINGS)
    for (const method of ["GET", "HEAD"] as const) {
      const a = await ask(url, accept, method);
      expect([403, 404], `${method} ${accept}`).toContain(a.statusCode);
      expect(opened(a.rawPayload, a.headers["content-encoding"])).not.toMatch(/secret of the build|hidden|^\{\}$/);
    }
});

test.each(["/no-such.js", "/assets/no-such.js", "/api/x", "/storage/x", "/../package.json", "/%2e%2e/package.json"])(
  "404, not the page: %s",
  async (url) => {
    for (const accept of ENCODINGS) expect((await ask(url, accept)).statusCode, String(accept)).toBe(404);
  },
);
