/** `npm run gen`: writes what is derived from migrations and contract. With --check only says whether it is fresh. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { endpointsPage, permissionsPage } from "./gen/docs.ts";
import { tablesFile } from "./gen/tables.ts";

const root = path.resolve(import.meta.dirname, "..");
const checkOnly = process.argv.includes("--check");
const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

const outputs: Record<string, string> = {
  "server/src/kit/db/tables.gen.ts": await tablesFile(),
  "docs/gen/endpoints.md": await endpointsPage(),
  "docs/gen/permissions.md": permissionsPage(),
};
const stale = Object.entries(outputs).filter(([name, text]) => read(path.join(root, name)) !== text);
for (const [name, text] of checkOnly ? [] : stale) {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
  console.log(`written ${name}`);
}
if (checkOnly && stale.length > 0) {
  console.error(`out of date, run npm run gen: ${stale.map(([name]) => name).join(", ")}`);
  process.exitCode = 1;
}
