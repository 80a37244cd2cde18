/**
 * Proof that the safeguards are tested: takes one check after another out of the source, runs the tests that guard it and
 * expects them to turn red. `node scripts/mutations.ts [name …]`. Works in place and puts every file back; refuses to
 * start while the work tree has changes.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { root, runNode, vitest } from "./lib/run.ts";
import { callMutations } from "./mutations/calls.ts";
import type { Mutation } from "./mutations/mutation.ts";
import { secretMutations } from "./mutations/secrets.ts";

const mutations: readonly Mutation[] = [...callMutations, ...secretMutations];

function changes(): string {
  return execFileSync("git", ["status", "--porcelain", "--untracked-files=no"], { cwd: root, encoding: "utf8" }).trim();
}

const runTests = ([project, file, name]: Mutation["tests"]): boolean =>
  runNode(vitest, ["run", "--project", project, file, ...(name === undefined ? [] : ["-t", name])], { quiet: true }) === 0;

/** Runs the guarding tests with the check taken out; true when they turned red. */
function isCaught(m: Mutation): boolean {
  const file = path.join(root, m.file);
  const source = readFileSync(file, "utf8");
  if (source.split(m.find).length !== 2) throw new Error(`${m.name}: ${m.file} does not hold the check exactly once`);
  writeFileSync(
    file,
    source.replace(m.find, () => m.replace),
  );
  try {
    return !runTests(m.tests);
  } finally {
    writeFileSync(file, source);
  }
}

if (changes()) {
  console.error("the work tree has changes; commit or stash them first");
  process.exit(1);
}
const wanted = process.argv.slice(2);
const sound = new Map<string, boolean>();
let missed = 0;
for (const m of mutations.filter((x) => wanted.length === 0 || wanted.includes(x.name))) {
  const key = m.tests.join(" ");
  // A test that fails anyway proves nothing.
  if (!sound.has(key)) sound.set(key, runTests(m.tests));
  const caught = sound.get(key) === true && isCaught(m);
  if (!caught) missed += 1;
  console.log(`${caught ? "red  " : "GREEN"}  ${m.name}  (${m.tests.slice(1).join(" · ")})`);
}
process.exitCode = missed === 0 ? 0 : 1;
