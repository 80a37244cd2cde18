/** `npm run host -- worker reset-password admin`: commands of the host, see server/src/host.ts. */
import process from "node:process";
import { host } from "../server/src/host.ts";

process.exitCode = await host(process.argv.slice(2));
