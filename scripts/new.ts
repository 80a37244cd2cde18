/** `npm run new -- area/noun 名称 [permission]`: writes a new noun, from its table to its screens, and joins it to the rest. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { runNode } from "./lib/run.ts";
import { filesOf, parseNoun, wordsOf, type Noun } from "./lib/noun.ts";
import { joinsOf } from "./lib/noun-join.ts";

const root = path.resolve(import.meta.dirname, "..");
const at = (file: string): string => path.join(root, file);
const has = (file: string): boolean => existsSync(at(file));
const fail = (line: string): never => {
  console.error(line);
  process.exit(1);
};

function asked(): Noun {
  try {
    return parseNoun(process.argv.slice(2).filter((a) => a !== "--"));
  } catch (e) {
    return fail(e instanceof Error ? e.message : String(e));
  }
}
function write(file: string, text: string): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  console.log(`${has(file) ? "joined " : "written"} ${file}`);
  writeFileSync(at(file), text);
}

const noun = asked();
const numbers = readdirSync(at("server/migrations")).map((name) => Number(name.slice(0, 4)) || 0);
const files = filesOf(noun, Math.max(0, ...numbers) + 1);
const there = files.find((f) => has(f.path));
if (there) fail(`${there.path} exists already`);
const joins = joinsOf(wordsOf(noun), has);
for (const file of files) write(file.path, file.text);
const left: string[] = [];
for (const { file, line, add } of joins) {
  const text = add(has(file) ? readFileSync(at(file), "utf8") : "");
  if (text === null) left.push(`${file}: ${line}`);
  else write(file, text);
}
const touched = [...files.map((f) => f.path), ...joins.map((j) => j.file)].filter((f) => has(f) && !f.endsWith(".sql"));
runNode("node_modules/oxfmt/bin/oxfmt", [...new Set(touched)].map(at), { quiet: true });
runNode("scripts/gen.ts", []);
console.log(left.length > 0 ? `\nStill by hand:\n${left.join("\n")}` : "\nIt is whole; add its fields as docs/recipes.md says.");
