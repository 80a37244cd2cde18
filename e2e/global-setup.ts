/**
 * Once for all browser stories: a browser on this machine, and for each lane of stories a server with a demo business of its own,
 * on the stories' clock. With E2E_URL the stories go one by one to a demo server that runs already and take its time; while a
 * story is written that saves its start.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import type { TestProject } from "vitest/node";
import { buildConsole } from "../scripts/lib/build.ts";
import { msAhead } from "../server/src/testing/set-clock.ts";
import { ensureBrowser } from "./lib/install-browser.ts";
import { madeAhead, makeDemo, startServer, type StoryServer } from "./lib/story-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** One for each lane. */
    baseUrls: string[];
    /** A demo business that no server runs on, for stories that move the clock; null: they make their own. */
    spareDemo: string | null;
    browserPath: string;
  }
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
    project.provide("baseUrls", [running]);
    project.provide("msAhead", await aheadOf(running));
    project.provide("spareDemo", null);
    return undefined;
  }
  if (!buildConsole()) throw new Error("the console was not built; the lines above say why");
  const home = mkdtempSync(path.join(os.tmpdir(), "visadesk-e2e-"));
  const servers: StoryServer[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((s) => s.stop()));
    rmSync(home, { recursive: true, force: true });
  };
  try {
    // Made beforehand by `npm test`, or now.
    const made = process.env["E2E_MADE"] ?? path.join(home, "made");
    if (!process.env["E2E_MADE"]) await makeDemo(made);
    const ahead = madeAhead(made);
    // The first lane uses up what was made, the others copies of it.
    const copies = Array.from({ length: project.config.maxWorkers - 1 }, (_, i) => path.join(home, `lane-${i + 2}`));
    const spare = path.join(home, "spare");
    for (const copy of [...copies, spare]) cpSync(made, copy, { recursive: true });
    for (const dataDir of [made, ...copies]) servers.push(await startServer(dataDir, ahead));
    project.provide("msAhead", ahead);
    project.provide("spareDemo", spare);
  } catch (e) {
    await stop();
    throw e;
  }
  project.provide(
    "baseUrls",
    servers.map((s) => s.url),
  );
  return stop;
}
