/** A version is compared and raised by the kit alone (saveRow, saveRows, raised, moveRow): by hand one of the two is forgotten. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const BY_HAND: Readonly<Record<string, string>> = {
  "order/demo/refund.ts": "demo refunds grow in memory and are written once",
  "order/demo/trace.ts": "demo orders grow in memory and are written once",
};
const WRITES = /\bversion\s*[:=][^,;}]*\bversion\s*\+\s*1|\bversion\s*:\s*\w+\(\s*"version"|\bset version\b/;

const cwd = new URL("../server/src/", import.meta.url);
const files = globSync("**/*.ts", { cwd }).filter((f) => !f.includes(".test.") && !f.startsWith("kit/noun/"));

test("nobody writes a version by hand; a list that names one too many is red as well", () => {
  expect(files.filter((f) => WRITES.test(readFileSync(new URL(f, cwd), "utf8"))).sort()).toEqual(Object.keys(BY_HAND).sort());
});

test.each([
  "version = version + 1",
  "version: head.version + 1",
  'version: e("version", "+", 1)',
  "version = a.version + 1",
  "set version = 2",
])("%s is found", (by) => expect(by).toMatch(WRITES));
