/** Read config → open the database → migrate → first data → listen → start jobs; end in the opposite order. */
import { enableCompileCache } from "node:module";
import path from "node:path";
import process from "node:process";

// Kept beside the packages: the second start neither strips types nor compiles. Everything else is imported after it.
enableCompileCache(path.resolve(import.meta.dirname, "../../node_modules/.cache/visadesk"));
const { ConfigError, readConfig } = await import("#kit/config.ts");
const { DirectoryInUse } = await import("#kit/embedded-lock.ts");
const { giveBack } = await import("#kit/memory.ts");
const { SealKeyError } = await import("#kit/seal-keys.ts");
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
  const expected = [ConfigError, DirectoryInUse, SealKeyError].some((e) => error instanceof e);
  console.error(expected && error instanceof Error ? error.message : error);
  process.exit(1);
}
