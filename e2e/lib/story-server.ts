/**
 * Servers for the stories. Their demo business is made once, in a directory that the first server takes and the others get
 * copies of; `npm test` has it made while other tests run: `node e2e/lib/story-server.ts <directory>`.
 */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../server/src/testing/process.ts";
import { msAhead } from "../../server/src/testing/set-clock.ts";

/** Tuesday 10:00 in Shanghai. */
const STORY_TIME = "2026-11-24T02:00:00.000Z";
const root = path.resolve(import.meta.dirname, "../..");
/** Makes the demo business: minutes, and many more beside other work on a slow machine. */
const START_MS = 3_600_000;
/** Says that the business in the directory is whole, and how far ahead of the machine's clock it was made. */
const markerOf = (dataDir: string): string => path.join(dataDir, ".made");

export interface StoryServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A server on this directory, once all demo orders are there. */
export async function startServer(dataDir: string, ahead: number): Promise<StoryServer> {
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
  };
  const url = `http://127.0.0.1:${port}`;
  for (const end = performance.now() + START_MS; performance.now() < end;) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error("the server ended while starting; its lines are above");
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok && ((await answer.json()) as { first_load: object | null }).first_load === null) return { url, stop };
    await sleep(200);
  }
  await stop();
  throw new Error(`the server was not ready within ${START_MS / 1000} s`);
}

/** Fills an empty directory; answers how far ahead of the machine's clock it was made. */
export async function makeDemo(dataDir: string): Promise<number> {
  const ahead = msAhead(process.env["E2E_CLOCK"] ?? STORY_TIME);
  const server = await startServer(dataDir, ahead);
  await server.stop();
  writeFileSync(markerOf(dataDir), String(ahead));
  return ahead;
}

/** How far ahead the business was made: the stories' clock goes on from there. */
export const madeAhead = (dataDir: string): number => Number(readFileSync(markerOf(dataDir), "utf8"));

if (import.meta.main) await makeDemo(path.resolve(process.argv[2] ?? ""));
