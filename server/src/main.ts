/** The server on the machine's clock. */
import { enableCompileCache } from "node:module";
import path from "node:path";

// Kept beside the packages: the second start neither strips types nor compiles. Everything else is imported after it.
enableCompileCache(path.resolve(import.meta.dirname, "../../node_modules/.cache/visadesk"));
const { systemClock } = await import("#kit/clock.ts");
const { runServer } = await import("./run-server.ts");
await runServer(systemClock);
