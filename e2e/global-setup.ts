/**
 * Once for all browser stories: a browser on this machine, and a server with its demo business on the stories' clock.
 * With E2E_URL the stories go to a demo server that runs already and take its time; while a story is written that saves its start.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { buildConsole } from "../scripts/lib/build.ts";
import { msAhead } from "../server/src/testing/set-clock.ts";
import { STORY_TIME } from "./clock.ts";
import { ensureBrowser } from "./install-browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    baseUrl: string;
    browserPath: string;
  }
}

const root = path.resolve(import.meta.dirname, "..");
/** Makes the demo business; minutes on a machine that does other things too. */
const START_MS = 900_000;

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
  });
  return promise;
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  for (const end = performance.now() + START_MS; performance.now() < end;) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error("the server ended while starting; its lines are above");
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    // The stories need all demo orders, which come while the door is open.
    if (answer?.ok && ((await answer.json()) as { first_load: object | null }).first_load === null) return;
    await sleep(200);
  }
  throw new Error(`the server was not ready within ${START_MS / 1000} s`);
}

/** Every answer of the server tells its clock, a refusal too. */
async function aheadOf(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/`, { method: "POST" });
  return msAhead(answer.headers.get("date") ?? "");
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  project.provide("browserPath", ensureBrowser());
  const running = process.env["E2E_URL"];
  if (running) {
    project.provide("baseUrl", running);
    project.provide("msAhead", await aheadOf(running));
    return undefined;
  }
  if (!buildConsole()) throw new Error("the console was not built; the lines above say why");
  // After the build, so that the stories begin at the time that was set.
  const ahead = msAhead(process.env["E2E_CLOCK"] ?? STORY_TIME);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "visadesk-e2e-"));
  const port = await freePort();
  const server = spawn(process.execPath, [path.join(root, "server/src/testing/main-ahead.ts"), String(ahead)], {
    cwd: root,
    env: { ...process.env, HOST: "127.0.0.1", PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: "", DEMO: "1", LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let stopping = false;
  const ended = new Promise<void>((resolve) => {
    server.once("exit", (code, signal) => {
      if (!stopping) console.error(`the stories' server ended by itself: ${signal ?? `code ${code}`}`);
      resolve();
    });
  });
  const stop = async (): Promise<void> => {
    stopping = true;
    server.kill("SIGTERM");
    const late = setTimeout(() => server.kill("SIGKILL"), 20_000);
    await ended;
    clearTimeout(late);
    rmSync(dataDir, { recursive: true, force: true });
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  try {
    await ready(baseUrl, server);
  } catch (e) {
    await stop();
    throw e;
  }
  project.provide("baseUrl", baseUrl);
  project.provide("msAhead", ahead);
  return stop;
}
