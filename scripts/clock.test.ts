/** Business time comes from the one clock, and in tests from a time that they set: nothing else asks the machine's. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const JAVASCRIPT = /\bDate\.now\(\)|\bnew Date\(\)|(?<![.\w])Date\(\)|\bdayjs\(\)/;
const SQL = /\b(?:clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\b(?:current_date|current_timestamp|localtimestamp)\b/i;
/** `now()` that stands neither behind an object nor in a file with a `now` of its own is the database's. */
const SQL_NOW = /(?<![\w.])now\(\)/i;

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
function asks(text: string, also?: RegExp): string[] {
  const code = withoutComments(text);
  const own = /\b(?:const|function) now\b|\bimport \{[^}]*\bnow\b[^}]*\}/.test(code);
  return [JAVASCRIPT, SQL, ...(own ? [] : [SQL_NOW]), ...(also ? [also] : [])].flatMap((p) => p.exec(code)?.[0] ?? []);
}
function offenders(patterns: readonly string[], allowed: readonly string[], also?: RegExp): string[] {
  const files = patterns.flatMap((p) => globSync(p, { cwd: root })).map((f) => f.replaceAll(path.sep, "/"));
  expect(files.length).toBeGreaterThan(10);
  return files
    .filter((f) => !allowed.includes(f))
    .flatMap((f) => asks(readFileSync(path.join(root, f), "utf8"), also).map((found) => `${f}: ${found}`));
}
const isTest = (file: string): boolean => /\.test\.ts$|\/testing\//.test(file);

describe("no test and no story asks the machine's clock", () => {
  it("knows the ways to ask", () => {
    const ways = ["Date.now()", "new Date()", "Date()", "dayjs()", "at < now()", "current_date - 1", "clock_timestamp()"];
    for (const way of ways) expect(asks(`x(${way})`), way).toHaveLength(1);
    for (const fine of ["clock.now()", "new Date(now)", "// Date.now()", "const now = () => at; now()"])
      expect(asks(fine), fine).toEqual([]);
  });

  // Tests of the console read Date, which their set-up has moved to a set day (console/src/testing/setup.test.tsx).
  it("of the contract, the server, the scripts and in the browser", () => {
    const tests = ["{contract,server}/src/**/*.test.ts", "server/src/testing/**/*.ts", "scripts/**/*.test.ts", "e2e/**/*.ts"];
    const meets = ["server/src/testing/set-clock.ts", "scripts/clock.test.ts"];
    expect(offenders(tests, meets, /\bsystemClock\b/)).toEqual([]);
  });
});

it("the server asks no clock but its own for a business time", () => {
  const machine = [
    "server/src/kit/clock.ts",
    "server/src/kit/call/logger.ts",
    // Which process holds the directory, and since when.
    "server/src/kit/db/embedded/embedded-lock.ts",
    // How long an answer of the health page may be told again.
    "server/src/kit/http/http.ts",
    // How old is what another machine's process left behind.
    "server/src/kit/files/work-files.ts",
    // When a migration ran.
    "server/src/kit/db/migrate.ts",
    // What the calendar in memory is renewed by.
    "server/src/base-data/calendar/calendar-day.sql.ts",
  ];
  const sources = globSync("server/src/**/*.ts", { cwd: root }).filter((f) => !isTest(f.replaceAll(path.sep, "/")));
  expect(offenders(sources, machine)).toEqual([]);
});
