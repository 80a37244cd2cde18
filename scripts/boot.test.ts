import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { describe, expect, it, onTestFinished } from "vitest";

const PACKAGE = { "node_modules/thing": { version: "1.0.0" } };
const FOR_TESTS = { "node_modules/checker": { version: "2.0.0", dev: true } };

/** A project with boot.mjs, one command and, if wanted, installed packages. */
function project(script: string, installed: Record<string, unknown> | null = { ...PACKAGE, ...FOR_TESTS }): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), "vd-boot-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(path.join(dir, "scripts"));
  copyFileSync(path.join(import.meta.dirname, "boot.mjs"), path.join(dir, "scripts/boot.mjs"));
  for (const name of ["gen", "start"]) writeFileSync(path.join(dir, `scripts/${name}.ts`), script);
  writeFileSync(path.join(dir, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(dir, "package-lock.json"), JSON.stringify({ packages: { "": {}, ...PACKAGE, ...FOR_TESTS } }));
  // Stands for npm: remembers what it was asked, and installs.
  writeFileSync(
    path.join(dir, "npm.js"),
    `const fs = process.getBuiltinModule("node:fs"); fs.appendFileSync("npm.log", process.argv.slice(2).join(" ") + "\\n");
     if (fs.existsSync("npm-fails")) process.exit(1); fs.mkdirSync("node_modules", { recursive: true });`,
  );
  if (installed) {
    mkdirSync(path.join(dir, "node_modules"));
    writeFileSync(path.join(dir, "node_modules/.package-lock.json"), JSON.stringify({ packages: installed }));
  }
  return dir;
}
/** As on a machine whose own Node is another one: the packages bring theirs. */
function ownNode(dir: string): void {
  const bin = path.join(dir, `node_modules/node-${process.platform}-${process.arch}/bin`);
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, path.join(bin, "node"));
}
const env = (dir: string) => ({ ...process.env, npm_execpath: path.join(dir, "npm.js") });
const boot = (dir: string, ...args: string[]) =>
  spawnSync(process.execPath, ["scripts/boot.mjs", ...args], { cwd: dir, env: env(dir), encoding: "utf8" });
const npmCalls = (dir: string): string => (existsSync(path.join(dir, "npm.log")) ? readFileSync(path.join(dir, "npm.log"), "utf8") : "");

describe("the first step of every npm script", () => {
  it("says in one line what it does not know", () => {
    const dir = project("");
    for (const [args, line] of [
      [["fly"], "visadesk: unknown command fly; one of start, test, dev, verify, gen, new, bench, host, soak\n"],
      [["bench"], "visadesk: scripts/bench.ts is missing\n"],
    ] as const) {
      const done = boot(dir, ...args);
      expect(done.stderr).toBe(line);
      expect(done.status).toBe(1);
    }
  });

  it.each([
    ["in this process", () => undefined],
    ["on the Node of the packages", ownNode],
  ])("hands on arguments and exit code, %s", (_, prepare) => {
    const dir = project("const word: string = process.argv.slice(2).join('+'); console.log(word, process.cwd()); process.exitCode = 7;");
    prepare(dir);
    const done = boot(dir, "gen", "a", "--b");
    expect(done.stdout.trim()).toMatch(/^a\+--b .*vd-boot-/);
    expect(done.status).toBe(7);
    expect(npmCalls(dir)).toBe("");
  });

  it.each([
    ["in this process", () => undefined],
    ["on the Node of the packages", ownNode],
  ])("reads a server's first file from the compile cache already, %s", (_, prepare) => {
    const dir = project(
      'const cache = process.getBuiltinModule("node:module").getCompileCacheDir(); console.log(cache ?? "none", process.env["NODE_COMPILE_CACHE"] ?? "none");',
    );
    prepare(dir);
    expect(boot(dir, "start").stdout).toMatch(/node_modules.\.cache.visadesk\S* \S*vd-boot-\w+.node_modules.\.cache.visadesk\n$/);
    expect(boot(dir, "gen").stdout).toBe("none none\n");
  });

  it("installs what the lockfile says when packages are missing or of another version, and once", () => {
    const missing = project("console.log('ran')", null);
    expect(boot(missing, "gen").stdout).toBe("ran\n");
    expect(npmCalls(missing)).toMatch(/^ci .*--include=dev/);
    boot(missing, "gen");
    expect(npmCalls(missing).trim().split("\n")).toHaveLength(1);

    const old = project("console.log('ran')", { "node_modules/thing": { version: "0.9.0" } });
    boot(old, "gen");
    expect(npmCalls(old)).toMatch(/^ci /);
  });

  it("to serve needs no package of the tests; whoever tests next gets them", () => {
    const dir = project("console.log('ran')", null);
    boot(dir, "start");
    boot(dir, "start");
    expect(npmCalls(dir)).toMatch(/^ci --omit=dev [^\n]*\n$/);
    boot(dir, "gen");
    expect(npmCalls(dir).split("\n")[1]).toMatch(/^ci --include=dev/);
    boot(dir, "start");
    expect(npmCalls(dir).trim().split("\n")).toHaveLength(2);

    const byHand = project("console.log('ran')", PACKAGE);
    boot(byHand, "start");
    expect(npmCalls(byHand)).toBe("");
    boot(byHand, "gen");
    expect(npmCalls(byHand)).toMatch(/^ci --include=dev/);
  });

  it("ends in one line when the installation fails, and tries again next time", () => {
    const dir = project("console.log('ran')", null);
    writeFileSync(path.join(dir, "npm-fails"), "");
    const done = boot(dir, "gen");
    expect(done.status).toBe(1);
    expect(done.stdout).toBe("");
    expect(done.stderr.trim().split("\n").at(-1)).toBe("visadesk: npm ci failed; the lines above say why");
    rmSync(path.join(dir, "npm-fails"));
    expect(boot(dir, "gen").stdout).toBe("ran\n");
  });

  it("hands on signals", async () => {
    const dir = project("process.on('SIGTERM', () => process.exit(5)); console.log('up'); setInterval(() => {}, 1000);");
    ownNode(dir);
    const child = spawn(process.execPath, ["scripts/boot.mjs", "gen"], { cwd: dir, env: env(dir), stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.kill("SIGTERM");
    expect(await ended).toBe(5);
  });
});
