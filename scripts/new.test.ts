import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { expect, it, onTestFinished } from "vitest";
import { filesOf, parseNoun } from "./lib/noun.ts";

const root = path.resolve(import.meta.dirname, "..");
const ROOMS = ["contract", "server", "console"];

/** The project in another folder, with its own rooms and our packages. */
function copyOfProject(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), "vd-new-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const wanted = (source: string): boolean => !/\/(node_modules|dist|\.git|data)$/.test(source);
  for (const name of [...ROOMS, "scripts", "e2e", "package.json", "tsconfig.base.json", ".oxfmtrc.json", ".oxlintrc.json"]) {
    cpSync(path.join(root, name), path.join(dir, name), { recursive: true, filter: wanted });
  }
  mkdirSync(path.join(dir, "node_modules/@visadesk"), { recursive: true });
  for (const name of readdirSync(path.join(root, "node_modules"))) {
    if (name !== "@visadesk" && name !== ".cache") symlinkSync(path.join(root, "node_modules", name), path.join(dir, "node_modules", name));
  }
  for (const room of ROOMS) {
    symlinkSync(path.join(dir, room), path.join(dir, "node_modules/@visadesk", room));
    const own = path.join(root, room, "node_modules");
    for (const name of readdirSync(path.join(root, room)).includes("node_modules") ? readdirSync(own) : []) {
      mkdirSync(path.join(dir, room, "node_modules"), { recursive: true });
      symlinkSync(path.join(own, name), path.join(dir, room, "node_modules", name));
    }
  }
  return dir;
}

it("writes files that compile, pass lint and format, in every room", { timeout: 120_000 }, () => {
  const dir = copyOfProject();
  const run = (file: string, ...args: string[]): string => execFileSync(process.execPath, [file, ...args], { cwd: dir, encoding: "utf8" });
  const said = run("scripts/new.ts", "base-data/sample-entry");
  expect(said).toContain("written console/src/base-data/sample-entry-list.tsx");
  const files = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter(
    (f) => /sample[-_]entry[^/]*\.\w+$/.test(f) && !f.startsWith("node_modules"),
  );
  expect(files.length).toBe(6);
  // The state of everything else is the business of the type check itself.
  const types = ROOMS.map(
    (room) => spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", room], { cwd: dir, encoding: "utf8" }).stdout,
  );
  expect(
    types
      .join("\n")
      .split("\n")
      .filter((line) => line.includes("sample-entry")),
  ).toEqual([]);
  run("node_modules/oxfmt/bin/oxfmt", "--check", ...files.filter((f) => !f.endsWith(".sql")));
  run("node_modules/oxlint/bin/oxlint", ...files.filter((f) => !f.endsWith(".sql")));
});

it("refuses what is no noun of an area", () => {
  expect(() => parseNoun(undefined)).toThrow("usage");
  expect(() => parseNoun("order/Bad_Name")).toThrow("usage");
  expect(() => parseNoun("nowhere/thing")).toThrow("no area nowhere");
});

it("names table, endpoint and code after the noun", () => {
  const [migration, contract] = filesOf({ area: "order", noun: "evaluate-reply" }, 12);
  expect(migration?.path).toBe("server/migrations/0012_evaluate_reply.sql");
  expect(migration?.text).toContain("create table evaluate_replies (");
  expect(contract?.text).toContain("evaluate_reply_query: list(");
  expect(contract?.text).toContain("export const evaluateReplyApi = api({");
});
