/** Read config → open the database → migrate → first data → listen → start jobs; end in the opposite order. */
import process from "node:process";
import { allApi } from "@visadesk/contract/index.ts";
import type { Clock } from "#kit/clock.ts";
import { readConfig } from "#kit/config.ts";
import { forgetSteps, giveBack } from "#kit/call/memory.ts";
import { StartRefused } from "#kit/http/start-refused.ts";
import { start } from "./start.ts";

/** Runs the server in this process until a signal ends it. */
export async function runServer(clock: Clock): Promise<void> {
  try {
    const running = await start(readConfig(process.env), clock);
    // Not before it answers: whoever waits for the start would wait for this too.
    setTimeout(() => {
      forgetSteps(allApi);
      giveBack();
    }, 500).unref();
    let stopping = false;
    const stop = (): void => {
      if (stopping) process.exit(1);
      stopping = true;
      void running.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  } catch (error) {
    console.error(error instanceof StartRefused ? error.message : error);
    process.exit(1);
  }
}
