/** Runs the project's own tools on this Node, from its root. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import process from "node:process";

export const root = path.resolve(import.meta.dirname, "../..");

/** Exit code of `node <file> ...args`; everything it says goes to our own output. */
export function runNode(
  file: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; quiet?: boolean } = {},
): number {
  const done = spawnSync(process.execPath, [path.join(root, file), ...args], {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", options.quiet ? "ignore" : "inherit", "inherit"],
  });
  return done.status ?? 1;
}

const tsc = "node_modules/typescript/bin/tsc";
const oxlint = "node_modules/oxlint/bin/oxlint";
const oxfmt = "node_modules/oxfmt/bin/oxfmt";
const knip = "node_modules/knip/bin/knip.js";
export const vitest = "node_modules/vitest/vitest.mjs";

/** What was found out of the files that stay as they are is kept from run to run. */
const types = (room: string): number =>
  runNode(tsc, ["-p", room, "--incremental", "--tsBuildInfoFile", path.join(root, `node_modules/.cache/visadesk/types/${room}.json`)]);

/** The checks that need no test runner: name and exit code. */
export const checks = {
  format: () => runNode(oxfmt, ["--check"]),
  lint: () => runNode(oxlint, []),
  "types of the contract": () => types("contract"),
  "types of the server": () => types("server"),
  "types of the console": () => types("console"),
  "types of the browser stories": () => types("e2e"),
  "generated files": () => runNode("scripts/gen.ts", ["--check"]),
  "unused code": () => runNode(knip, []),
  "sizes of the console": () => runNode("scripts/sizes.ts", []),
} as const satisfies Record<string, () => number>;
export type Check = keyof typeof checks;

/** Names of the checks that failed. */
export const failing = (...names: readonly Check[]): Check[] =>
  names.filter((name) => {
    console.log(`— ${name}`);
    return checks[name]() !== 0;
  });
