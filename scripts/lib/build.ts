/** Builds the console into console/dist when its sources, or the signing pair it carries, have changed. */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { DEV_ACCESS_KEY, DEV_ACCESS_SECRET } from "@visadesk/contract/kit/constants.ts";
import { root, runNode } from "./run.ts";

const SOURCES = [
  "console/{src,public}/**/*",
  "contract/src/**/*.ts",
  "console/{index.html,vite.config.ts,package.json}",
  "package-lock.json",
];
const dist = path.join(root, "console/dist");
const marker = path.join(dist, ".sources");

const signingPair = (): Record<string, string> => ({
  VITE_ACCESS_KEY: process.env["ACCESS_KEY"] || DEV_ACCESS_KEY,
  VITE_ACCESS_SECRET: process.env["ACCESS_SECRET"] || DEV_ACCESS_SECRET,
});

function sourcesHash(): string {
  const hash = createHash("sha256").update(JSON.stringify(signingPair()));
  const isTest = (name: string): boolean => /\.test\.tsx?$|\/testing\//.test(name);
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).filter(
    (f) => !isTest(f) && statSync(path.join(root, f)).isFile(),
  );
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest("hex");
}

/** True when console/dist is up to date at the end. */
export function buildConsole(): boolean {
  const hash = sourcesHash();
  if (existsSync(path.join(dist, "index.html")) && existsSync(marker) && readFileSync(marker, "utf8") === hash) return true;
  console.log("building the console");
  const args = ["build", "--manifest", "--logLevel", "warn"];
  const code = runNode("node_modules/vite/bin/vite.js", args, {
    cwd: path.join(root, "console"),
    env: { ...signingPair(), NODE_ENV: "production" },
  });
  if (code === 0) writeFileSync(marker, hash);
  return code === 0;
}
