/**
 * `npm run verify`: everything short of a browser, before a change is handed in. `-- --quick` takes the checks and the loops that know every noun,
 * field and screen, while one is at it.
 */
import process from "node:process";
import { failing, runNode, vitest, type Check } from "./lib/run.ts";

const names = [
  "format",
  "lint",
  "types of the contract",
  "types of the server",
  "types of the console",
  "types of the browser stories",
  "generated files",
  "unused code",
] as const;
const failed: (Check | "tests")[] = failing(...names);
/** What a new field, noun or screen turns red first. */
const LOOPS = [
  ...["nouns", "fields", "updates", "list-filter", "exports", "scope", "personal", "versions"].map(
    (name) => `server/src/testing/loops/${name}.test.ts`,
  ),
  "console/src/kit/form/form-loop.test.ts",
  "console/src/screens.test.ts",
  "scripts/labels.test.ts",
  "scripts/rooms.test.ts",
];
const tests = process.argv.includes("--quick") ? LOOPS : ["--project", "!e2e"];
if (runNode(vitest, ["run", ...tests]) !== 0) failed.push("tests");
console.log(failed.length === 0 ? "verified" : `not in order: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
