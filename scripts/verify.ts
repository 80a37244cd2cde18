/** `npm run verify`: everything short of a browser, before a change is handed in. */
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
if (runNode(vitest, ["run", "--project", "!e2e"]) !== 0) failed.push("tests");
console.log(failed.length === 0 ? "verified" : `not in order: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
