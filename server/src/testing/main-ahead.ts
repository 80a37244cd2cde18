/** The server as main.ts runs it, on a clock so many milliseconds ahead of the machine's: `node main-ahead.ts 86400000`. */
import process from "node:process";
import { aheadBy } from "#kit/clock.ts";
import { runServer } from "../run-server.ts";

await runServer(aheadBy(Number(process.argv[2])));
