/** `npm run new -- area/noun`: writes the files of a new noun and says which lines join it to the rest. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { runNode } from "./lib/run.ts";
import { filesOf, parseNoun, remaining, type Noun } from "./lib/noun.ts";

const root = path.resolve(import.meta.dirname, "..");
const fail = (line: string): never => {
  console.error(line);
  process.exit(1);
};

function asked(): Noun {
  try {
    return parseNoun(process.argv.slice(2).find((a) => a !== "--"));
  } catch (e) {
    return fail(e instanceof Error ? e.message : String(e));
  }
}

const noun = asked();
const numbers = readdirSync(path.join(root, "server/migrations")).map((name) => Number(name.slice(0, 4)) || 0);
const files = filesOf(noun, Math.max(0, ...numbers) + 1);
const there = files.find((f) => existsSync(path.join(root, f.path)));
if (there) fail(`${there.path} exists already`);
for (const file of files) {
  mkdirSync(path.dirname(path.join(root, file.path)), { recursive: true });
  writeFileSync(path.join(root, file.path), file.text);
  console.log(`written ${file.path}`);
}
runNode(
  "node_modules/oxfmt/bin/oxfmt",
  files.map((f) => path.join(root, f.path)),
  { quiet: true },
);
runNode("scripts/gen.ts", []);
console.log(`\nStill by hand:\n${remaining(noun).join("\n")}`);
