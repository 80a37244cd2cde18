/**
 * A server of one story's own, on its own copy of the demo business, whose clock the story moves: the server stops and goes on
 * so much later. Pages that were open are closed; whoever is asked for again signs in anew.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, inject } from "vitest";
import { msAhead } from "../../server/src/testing/set-clock.ts";
import { standOn, type StoryBrowser } from "./browser.ts";
import { moveAhead, storyAhead } from "./clock.ts";
import { makeDemo, startServer } from "./story-server.ts";

export interface OwnServer {
  /** Goes on at this time of Shanghai, which is still to come. */
  goOn(day: string, clock: string): Promise<void>;
}

async function businessIn(dataDir: string): Promise<void> {
  const spare = inject("spareDemo");
  if (spare !== null) return cpSync(spare, dataDir, { recursive: true });
  moveAhead(await makeDemo(dataDir));
}

/** Call at the top of a story, after its browser; the server ends with the file. */
export async function ownServer({ browser }: StoryBrowser): Promise<OwnServer> {
  const home = mkdtempSync(path.join(os.tmpdir(), "visadesk-own-"));
  const dataDir = path.join(home, "data");
  await businessIn(dataDir);
  let server = await startServer(dataDir, storyAhead());
  standOn(server.url);
  afterAll(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });
  return {
    goOn: async (day, clock) => {
      const ahead = msAhead(`${day}T${clock}:00+08:00`);
      if (ahead < storyAhead()) throw new Error(`${day} ${clock} is over`);
      await Promise.all(browser.contexts().map((c) => c.close()));
      await server.stop();
      moveAhead(ahead);
      server = await startServer(dataDir, ahead);
      standOn(server.url);
    },
  };
}
