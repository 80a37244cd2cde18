import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { expect, it, onTestFinished } from "vitest";
import { joinsOf } from "./lib/noun-join.ts";
import { filesOf, parseNoun, wordsOf } from "./lib/noun.ts";

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

it(
  "writes a noun that compiles, passes lint and format and stands in every list, in an area with a door and in one without",
  { timeout: 300_000 },
  () => {
    const dir = copyOfProject();
    const run = (file: string, ...args: string[]): string =>
      execFileSync(process.execPath, [file, ...args], { cwd: dir, encoding: "utf8" });
    for (const [noun, label] of [
      ["base-data/sample-entry", "样例"],
      ["peer/sample-entry-of-peer", "同行样例"],
    ] as const) {
      const said = run("scripts/new.ts", noun, label);
      expect(said).toContain("It is whole");
      expect(said).not.toContain("by hand");
    }
    const files = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter(
      (f) => /sample[-_]entry[^/]*\.\w+$/.test(f) && !f.startsWith("node_modules"),
    );
    expect(files.length).toBe(18);
    // The state of everything else is the business of the type check itself.
    const types = ROOMS.map(
      (room) => spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", room], { cwd: dir, encoding: "utf8" }).stdout,
    );
    expect(types.join("\n").trim()).toBe("");
    const code = [...files.filter((f) => !f.endsWith(".sql")), "contract/src/index.ts", "server/src/areas.ts", "console/src/screens.ts"];
    run("node_modules/oxfmt/bin/oxfmt", "--check", ...code);
    // Rules that read types take minutes beside other tests; the suite's own lint has them.
    const rules = path.join(dir, ".oxlintrc.json");
    writeFileSync(rules, readFileSync(rules, "utf8").replace('"typeAware": true', '"typeAware": false'));
    run("node_modules/oxlint/bin/oxlint", ...code);
  },
);

it("refuses what is no noun of an area, and a permission that is none", () => {
  expect(() => parseNoun([])).toThrow("usage");
  expect(() => parseNoun(["order/evaluate-reply"])).toThrow("usage");
  expect(() => parseNoun(["order/Bad_Name", "名"])).toThrow("usage");
  expect(() => parseNoun(["nowhere/thing", "名"])).toThrow("no area nowhere");
  expect(() => parseNoun(["order/thing", "名", "none"])).toThrow("no permission none");
});

it("names table, endpoint, path and code after the noun; its permission is its own or its area's", () => {
  const noun = parseNoun(["order/evaluate-reply", "评价回复"]);
  expect(noun.may).toBe("order_view");
  expect(parseNoun(["order/order-evaluate", "订单评价"]).may).toBe("order_evaluate");
  const files = new Map(filesOf(noun, 12).map((f) => [f.path, f.text]));
  expect(files.get("server/migrations/0012_evaluate_reply.sql")).toContain("create table evaluate_replies (");
  expect(files.get("contract/src/order/evaluate-reply.ts")).toContain('evaluate_reply_query: list("评价回复列表", may.order_view, {');
  expect([...files.values()].join("")).not.toMatch(/[«»]/);
  expect(wordsOf(parseNoun(["supplier/supplier", "供应商"])).path).toBe("/supplier");
});

it("what is not where it was is left to a hand, never written elsewhere", () => {
  const words = wordsOf(parseNoun(["order/evaluate-reply", "评价回复"]));
  const [first] = joinsOf(words, () => true);
  expect(first?.add("nothing like it")).toBeNull();
  expect(first?.line).toContain("evaluateReplyApi");
});
