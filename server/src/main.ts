/** Read config → open the database → migrate → first data → listen → start jobs; end in the opposite order. */
import { enableCompileCache } from "node:module";
import path from "node:path";
import process from "node:process";

// Kept beside the packages: the second start neither strips types nor compiles. Everything else is imported after it.
enableCompileCache(path.resolve(import.meta.dirname, "../../node_modules/.cache/visadesk"));
const { readConfig } = await import("#kit/config.ts");
const { giveBack } = await import("#kit/memory.ts");
const { StartRefused } = await import("#kit/start-refused.ts");
const { start } = await import("./start.ts");

try {
  const running = await start(readConfig(process.env));
  // Not before it answers: whoever waits for the start would wait for this too.
  setTimeout(giveBack, 500).unref();
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
