/** The server as main.ts runs it, on a clock so many milliseconds ahead of the machine's: `node main-ahead.ts 86400000`. */
import { enableCompileCache } from "node:module";
import path from "node:path";
import process from "node:process";

enableCompileCache(path.resolve(import.meta.dirname, "../../../node_modules/.cache/visadesk"));
const { aheadBy } = await import("#kit/clock.ts");
const { runServer } = await import("../run-server.ts");
await runServer(aheadBy(Number(process.argv[2])));
