/** `npm run host -- <command>`: see server/src/host.ts. */
import process from "node:process";
import { hostMain } from "../server/src/host.ts";

process.exitCode = await hostMain(process.argv.slice(2));
