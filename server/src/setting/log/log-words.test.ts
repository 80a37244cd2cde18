import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { LOG_NOUNS } from "@visadesk/contract/setting/log-words.ts";

const src = path.join(import.meta.dirname, "../..");

test("every noun that an act notes has its Chinese word in the log", () => {
  const files = globSync("**/*.ts", { cwd: src, exclude: (f) => f.endsWith(".test.ts") || f.endsWith(".gen.ts") });
  const noted = files.flatMap((f) => [...readFileSync(path.join(src, f), "utf8").matchAll(/\bnoun: "([a-z_]+)"/g)].map((m) => m[1] ?? ""));
  expect(noted.length).toBeGreaterThan(100);
  expect([...new Set(noted)].filter((noun) => !(noun in LOG_NOUNS))).toEqual([]);
});
