/** `npm test`: types, lint, all tests, the console's sizes and the browser stories. The last line counts them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { readReport, timesOf } from "./lib/report.ts";
import { buildConsole } from "./lib/build.ts";
import { failing, root, runNode, vitest } from "./lib/run.ts";

const reports = path.join(root, "node_modules/.cache/visadesk/reports");
let passed = 0;
let failed = 0;
const seconds = new Map<string, number>();
const steps: string[] = [];
const failures: string[] = [];

const took = (name: string, began: number): void => void steps.push(`${name} ${Math.round((performance.now() - began) / 1000)}`);

/** Runs a step and keeps how long it took. */
function timed<T>(name: string, run: () => T): T {
  const began = performance.now();
  const answer = run();
  took(name, began);
  return answer;
}

/** One run of the test runner; a project that cannot even start counts as a failure. */
function tests(name: string, projects: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  console.log(`— ${name}`);
  const file = path.join(reports, `${projects.join("-")}.json`);
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...projects.flatMap((p) => ["--project", p])];
  const code = timed(name, () => runNode(vitest, [...args, ...process.argv.slice(2)], { env }));
  const report = readReport(file, code, root);
  for (const [test, s] of report.seconds) seconds.set(test, s);
  passed += report.passed;
  failed += report.failed;
  failures.push(...report.failures);
}

/** The stories' demo business takes some minutes to make: beside the first steps, in a process of its own, since they block this one. */
function madeMeanwhile(dir: string): { ready: () => Promise<boolean> } {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const maker = spawn(process.execPath, ["e2e/lib/story-server.ts", dir], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(maker, "exit");
  return { ready: async () => (await ended)[0] === 0 };
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const demo = path.join(root, "node_modules/.cache/visadesk/stories");
const making = process.env["E2E_URL"] ? null : madeMeanwhile(demo);
const broken: string[] = timed("types", () =>
  failing("types of the contract", "types of the server", "types of the console", "types of the browser stories"),
);
broken.push(...timed("lint", () => failing("lint")));
tests("contract, console and scripts", ["contract", "console", "scripts"]);
tests("server", ["server"]);
if (!timed("build", buildConsole)) broken.push("build of the console");
broken.push(...failing("sizes of the console"));
const waiting = performance.now();
const made = (await making?.ready()) ?? false;
took("waiting for the demo business", waiting);
if (making && !made) broken.push("demo business of the stories");
tests("browser stories", ["e2e"], made ? { E2E_MADE: demo } : {});
rmSync(demo, { recursive: true, force: true });

failed += broken.length;
if (broken.length > 0) console.log(`not in order: ${broken.join(", ")}`);
console.log(`seconds of the steps: ${steps.join(" · ")}`);
for (const line of timesOf(seconds)) console.log(line);
for (const line of failures) console.log(`failed: ${line}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);
