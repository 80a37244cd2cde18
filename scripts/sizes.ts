/**
 * Budgets of the built console in gzip, JavaScript that a cold visit requests: the sign-in page, every list page
 * and everything together without the lazily loaded extras.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { gzipSync } from "node:zlib";
import * as z from "zod";
import { root } from "./lib/run.ts";

const KB = 1000;
/** `all` is nobody's download: a guard against weight without screens, about 9 kB a screen over what all share; raised with every area that is added. */
const BUDGETS = { login: 130 * KB, list: 380 * KB, all: 1700 * KB } as const;
const ENTRY = "index.html";
const LOGIN = "src/account/login.tsx";
/** The frame around every page but sign-in. */
const FRAME = "src/shell/frame.tsx";
const LIST = /^src\/.+-list\.tsx$/;
/** Loaded by the few pages that need them. */
const EXTRAS = /chart|rich-text|crop|sortable/;

const dist = path.join(root, "console/dist");
const chunkShape = z.object({ file: z.string(), imports: z.array(z.string()).default([]) });
type Chunks = Readonly<Record<string, z.infer<typeof chunkShape>>>;

/** Files of these chunks with all they import at once. */
function requested(chunks: Chunks, keys: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = chunks[key];
    if (!chunk || files.has(chunk.file)) return;
    if (chunk.file.endsWith(".js")) files.add(chunk.file);
    chunk.imports.forEach(visit);
  };
  keys.forEach(visit);
  return files;
}

const sizes = new Map<string, number>();
function gzipped(file: string): number {
  const known = sizes.get(file) ?? gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length;
  sizes.set(file, known);
  return known;
}
const total = (files: Iterable<string>): number => [...files].reduce((sum, f) => sum + gzipped(f), 0);

function report(name: string, size: number, budget: number): boolean {
  const ok = size <= budget;
  console.log(`${ok ? "  " : "! "}${name}: ${(size / KB).toFixed(1)} kB of ${budget / KB}`);
  return ok;
}

function main(): boolean {
  const file = path.join(dist, ".vite/manifest.json");
  if (!existsSync(file)) {
    console.error("the console is not built: console/dist/.vite/manifest.json is missing");
    return false;
  }
  const chunks = z.record(z.string(), chunkShape).parse(JSON.parse(readFileSync(file, "utf8")));
  const lists = Object.keys(chunks)
    .filter((k) => LIST.test(k))
    .sort();
  const missing = [...[ENTRY, LOGIN, FRAME].filter((k) => !chunks[k]), ...(lists.length > 0 ? [] : ["any list page"])];
  if (missing.length > 0) console.error(`the build has no chunk of its own for ${missing.join(", ")}`);
  const everything = Object.entries(chunks).filter(([key, c]) => c.file.endsWith(".js") && !EXTRAS.test(key));
  const results = [
    report("sign-in", total(requested(chunks, [ENTRY, LOGIN])), BUDGETS.login),
    ...lists.map((k) => report(k, total(requested(chunks, [ENTRY, FRAME, k])), BUDGETS.list)),
    report("everything", total(new Set(everything.map(([, c]) => c.file))), BUDGETS.all),
  ];
  return missing.length === 0 && results.every(Boolean);
}

process.exitCode = main() ? 0 : 1;
