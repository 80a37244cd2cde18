/** `npm start`: builds the console when it is stale, then runs the server in this process, with the demo business unless DEMO says otherwise. */
import process from "node:process";
import { ConfigError, readConfig } from "../server/src/kit/config.ts";
import { buildConsole } from "./lib/build.ts";

if (!process.env["DEMO"]) process.env["DEMO"] = "1";

function checked(): boolean {
  try {
    readConfig(process.env);
    return true;
  } catch (e) {
    if (!(e instanceof ConfigError)) throw e;
    console.error(e.message);
    return false;
  }
}

if (!checked() || !buildConsole()) process.exit(1);
await import("../server/src/main.ts");
